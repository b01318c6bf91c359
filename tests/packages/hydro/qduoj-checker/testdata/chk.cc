#include <cstdio>
#include "sums.h"

int main(int, char **argv) { return same(argv[1], argv[2]) ? 0 : 1; }
