// Tries all of them from below: for 7 * 4^13 the smallest of the four numbers is 8192.
#include <cmath>
#include <iostream>

static long long root(long long n) { return static_cast<long long>(std::sqrt(static_cast<double>(n))); }

int main() {
    long long n;
    std::cin >> n;
    for (long long a = 0; a * a <= n; a++)
        for (long long b = 0; a * a + b * b <= n; b++)
            for (long long c = 0; a * a + b * b + c * c <= n; c++) {
                long long left = n - a * a - b * b - c * c, d = root(left);
                if (d * d == left) {
                    std::cout << a << ' ' << b << ' ' << c << ' ' << d << '\n';
                    return 0;
                }
            }
}
