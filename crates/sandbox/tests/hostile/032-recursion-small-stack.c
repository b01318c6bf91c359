/* Row 32: recursion without end, with a small stack. */
#include "hostile.h"

static int down(volatile char *above) {
    char frame[1000];
    frame[0] = above[0];
    return down(frame) + frame[0];
}

int main(void) {
    return down("");
}
