// A checker that does what its arguments tell it to.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int begins_with(const char *path, char wanted) {
    FILE *file = fopen(path, "r");
    return file && getc(file) == wanted;
}

static void write_file(char *order) {
    char *text = strchr(order, ':');
    *text = 0;
    FILE *file = fopen(order, "w");
    fputs(text + 1, file);
    fclose(file);
}

int main(int argc, char **argv) {
    int code = 0;
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!value) continue;
        value++;
        if (!strncmp(argv[i], "exit=", 5)) code = atoi(value);
        if (!strncmp(argv[i], "out=", 4)) fputs(value, stdout);
        if (!strncmp(argv[i], "err=", 4)) fputs(value, stderr);
        if (!strncmp(argv[i], "write=", 6)) write_file(value);
        if (!strncmp(argv[i], "die=", 4)) abort();
        if (!strncmp(argv[i], "stdin=", 6) && getchar() != *value) return 99;
        // One letter for each of the first arguments: what the file begins with.
        if (!strncmp(argv[i], "files=", 6))
            for (int k = 0; value[k]; k++)
                if (!begins_with(argv[k + 1], value[k])) return 99;
    }
    return code;
}
