#include <cstdlib>
#include <iostream>

// The input goes to standard output, the answer to standard error.
int main(int argc, char **argv) {
    long long n = argc > 1 ? std::atoll(argv[1]) : 1;
    std::cout << n << "\n";
    std::cerr << n * (n + 1) / 2 << "\n";
}
