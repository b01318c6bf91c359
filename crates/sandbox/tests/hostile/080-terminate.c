/* Row 80: dies by a signal that pid 1 would not see. */
#include "hostile.h"

int main(void) {
    raise(SIGTERM);
}
