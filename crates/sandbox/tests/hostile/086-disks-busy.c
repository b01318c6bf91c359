/* Row 86: has the host write to its disks without end. */
#include "hostile.h"

int main(void) {
    int file = open("/usr/bin/env", O_RDONLY);
    sync();
    TRY(syncfs(file));
    TRY(fsync(file));
    TRY(fdatasync(file));
    TRY(fsync(open("/tmp/own", O_CREAT | O_WRONLY, 0600)));
    tell();
    for (int i = 0; i < 100000; i++) sync();
}
