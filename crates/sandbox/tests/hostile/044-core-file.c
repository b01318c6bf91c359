/* Row 44: dies with a lot of memory to write down. */
#include "hostile.h"

#include <sys/resource.h>

int main(void) {
    touched(32 << 20);
    struct rlimit limit;
    getrlimit(RLIMIT_CORE, &limit);
    printf("%ld %ld\n", limit.rlim_cur, limit.rlim_max);
    struct rlimit none = { 0, 0 }, all = { RLIM_INFINITY, RLIM_INFINITY };
    TRY(setrlimit(RLIMIT_CORE, &none));
    TRY(setrlimit(RLIMIT_CORE, &all));
    TRY(syscall(SYS_setrlimit, RLIMIT_CORE, &none));
    TRY(syscall(SYS_prlimit64, getpid(), RLIMIT_CORE, &none, &limit));
    tell();
    abort();
}
