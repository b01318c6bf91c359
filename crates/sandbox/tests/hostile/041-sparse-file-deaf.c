/* Row 41: the same, deaf to the signal. */
#include "hostile.h"

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int file = open("out.txt", O_CREAT | O_WRONLY, 0600);
    TRY(ftruncate(file, 1l << 40));
    TRY(fallocate(file, 0, 0, 1l << 40));
    TRY(pwrite(file, "x", 1, 1l << 40));
    tell();
}
