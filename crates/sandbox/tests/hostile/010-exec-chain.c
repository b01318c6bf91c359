/* Row 10: executes itself over and over, and works in children of which each is new. */
#include "hostile.h"

int main(int argc, char **argv) {
    if (!fork()) {
        burn(5);
        _exit(0);
    }
    wait(0);
    burn(5);
    execl("/proc/self/exe", argv[0], NULL);
}
