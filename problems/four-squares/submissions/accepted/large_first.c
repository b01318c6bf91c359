// Divides by 4 while that goes: half of an answer for 4 n is one for n, and the other way round.
#include <math.h>
#include <stdio.h>

static long root(long n) {
    long r = (long)sqrt((double)n);
    while (r * r > n) r--;
    while ((r + 1) * (r + 1) <= n) r++;
    return r;
}

int main(void) {
    long n, scale = 1;
    if (scanf("%ld", &n) != 1) return 1;
    for (; n > 0 && n % 4 == 0; n /= 4) scale *= 2;
    for (long a = root(n); a >= 0; a--)
        for (long b = root(n - a * a); b >= 0; b--) {
            long left = n - a * a - b * b;
            for (long c = 0; 2 * c * c <= left; c++) {
                long d = root(left - c * c);
                if (c * c + d * d == left) {
                    printf("%ld %ld %ld %ld\n", a * scale, b * scale, c * scale, d * scale);
                    return 0;
                }
            }
        }
    return 1;
}
