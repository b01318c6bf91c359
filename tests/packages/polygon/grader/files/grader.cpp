#include <iostream>

#include "twice.h"

int main() {
    int number;
    std::cin >> number;
    std::cout << twice(number) << "\n";
}
