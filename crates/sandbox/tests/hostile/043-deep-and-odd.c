/* Row 43: directories as deep as they get, odd names, no permissions: hard to clean up. */
#include "hostile.h"

int main(void) {
    char name[256];
    memset(name, '\n', 255);
    name[255] = 0;
    for (int i = 0; i < 3000; i++) {
        const char *next = i % 2 ? "d" : i % 3 ? "\xff\x1b[2J" : name;
        if (mkdir(next, 0700) || chdir(next)) break;
    }
    TRY(mkdir("locked", 0));
    TRY(chmod(".", 0));
    TRY(chmod("/w", 0));
    TRY(chmod("/tmp", 0));
    tell();
}
