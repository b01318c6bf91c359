// Adds one at a time. volatile: the compiler would see through it.
#include <iostream>

int main() {
    long long a, b;
    std::cin >> a >> b;
    volatile long long sum = a;
    for (long long i = 0; i < b; i++) sum = sum + 1;
    for (long long i = 0; i > b; i--) sum = sum - 1;
    std::cout << sum << '\n';
}
