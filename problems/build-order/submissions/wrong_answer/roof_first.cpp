// Reads every rule the other way round. Cycles come out backwards too.
#include <bits/stdc++.h>

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<int>> after(n + 1);
    std::vector<int> missing(n + 1), order;
    while (m--) {
        int a, b;
        std::cin >> b >> a;
        after[a].push_back(b);
        missing[b]++;
    }
    for (int t = 1; t <= n; t++)
        if (missing[t] == 0) order.push_back(t);
    for (std::size_t i = 0; i < order.size(); i++)
        for (int t : after[order[i]])
            if (--missing[t] == 0) order.push_back(t);
    std::cout << "ORDER\n";
    for (int t : order) std::cout << t << ' ';
    std::cout << '\n';
}
