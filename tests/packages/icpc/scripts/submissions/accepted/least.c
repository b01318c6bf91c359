#include <stdio.h>
int main(void) {
    int n, d = 2;
    scanf("%d", &n);
    while (n % d != 0) d++;
    printf("%d\n", d);
}
