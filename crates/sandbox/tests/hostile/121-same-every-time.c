/* Row 121: what a run could take its chance from: addresses, the environment, the terminal. */
#include "hostile.h"

#include <sys/auxv.h>

int main(int argc, char **argv) {
    printf("%p %p %p %p\n", &argc, main, malloc(10), mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    printf("%d %d %d\n", getpid(), (int)getauxval(AT_UID) > 0, isatty(2));
}
