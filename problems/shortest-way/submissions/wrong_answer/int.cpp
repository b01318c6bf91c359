// Keeps sums in 32 bits.
#include <bits/stdc++.h>

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<std::pair<int, unsigned>>> out(n + 1);
    while (m--) {
        int a, b;
        unsigned w;
        std::cin >> a >> b >> w;
        out[a].emplace_back(b, w);
    }
    using Entry = std::pair<unsigned, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    std::vector<bool> done(n + 1);
    std::vector<unsigned> best(n + 1);
    queue.emplace(0, 1);
    while (!queue.empty()) {
        auto [steps, square] = queue.top();
        queue.pop();
        if (done[square]) continue;
        done[square] = true;
        best[square] = steps;
        for (auto [b, w] : out[square])
            if (!done[b]) queue.emplace(steps + w, b);
    }
    if (!done[n]) std::cout << "impossible\n";
    else std::cout << best[n] << '\n';
}
