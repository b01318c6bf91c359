/* Row 5: the kernel forgets the CPU time of a child whose parent ignores SIGCHLD; the control group does not. */
#include "hostile.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    int ends[2];
    pipe(ends);
    if (!fork()) {
        burn(300);
        write(ends[1], "x", 1);
        _exit(0);
    }
    char byte;
    read(ends[0], &byte, 1);
}
