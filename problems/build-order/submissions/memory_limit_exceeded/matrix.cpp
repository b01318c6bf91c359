// A matrix of n times n numbers: 1.6 GB for 20 000 tasks.
#include <bits/stdc++.h>

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<int>> rule(n + 1);
    for (auto &row : rule) row.assign(n + 1, 0);
    std::vector<int> missing(n + 1), order;
    while (m--) {
        int a, b;
        std::cin >> a >> b;
        if (!rule[a][b]) missing[b]++;
        rule[a][b] = 1;
    }
    for (int t = 1; t <= n; t++)
        if (missing[t] == 0) order.push_back(t);
    for (std::size_t i = 0; i < order.size(); i++)
        for (int t = 1; t <= n; t++)
            if (rule[order[i]][t] && --missing[t] == 0) order.push_back(t);
    if (static_cast<int>(order.size()) == n) {
        std::cout << "ORDER\n";
        for (int t : order) std::cout << t << '\n';
        return 0;
    }
    int task = 1;
    while (missing[task] == 0) task++;
    std::vector<int> path;
    while (std::find(path.begin(), path.end(), task) == path.end()) {
        path.push_back(task);
        int other = 1;
        while (missing[other] == 0 || !rule[other][task]) other++;
        task = other;
    }
    path.erase(path.begin(), std::find(path.begin(), path.end(), task));
    std::cout << "CYCLE\n" << path.size() << '\n';
    for (auto t = path.rbegin(); t != path.rend(); ++t) std::cout << *t << '\n';
}
