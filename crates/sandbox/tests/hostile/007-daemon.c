/* Row 7: leaves a daemon that wants to write a file later, and looks for the one of the run before. */
#include "hostile.h"

int main(void) {
    puts(access("/tmp/daemon", F_OK) ? "fresh" : "seen");
    fflush(stdout);
    if (!fork()) {
        setsid();
        if (!fork()) {
            usleep(300000);
            for (;;) close(open("/tmp/daemon", O_CREAT | O_WRONLY, 0600));
        }
        _exit(0);
    }
    wait(0);
}
