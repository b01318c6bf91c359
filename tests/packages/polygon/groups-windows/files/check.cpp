#include <cstdio>
#include "read.h"

// Any two squares with the sum will do.
int main(int, char **argv) {
    std::ifstream in(argv[1]), out(argv[2]);
    long long n = number(in), a = number(out), b = number(out);
    if (a < 0 || b < 0 || a * a + b * b != n) {
        fprintf(stderr, "wrong answer %lld is not the sum\n", n);
        return 1;
    }
    fprintf(stderr, "ok\n");
    return 0;
}
