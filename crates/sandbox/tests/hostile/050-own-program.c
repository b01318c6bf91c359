/* Row 50: wants to change its own program, or to spoil it for the next run. */
#include "hostile.h"

int main(void) {
    int changed = 0, file;
    chmod("/proc/self/exe", 0777);
    changed += (file = open("/proc/self/exe", O_RDWR)) >= 0 && pwrite(file, "x", 1, 0) == 1;
    changed += truncate("/proc/self/exe", 0) == 0;
    changed += open("/proc/self/mem", O_WRONLY) >= 0;
    changed += unlink("/proc/self/exe") == 0;
    printf("%d changes\n", changed);
    chmod("/proc/self/exe", 0);
}
