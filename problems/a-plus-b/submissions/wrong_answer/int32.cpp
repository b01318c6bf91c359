// Keeps only the low 32 bits of each number.
#include <cstdint>
#include <iostream>

int main() {
    long long a, b;
    std::cin >> a >> b;
    std::int32_t x = static_cast<std::int32_t>(a), y = static_cast<std::int32_t>(b);
    std::cout << static_cast<std::int32_t>(static_cast<std::uint32_t>(x) + static_cast<std::uint32_t>(y)) << '\n';
}
