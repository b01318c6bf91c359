#include "base.hpp"

int main(int, char **argv) { print(Random(std::atoll(argv[1])), 10, 20); }
