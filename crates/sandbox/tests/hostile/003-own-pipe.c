/* Row 3: waits for ever to read from itself; a FIFO for it cannot even be made. */
#include "hostile.h"

int main(void) {
    TRY(mkfifo("/w/fifo", 0600));
    tell();
    int ends[2];
    char byte;
    pipe(ends);
    read(ends[0], &byte, 1);
}
