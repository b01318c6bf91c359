// Row 16: a sieve computed by the compiler. Allowed, inside the limits of compiling.
#include <array>
#include <cstdio>

constexpr auto sieve() {
    std::array<bool, 20000> composite{};
    for (int i = 2; i * i < 20000; i++)
        if (!composite[i])
            for (int j = i * i; j < 20000; j += i) composite[j] = true;
    return composite;
}

constexpr auto table = sieve();
static_assert(!table[19997] && table[19999]);

int main() { std::printf("%d\n", table[9]); }
