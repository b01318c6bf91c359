#include <bits/stdc++.h>

// The places of the digit 1 in the ternary system, as a set of bits.
static std::uint64_t ones(long long number) {
    std::uint64_t bits = 0;
    for (std::uint64_t place = 1; number > 0; number /= 3, place *= 2)
        if (number % 3 == 1) bits |= place;
    return bits;
}

int main() {
    long long r, c, h, w;
    std::cin >> r >> c >> h >> w;
    std::vector<std::uint64_t> columns;
    for (long long j = c; j < c + w; j++) columns.push_back(ones(j));
    for (long long i = r; i < r + h; i++) {
        const std::uint64_t row = ones(i);
        for (std::uint64_t column : columns) std::cout << (row & column ? '.' : '#');
        std::cout << '\n';
    }
}
