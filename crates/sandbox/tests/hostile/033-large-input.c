/* Row 33: reads four times its memory; what is read is not its own. */
#include "hostile.h"

int main(void) {
    static char block[1 << 16];
    long all = 0, n;
    while ((n = read(0, block, sizeof block)) > 0) all += n;
    printf("%ld MiB\n", all >> 20);
}
