/* Row 37: if the host runs out of memory the box goes first, whatever it wishes. */
#include "hostile.h"

int main(void) {
    char score[20] = { 0 };
    read(open("/proc/self/oom_score_adj", O_RDONLY), score, 19);
    fputs(score, stdout);
    TRY(open("/proc/self/oom_score_adj", O_WRONLY));
    TRY(open("/proc/self/oom_adj", O_WRONLY));
    tell();
}
