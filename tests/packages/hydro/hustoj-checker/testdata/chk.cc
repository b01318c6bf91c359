#include <cstdio>
#include "sums.h"

int main(int, char **argv) { return same(argv[1], argv[3]) ? 0 : 1; }
