/* Row 51: lists everything that it can see. */
#include "hostile.h"

#include <ftw.h>

static int count;
static char *names[2000];

static int note(const char *path, const struct stat *stat, int kind, struct FTW *where) {
    // Its processes are row 120's.
    if (!strncmp(path, "/proc/", 6)) return 0;
    if (count < 2000) names[count++] = strdup(path);
    return 0;
}

static int order(const void *a, const void *b) {
    return strcmp(*(char **)a, *(char **)b);
}

int main(void) {
    nftw("/", note, 30, FTW_PHYS);
    qsort(names, count, sizeof *names, order);
    for (int i = 0; i < count; i++) printf("%s%c", names[i], i + 1 < count ? ' ' : '\n');
}
