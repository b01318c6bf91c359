/* Row 2: sleeps until somebody ends it. */
#include "hostile.h"

int main(void) {
    for (;;) sleep(100);
}
