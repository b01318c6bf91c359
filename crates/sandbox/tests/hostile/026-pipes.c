/* Row 26: keeps what it has in large pipes. */
#include "hostile.h"

int main(void) {
    int ends[2], made = 0;
    while (!pipe(ends)) {
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        if (fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) < 0) break;
        filled(ends[1], 1 << 20);
        made++;
    }
    tried(made > 40 ? "after many" : "early", -1);
    tell();
}
