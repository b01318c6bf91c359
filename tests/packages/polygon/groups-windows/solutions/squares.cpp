#include <cmath>
#include <iostream>

int main() {
    long long n;
    std::cin >> n;
    for (long long a = 0; a * a <= n && a <= 1000000; a++) {
        long long b = std::llround(std::sqrt((double)(n - a * a)));
        if (a * a + b * b == n && b <= 1000000) {
            std::cout << a << " " << b << "\n";
            return 0;
        }
    }
    std::cout << "0 0\n";
}
