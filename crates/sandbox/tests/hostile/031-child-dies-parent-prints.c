/* Row 31: only a child is killed for its memory; the answer is printed all the same. */
#include "hostile.h"

int main(void) {
    if (!fork()) {
        touched(128 << 20);
        _exit(0);
    }
    wait(0);
    puts("42");
}
