#include <stdio.h>

static int divisors[100001];

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    for (int j = 1; j <= n; j++)
        for (int k = j; k <= n; k += j) divisors[k]++;
    for (int k = 1; k <= n; k++) printf("%d\n", divisors[k]);
    return 0;
}
