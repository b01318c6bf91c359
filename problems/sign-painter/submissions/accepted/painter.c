#include <stdio.h>
#include <string.h>

static char lines[100][64];

static void border(int width) {
    putchar('+');
    for (int i = 0; i < width + 2; i++) putchar('-');
    puts("+");
}

int main(void) {
    int n, width = 0;
    char first[16];
    if (fgets(first, sizeof first, stdin) == NULL || sscanf(first, "%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (fgets(lines[i], sizeof lines[i], stdin) == NULL) return 1;
        lines[i][strcspn(lines[i], "\n")] = '\0';
        int length = (int)strlen(lines[i]);
        if (length > width) width = length;
    }
    border(width);
    for (int i = 0; i < n; i++) {
        int length = (int)strlen(lines[i]), left = (width - length) / 2, right = width - length - left;
        printf("| %*s%s%*s |\n", left, "", lines[i], right, "");
    }
    border(width);
    return 0;
}
