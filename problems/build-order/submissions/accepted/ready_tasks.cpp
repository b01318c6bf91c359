#include <bits/stdc++.h>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<int>> after(n + 1), before(n + 1);
    std::vector<int> missing(n + 1), order;
    while (m--) {
        int a, b;
        std::cin >> a >> b;
        after[a].push_back(b);
        before[b].push_back(a);
        missing[b]++;
    }
    for (int t = 1; t <= n; t++)
        if (missing[t] == 0) order.push_back(t);
    for (std::size_t i = 0; i < order.size(); i++)
        for (int t : after[order[i]])
            if (--missing[t] == 0) order.push_back(t);
    if (static_cast<int>(order.size()) == n) {
        std::cout << "ORDER\n";
        for (int t : order) std::cout << t << ' ';
        std::cout << '\n';
        return 0;
    }
    // What is left waits for something that is left too: going back, a task comes again.
    int task = 1;
    while (missing[task] == 0) task++;
    std::vector<int> path, place(n + 1, -1);
    while (place[task] < 0) {
        place[task] = static_cast<int>(path.size());
        path.push_back(task);
        for (int t : before[task])
            if (missing[t] > 0) task = t;
    }
    std::vector<int> cycle(path.begin() + place[task], path.end());
    std::cout << "CYCLE\n" << cycle.size() << '\n';
    for (auto t = cycle.rbegin(); t != cycle.rend(); ++t) std::cout << *t << ' ';
    std::cout << '\n';
}
