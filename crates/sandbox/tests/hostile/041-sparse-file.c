/* Row 41: a file of 1 TiB with nothing in it. */
#include "hostile.h"

int main(void) {
    TRY(ftruncate(open("out.txt", O_CREAT | O_WRONLY, 0600), 1l << 40));
    tell();
}
