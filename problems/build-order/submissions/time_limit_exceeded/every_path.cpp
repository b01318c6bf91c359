// The level of a task is one more than the highest level of those before it. It is computed anew each time:
// as often as there are paths to the task.
#include <bits/stdc++.h>

std::vector<std::vector<int>> before;
std::vector<bool> on_path;
std::vector<int> path;

static int level(int task) {
    if (on_path[task]) {
        auto start = std::find(path.begin(), path.end(), task);
        std::cout << "CYCLE\n" << path.end() - start << '\n';
        for (auto t = path.end(); t != start;) std::cout << *--t << '\n';
        std::cout << std::flush;
        std::exit(0);
    }
    on_path[task] = true;
    path.push_back(task);
    int highest = 0;
    for (int t : before[task]) highest = std::max(highest, level(t));
    path.pop_back();
    on_path[task] = false;
    return highest + 1;
}

int main() {
    int n, m;
    std::cin >> n >> m;
    before.resize(n + 1);
    on_path.resize(n + 1);
    while (m--) {
        int a, b;
        std::cin >> a >> b;
        before[b].push_back(a);
    }
    std::vector<std::pair<int, int>> order;
    for (int t = 1; t <= n; t++) order.emplace_back(level(t), t);
    std::sort(order.begin(), order.end());
    std::cout << "ORDER\n";
    for (auto [_, t] : order) std::cout << t << '\n';
}
