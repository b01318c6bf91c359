/* Row 12: stops its child and itself. */
#include "hostile.h"

int main(void) {
    if (!fork()) raise(SIGSTOP);
    raise(SIGSTOP);
}
