/* Row 6: a process that nobody here is a parent of does the work. */
#include "hostile.h"

int main(void) {
    int ends[2];
    pipe(ends);
    if (!fork()) {
        setsid();
        if (!fork()) {
            setsid();
            burn(300);
            write(ends[1], "x", 1);
            _exit(0);
        }
        _exit(0);
    }
    wait(0);
    char byte;
    read(ends[0], &byte, 1);
}
