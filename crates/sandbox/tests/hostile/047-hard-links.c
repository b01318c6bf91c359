/* Row 47: hard links to files that are not its own. */
#include "hostile.h"

int main(void) {
    TRY(link("/etc/passwd", "/w/passwd"));
    TRY(linkat(AT_FDCWD, "/proc/self/exe", AT_FDCWD, "/w/program", AT_SYMLINK_FOLLOW));
    TRY(linkat(AT_FDCWD, "/proc/self/fd/0", AT_FDCWD, "/w/input", AT_SYMLINK_FOLLOW));
    TRY(link("/dev/null", "/dev/shm/null"));
    TRY(rename("/etc/passwd", "/w/passwd"));
    tell();
}
