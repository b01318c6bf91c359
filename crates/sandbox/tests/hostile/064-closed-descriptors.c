/* Row 64: closes all that it has, while a child keeps the output open. */
#include "hostile.h"

int main(void) {
    puts("printed");
    fflush(stdout);
    if (!fork()) for (;;) pause();
    for (int i = 0; i < 3; i++) close(i);
}
