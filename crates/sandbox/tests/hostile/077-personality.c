/* Row 77: wants to be another kind of process: executable data, fixed layout, filters of its own. */
#include "hostile.h"
#include <grp.h>

#include <sys/personality.h>
#include <sys/prctl.h>

int main(void) {
    TRY(personality(READ_IMPLIES_EXEC));
    TRY(personality(PER_LINUX32));
    TRY(prctl(PR_SET_MM, PR_SET_MM_EXE_FILE, 0, 0, 0));
    TRY(prctl(PR_SET_SECCOMP, 1, 0, 0, 0));
    TRY(prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
    TRY(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 21, 0, 0));
    TRY(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0));
    TRY(prctl(PR_SET_SECUREBITS, 0, 0, 0, 0));
    TRY(setuid(12345));
    TRY(setgid(12345));
    TRY(setgroups(0, 0));
    tell();
    printf("no new privileges: %d, filters: %d, dumpable: %d\n", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), prctl(PR_GET_SECCOMP, 0, 0, 0, 0),
           prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
}
