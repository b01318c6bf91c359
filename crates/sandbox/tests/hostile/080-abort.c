/* Row 80: dies by a signal that pid 1 would not die by. */
#include "hostile.h"

int main(void) {
    printf("%d\n", getpid() > 1);
    fflush(stdout);
    abort();
}
