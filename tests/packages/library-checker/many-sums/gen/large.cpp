#include "base.hpp"

int main(int, char **argv) { print(Random(std::atoll(argv[1])), T_MAX, A_AND_B_MAX); }
