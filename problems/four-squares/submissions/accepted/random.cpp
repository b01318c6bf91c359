// Takes a and b at random until a sum of two squares is left over.
#include <bits/stdc++.h>

static long long root(long long n) {
    long long r = std::llround(std::sqrt(static_cast<long double>(n)));
    while (r * r > n) r--;
    return r;
}

static bool two_squares(long long n, long long &c, long long &d) {
    for (c = 0; 2 * c * c <= n; c++) {
        d = root(n - c * c);
        if (c * c + d * d == n) return true;
    }
    return false;
}

int main() {
    long long n, c, d, scale = 1;
    std::cin >> n;
    for (; n > 0 && n % 4 == 0; n /= 4) scale *= 2;
    std::mt19937 random(1770);
    for (;;) {
        long long a = random() % (root(n) + 1), b = random() % (root(n - a * a) + 1);
        if (two_squares(n - a * a - b * b, c, d)) {
            for (long long x : {a, b, c, d}) std::cout << x * scale << '\n';
            return 0;
        }
    }
}
