/* Row 80: it and a child end by signals that have no names, and what reaps them must be able to tell. */
#include "hostile.h"

int main(void) {
    if (fork() == 0) raise(SIGRTMIN);
    wait(0);
    raise(SIGRTMAX);
}
