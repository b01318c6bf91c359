/* Row 49: wants to change its input, or to spoil it for the next run. */
#include "hostile.h"

int main(void) {
    char text[17] = { 0 };
    read(0, text, 16);
    puts(text);
    int changed = 0, file;
    fchmod(0, 0777);
    changed += (file = open("/proc/self/fd/0", O_RDWR)) >= 0 && pwrite(file, "x", 1, 0) == 1;
    changed += pwrite(0, "x", 1, 0) == 1;
    changed += ftruncate(file, 0) == 0;
    changed += fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096) == 0;
    changed += mmap(0, 4096, PROT_WRITE, MAP_SHARED, file, 0) != MAP_FAILED;
    changed += fcntl(0, F_ADD_SEALS, F_SEAL_SEAL) == 0;
    printf("%d changes\n", changed);
    fchmod(0, 0);
}
