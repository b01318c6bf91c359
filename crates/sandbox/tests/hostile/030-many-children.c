/* Row 30: four children of which each stays below the limit. */
#include "hostile.h"

int main(void) {
    for (int i = 0; i < 4; i++)
        if (!fork()) {
            touched(24 << 20);
            usleep(500000);
            _exit(0);
        }
    while (wait(0) > 0);
}
