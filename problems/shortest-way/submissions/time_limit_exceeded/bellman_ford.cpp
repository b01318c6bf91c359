// Bellman and Ford: n rounds over all streets where the streets of a long way are given from its end.
#include <bits/stdc++.h>

struct Street {
    int a, b, w;
};

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, m;
    std::cin >> n >> m;
    std::vector<Street> streets(m);
    for (auto &[a, b, w] : streets) std::cin >> a >> b >> w;
    const long long far = LLONG_MAX;
    std::vector<long long> best(n + 1, far);
    best[1] = 0;
    for (bool better = true; better;) {
        better = false;
        for (auto [a, b, w] : streets)
            if (best[a] != far && best[a] + w < best[b]) {
                best[b] = best[a] + w;
                better = true;
            }
    }
    if (best[n] == far) std::cout << "impossible\n";
    else std::cout << best[n] << '\n';
}
