// Counts the rows that are left down to zero and waits for fewer than none, which an unsigned number never is.
// There is nothing to be seen past the window but line after line.
#include <stdio.h>

static int hole(unsigned long long r, unsigned long long c) {
    for (; r > 0 && c > 0; r /= 3, c /= 3)
        if (r % 3 == 1 && c % 3 == 1) return 1;
    return 0;
}

int main(void) {
    unsigned long long r, c, h, w;
    if (scanf("%llu %llu %llu %llu", &r, &c, &h, &w) != 4) return 1;
    unsigned long long end = r + h;
    for (unsigned long long left = h; left >= 0; left--) {
        unsigned long long i = end - left;
        for (unsigned long long j = c; i >= r && i < end && j < c + w; j++) putchar(hole(i, j) ? '.' : '#');
        putchar('\n');
    }
    return 0;
}
