#include <stdio.h>

static int hole(long long r, long long c) {
    for (; r > 0 && c > 0; r /= 3, c /= 3)
        if (r % 3 == 1 && c % 3 == 1) return 1;
    return 0;
}

int main(void) {
    long long r, c, h, w;
    if (scanf("%lld %lld %lld %lld", &r, &c, &h, &w) != 4) return 1;
    for (long long i = r; i < r + h; i++) {
        for (long long j = c; j < c + w; j++) putchar(hole(i, j) ? '.' : '#');
        putchar('\n');
    }
    return 0;
}
