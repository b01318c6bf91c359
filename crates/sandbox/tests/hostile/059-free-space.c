/* Row 59: watches how full the file systems are. */
#include "hostile.h"

#include <sys/vfs.h>

int main(void) {
    const char *places[] = { "/", "/w", "/tmp", "/dev/shm", "/proc" };
    for (int i = 0; i < 5; i++) {
        struct statfs s;
        statfs(places[i], &s);
        printf("%s %lx %ld MiB %ld files\n", places[i], s.f_type, s.f_blocks * s.f_bsize >> 20, s.f_files);
    }
}
