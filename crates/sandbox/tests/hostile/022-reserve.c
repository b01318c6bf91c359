/* Row 22: reserves 4 GiB and touches nothing of it. */
#include "hostile.h"

int main(void) {
    TRY(mmap(0, 4ul << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    tell();
}
