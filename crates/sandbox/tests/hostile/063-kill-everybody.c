/* Row 63: signals to init, to its parent, to everybody; only its own die. */
#include "hostile.h"

int main(void) {
    setpgid(0, 0);
    int child = fork();
    if (!child) for (;;) pause();
    for (int signal = 1; signal < 65; signal++) kill(1, signal);
    int init = syscall(SYS_pidfd_open, 1, 0);
    syscall(SYS_pidfd_send_signal, init, SIGKILL, 0, 0);
    syscall(SYS_tgkill, 1, 1, SIGKILL);
    kill(getppid(), SIGSTOP);
    kill(-1, SIGKILL);
    int status;
    printf("%s\n", waitpid(child, &status, 0) == child && WTERMSIG(status) == SIGKILL ? "the child" : "nobody");
    printf("%s\n", kill(-1, SIGTERM) && errno == ESRCH ? "alone" : "not alone");
}
