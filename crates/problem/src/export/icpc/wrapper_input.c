
/* The validator in this folder was written for another judge, which takes another exit code for a good input. C and C++
   alike. */

#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((constructor)) static void answer_as_asked(int argc, char **argv) {
    int status = 0;
    (void)argc;
    if (getenv("CALLED_AS_AT_HOME")) return;
    pid_t child = fork();
    if (child == 0) {
        setenv("CALLED_AS_AT_HOME", "1", 1);
        execv("/proc/self/exe", argv);
        execv(argv[0], argv);
        _exit(126);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 126) _exit(1);
    _exit(WEXITSTATUS(status) == ACCEPTS ? 42 : 43);
}
