/* Row 20: all of its time is the kernel's. */
#include "hostile.h"

int main(void) {
    for (;;) syscall(SYS_getppid);
}
