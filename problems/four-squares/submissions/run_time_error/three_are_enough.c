// Believes that three squares are enough, and ends with exit code 3 where it was wrong.
#include <math.h>
#include <stdio.h>

int main(void) {
    long n, scale = 1;
    if (scanf("%ld", &n) != 1) return 1;
    for (; n > 0 && n % 4 == 0; n /= 4) scale *= 2;
    long largest = (long)sqrt((double)n);
    for (long a = largest; a >= 0 && a > largest - 100; a--)
        for (long b = (long)sqrt((double)(n - a * a)); b >= 0; b--) {
            long left = n - a * a - b * b, c = (long)sqrt((double)left);
            if (c * c == left) {
                printf("%ld %ld %ld 0\n", a * scale, b * scale, c * scale);
                return 0;
            }
        }
    return 3;
}
