// Has room for 100 letters, and gives up by abort() where there are more.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char s[8002], t[8002];
static int length[101][101];

int main(void) {
    if (scanf("%8001s %8001s", s, t) != 2) return 1;
    int n = (int)strlen(s), m = (int)strlen(t);
    if (n > 100 || m > 100) abort();
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            if (s[i - 1] == t[j - 1]) length[i][j] = length[i - 1][j - 1] + 1;
            else if (length[i - 1][j] > length[i][j - 1]) length[i][j] = length[i - 1][j];
            else length[i][j] = length[i][j - 1];
        }
    printf("%d\n", length[n][m]);
    return 0;
}
