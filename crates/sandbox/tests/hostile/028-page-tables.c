/* Row 28: reads a page in each of many tables: the pages are one page of zeros, the tables are not. */
#include "hostile.h"

int main(void) {
    long size = 48l << 30;
    volatile char *p = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return 1;
    madvise((void *)p, size, MADV_NOHUGEPAGE);
    for (long i = 0; i < size; i += 2 << 20) p[i];
    puts("all");
}
