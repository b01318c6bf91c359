/* Row 39: prints for ever. */
#include "hostile.h"

int main(void) {
    for (;;) puts("y");
}
