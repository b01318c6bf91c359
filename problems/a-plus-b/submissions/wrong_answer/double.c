// Doubles have 53 bits: the last digits of large sums are lost.
#include <stdio.h>

int main(void) {
    double a, b;
    if (scanf("%lf %lf", &a, &b) != 2) return 1;
    printf("%.0f\n", a + b);
    return 0;
}
