#include <stdio.h>
#include <string.h>

static char s[8002], t[8002];
static int rows[2][8002];

int main(void) {
    if (scanf("%8001s %8001s", s, t) != 2) return 1;
    int n = (int)strlen(s), m = (int)strlen(t);
    for (int i = 1; i <= n; i++) {
        const int *above = rows[(i - 1) % 2];
        int *row = rows[i % 2];
        for (int j = 1; j <= m; j++) {
            if (s[i - 1] == t[j - 1]) row[j] = above[j - 1] + 1;
            else row[j] = above[j] > row[j - 1] ? above[j] : row[j - 1];
        }
    }
    printf("%d\n", rows[n % 2][m]);
    return 0;
}
