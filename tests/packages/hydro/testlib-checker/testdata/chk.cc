#include <cstdio>
#include "sums.h"

int main(int, char **argv) {
  bool good = same(argv[1], argv[2]);
  fprintf(stderr, good ? "ok right sum\n" : "wrong answer another sum\n");
  return good ? 0 : 1;
}
