// Cuts the common part into slices 0.0000002 wide: billions of them between large discs.
#include <bits/stdc++.h>

int main() {
    double x1, y1, r1, x2, y2, r2;
    std::cin >> x1 >> y1 >> r1 >> x2 >> y2 >> r2;
    double d = std::hypot(x2 - x1, y2 - y1), from = std::max(-r1, d - r2), to = std::min(r1, d + r2);
    long long slices = std::max(0LL, std::llround((to - from) / 2e-7));
    double width = (to - from) / std::max(1LL, slices), area = 0;
    for (long long i = 0; i < slices; i++) {
        double x = from + (i + 0.5) * width;
        area += 2 * std::sqrt(std::max(0.0, std::min(r1 * r1 - x * x, r2 * r2 - (x - d) * (x - d)))) * width;
    }
    std::cout << std::fixed << std::setprecision(9) << area << '\n';
}
