/* Row 18: has a lot of memory to give back when its time is up. */
#include "hostile.h"

int main(void) {
    if (!touched(1ul << 30)) return 1;
    for (volatile long i = 0;; i++);
}
