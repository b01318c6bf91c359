/* Row 32: raises its limits, lowers those of init, so that it dies. */
#include "hostile.h"
#include <sys/resource.h>

int main(void) {
    struct rlimit none = { 0, 0 };
    int raised = 0, lowered = 0;
    for (int limit = 0; limit < RLIM_NLIMITS; limit++) {
        struct rlimit most;
        getrlimit(limit, &most);
        if (most.rlim_max == RLIM_INFINITY) continue;
        most.rlim_max++;
        raised += !setrlimit(limit, &most);
        most.rlim_cur = most.rlim_max = RLIM_INFINITY;
        raised += !setrlimit(limit, &most);
    }
    for (int limit = 0; limit < RLIM_NLIMITS; limit++) lowered += !prlimit(1, limit, &none, 0);
    printf("%d raised, %d of init lowered\n", raised, lowered);
    // Init takes in what nobody waits for, and has less than a second of CPU time for it if its limit could be lowered.
    for (int i = 0; i < 100; i++)
        if (!fork()) {
            if (!fork()) _exit(0);
            _exit(0);
        } else {
            wait(0);
        }
}
