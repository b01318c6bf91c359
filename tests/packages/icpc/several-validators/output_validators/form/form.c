#include <stdio.h>

/* One digit and the end of the line. */
int main(int argc, char **argv) {
    int digit = getchar(), end = getchar(), more = getchar();
    if (argc < 4) return 1;
    return digit >= '0' && digit <= '9' && end == '\n' && more == EOF ? 42 : 43;
}
