// Looks only at the last digit: sees the small holes and none of the large ones.
#include <stdio.h>

int main(void) {
    long long r, c, h, w;
    if (scanf("%lld %lld %lld %lld", &r, &c, &h, &w) != 4) return 1;
    for (long long i = r; i < r + h; i++) {
        for (long long j = c; j < c + w; j++) putchar(i % 3 == 1 && j % 3 == 1 ? '.' : '#');
        putchar('\n');
    }
    return 0;
}
