/* Row 86: uses up what a user may have of pipes, signals, timers; the box beside does the same. */
#include "hostile.h"

int main(void) {
    if (getuid() == 0) {
        puts("one user for all");
        return 0;
    }
    int ends[2], large = 0;
    while (large < 40 && !pipe(ends) && fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) >= 0) large++;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    int signals = 0;
    while (signals < 100000 && !sigqueue(getpid(), SIGRTMIN, (union sigval){ 0 })) signals++;
    printf("%d pipes, %s signals\n", large, signals > 500 && signals < 2000 ? "some" : "wrong");
    fflush(stdout);
    usleep(300000);
}
