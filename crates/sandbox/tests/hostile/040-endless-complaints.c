/* Row 40: complains a lot, and then does its work. */
#include "hostile.h"

int main(void) {
    filled(2, 20 << 20);
    puts("done");
}
