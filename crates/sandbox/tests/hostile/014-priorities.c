/* Row 14: wants another core, a better priority, another scheduler, a share of the core for each session. */
#include "hostile.h"

#include <sched.h>
#include <sys/resource.h>

int main(void) {
    cpu_set_t all, now;
    memset(&all, 0xff, sizeof all);
    struct sched_param best = { .sched_priority = 99 }, none = { 0 };
    long attributes[7] = { 56 };
    TRY(sched_setaffinity(0, sizeof all, &all));
    TRY(nice(-20));
    TRY(setpriority(PRIO_PROCESS, 0, -1));
    TRY(sched_setscheduler(0, SCHED_FIFO, &best));
    TRY(sched_setscheduler(0, SCHED_BATCH, &none));
    TRY(sched_setparam(0, &best));
    TRY(syscall(SYS_sched_setattr, 0, attributes, 0));
    TRY(syscall(SYS_ioprio_set, 1, 0, 1 << 13));
    tell();
    sched_getaffinity(0, sizeof now, &now);
    printf("cores: %d\n", CPU_COUNT(&now));
    int status;
    if (!fork()) _exit(setsid() > 0);
    wait(&status);
    printf("sessions: %d\n", WEXITSTATUS(status));
}
