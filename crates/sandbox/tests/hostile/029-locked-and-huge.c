/* Row 29: memory that cannot be taken back, and huge pages that are somebody else's. */
#include "hostile.h"

#include <sys/ipc.h>
#include <sys/shm.h>

int main(void) {
    size_t huge = 2 << 20;
    TRY(mlockall(MCL_CURRENT | MCL_FUTURE));
    TRY(mlock(&huge, 1));
    TRY(mmap(0, huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0));
    TRY(shmget(IPC_PRIVATE, huge, SHM_HUGETLB | 0600));
    TRY(memfd_create("huge", MFD_HUGETLB | MFD_NOEXEC_SEAL));
    TRY(syscall(SYS_memfd_secret, 0));
    tell();
}
