/* Row 24: fills the places that it may write to. */
#include "hostile.h"

int main(void) {
    const char *files[] = { "/w/hoard", "/tmp/hoard", "/dev/shm/hoard" };
    for (int i = 0; i < 3; i++) filled(open(files[i], O_CREAT | O_WRONLY, 0600), 32 << 20);
    puts("kept");
}
