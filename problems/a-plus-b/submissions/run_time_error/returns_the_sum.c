// Prints the right sum and ends with it as its exit code too: only multiples of 256 look like success.
#include <stdio.h>

int main(void) {
    long long a, b;
    if (scanf("%lld %lld", &a, &b) != 2) return 1;
    printf("%lld\n", a + b);
    return (int)((a + b) & 255);
}
