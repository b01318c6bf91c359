#include <bits/stdc++.h>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<std::pair<int, int>>> out(n + 1);
    while (m--) {
        int a, b, w;
        std::cin >> a >> b >> w;
        out[a].emplace_back(b, w);
    }
    using Entry = std::pair<long long, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    std::vector<long long> best(n + 1, -1);
    queue.emplace(0, 1);
    while (!queue.empty()) {
        auto [steps, square] = queue.top();
        queue.pop();
        if (best[square] >= 0) continue;
        best[square] = steps;
        for (auto [b, w] : out[square])
            if (best[b] < 0) queue.emplace(steps + w, b);
    }
    if (best[n] < 0) std::cout << "impossible\n";
    else std::cout << best[n] << '\n';
}
