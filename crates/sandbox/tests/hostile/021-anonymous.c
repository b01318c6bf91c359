/* Row 21: touches twice the limit. */
#include "hostile.h"

int main(void) {
    puts(touched(128 << 20) ? "all" : "none");
}
