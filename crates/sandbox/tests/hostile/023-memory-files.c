/* Row 23: keeps what it has in files in memory. */
#include "hostile.h"

int main(void) {
    for (int i = 0; i < 4; i++) filled(memfd_create("hoard", MFD_NOEXEC_SEAL), 24 << 20);
    puts("kept");
}
