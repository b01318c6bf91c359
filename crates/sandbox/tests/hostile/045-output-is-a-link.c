/* Row 45: its output file leads elsewhere. */
#include "hostile.h"

int main(void) {
    TRY(symlink("/etc/passwd", "out.txt"));
    TRY(symlink("/w", "folder"));
    TRY(mkdir("real", 0700));
    close(open("real/out.txt", O_CREAT | O_WRONLY, 0600));
    TRY(symlink("real", "alias"));
    TRY(symlink("/proc/self/fd/0", "magic"));
    tell();
}
