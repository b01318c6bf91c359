/* Row 81: an exit code that looks like a kill. */
#include "hostile.h"

int main(void) {
    return 137;
}
