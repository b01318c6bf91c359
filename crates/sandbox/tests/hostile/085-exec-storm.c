/* Row 85: processes that make processes and execute, while they are being killed. */
#include "hostile.h"

int main(int argc, char **argv) {
    for (int i = 1; i < 32; i++) signal(i, SIG_IGN);
    for (;;) {
        fork();
        if (!vfork()) {
            execl("/proc/self/exe", argv[0], NULL);
            _exit(0);
        }
    }
}
