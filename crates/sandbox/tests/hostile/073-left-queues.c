/* Row 73: leaves System V objects for the next run. */
#include "hostile.h"

#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void) {
    TRY(shmget(42, 4096, IPC_CREAT | IPC_EXCL | 0666));
    TRY(msgget(42, IPC_CREAT | IPC_EXCL | 0666));
    TRY(semget(42, 1, IPC_CREAT | IPC_EXCL | 0666));
    tell();
}
