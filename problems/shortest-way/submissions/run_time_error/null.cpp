// No street leads to some squares, and nobody looks whether the pointer to the last one is null. (volatile: a
// compiler may assume that nobody does such a thing, and leave it out.)
#include <bits/stdc++.h>

struct Street {
    int from;
    long long steps;
};

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
    using Entry = std::tuple<long long, int, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    std::vector<std::unique_ptr<volatile Street>> last(n + 1);
    queue.emplace(0, 1, 0);
    while (!queue.empty()) {
        auto [steps, square, from] = queue.top();
        queue.pop();
        if (last[square]) continue;
        last[square].reset(new Street{from, steps});
        for (auto [b, w] : out[square]) queue.emplace(steps + w, b, square);
    }
    std::cout << last[n].get()->steps << '\n';
}
