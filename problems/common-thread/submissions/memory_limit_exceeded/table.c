// The whole table: 256 MB.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char s[8002], t[8002];

int main(void) {
    if (scanf("%8001s %8001s", s, t) != 2) return 1;
    int n = (int)strlen(s), m = (int)strlen(t);
    int **length = calloc((size_t)n + 1, sizeof *length);
    for (int i = 0; i <= n; i++) length[i] = calloc((size_t)m + 1, sizeof **length);
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            if (s[i - 1] == t[j - 1]) length[i][j] = length[i - 1][j - 1] + 1;
            else if (length[i - 1][j] > length[i][j - 1]) length[i][j] = length[i - 1][j];
            else length[i][j] = length[i][j - 1];
        }
    printf("%d\n", length[n][m]);
    return 0;
}
