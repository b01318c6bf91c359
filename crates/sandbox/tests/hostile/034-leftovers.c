/* Row 34: leaves half of the memory in files, and uses most of the memory the next time. */
#include "hostile.h"

int main(void) {
    puts(touched(24 << 20) ? "had" : "had not");
    filled(open("/tmp/left", O_CREAT | O_WRONLY, 0600), 16 << 20);
    filled(open("/dev/shm/left", O_CREAT | O_WRONLY, 0600), 16 << 20);
}
