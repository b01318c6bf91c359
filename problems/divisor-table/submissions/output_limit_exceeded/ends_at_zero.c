// Goes through the table with k >= 0 as the condition, and an unsigned k is never below 0. Past the table it
// prints an empty line for every number that has no entry.
#include <stdio.h>

static int divisors[100001];

int main(void) {
    unsigned n;
    if (scanf("%u", &n) != 1) return 1;
    for (unsigned j = 1; j <= n; j++)
        for (unsigned k = j; k <= n; k += j) divisors[k]++;
    for (unsigned k = 1; k >= 0; k++) {
        if (k >= 1 && k <= n) printf("%d", divisors[k]);
        printf("\n");
    }
    return 0;
}
