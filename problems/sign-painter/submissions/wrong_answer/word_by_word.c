// Reads words and joins them with single blanks.
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
    char text[128];
    if (fgets(text, sizeof text, stdin) == NULL || sscanf(text, "%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (fgets(text, sizeof text, stdin) == NULL) return 1;
        for (char *word = strtok(text, " \n"); word != NULL; word = strtok(NULL, " \n")) {
            if (lines[i][0] != '\0') strcat(lines[i], " ");
            strcat(lines[i], word);
        }
        int length = (int)strlen(lines[i]);
        if (length > width) width = length;
    }
    border(width);
    for (int i = 0; i < n; i++) {
        int length = (int)strlen(lines[i]), left = (width - length) / 2;
        printf("| %*s%s%*s |\n", left, "", lines[i], width - length - left, "");
    }
    border(width);
    return 0;
}
