// Counts far before it asks.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    volatile unsigned long sum = 0;
    for (unsigned long i = 0; i < 4'000'000'000; i++) sum = sum + i;
    std::cout << "! " << 1 << std::endl;
}
