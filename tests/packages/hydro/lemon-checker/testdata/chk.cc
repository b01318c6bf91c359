#include <cstdio>
#include "sums.h"

int main(int, char **argv) {
  bool good = same(argv[1], argv[2]);
  fprintf(fopen(argv[5], "w"), "%s\n", good ? argv[4] : "0");
  fprintf(fopen(argv[6], "w"), good ? "right\n" : "wrong\n");
}
