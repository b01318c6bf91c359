/* Row 24: fills one place, which has an end. */
#include "hostile.h"

int main(void) {
    int file = open("/tmp/hoard", O_CREAT | O_WRONLY, 0600);
    size_t all = 0, n;
    while ((n = filled(file, 1 << 20)) == 1 << 20) all += n;
    tried("write", -1);
    tell();
    printf("%zu MiB\n", (all + n) >> 20);
}
