/* Row 25: keeps what it has in System V and POSIX shared memory, without mapping it any more. */
#include "hostile.h"

#include <sys/ipc.h>
#include <sys/shm.h>

int main(void) {
    for (int i = 0; i < 4; i++) {
        char *p = shmat(shmget(IPC_PRIVATE, 24 << 20, 0600), 0, 0);
        memset(p, 1, 24 << 20);
        shmdt(p);
    }
    puts("kept");
}
