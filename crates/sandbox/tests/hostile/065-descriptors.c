/* Row 65: looks for descriptors that were left to it. */
#include "hostile.h"

int main(void) {
    for (int i = 0; i < 100000; i++)
        if (fcntl(i, F_GETFD) >= 0) printf("%d\n", i);
}
