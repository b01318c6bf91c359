#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "least.h"

int main(int argc, char **argv) {
    std::ifstream input(argv[1]);
    long n, got, least = argc > 4 ? std::atol(argv[4]) : LEAST;
    if (!(input >> n)) return 1;
    std::string more;
    if (!(std::cin >> got) || std::cin >> more || got < least || n % got != 0) {
        std::ofstream(std::string(argv[3]) + "judgemessage.txt") << "no divisor of " << n << "\n";
        return 43;
    }
    return 42;
}
