/* Row 17: makes others slow: their files leave memory, their cores are kept free for it, its pages are merged by the kernel. */
#include "hostile.h"
#include <sys/prctl.h>
#include <sys/uio.h>

int main(void) {
    static char block[1 << 16];
    struct iovec part = { block, 4096 };
    int file = open("/usr/bin/env", O_RDONLY);
    while (read(file, block, sizeof block) > 0);
    TRY(posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED));
    // Some file systems cannot tell.
    puts(preadv2(file, &part, 1, 8192, RWF_NOWAIT) < 0 && errno == EAGAIN ? "thrown out" : "still in memory");
    errno = 0;
    TRY(madvise(touched(1 << 20), 1 << 20, MADV_MERGEABLE));
    tried("PR_SET_MEMORY_MERGE", prctl(67, 1, 0, 0, 0));
    tried("PR_SCHED_CORE", prctl(62, 1, 0, 0, 0));
    tell();
}
