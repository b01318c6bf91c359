/* Row 56: leaves marks wherever it can, and looks for those of the run before. */
#include "hostile.h"

#include <sys/ipc.h>
#include <sys/shm.h>

int main(void) {
    TRY(open("/w/mark", O_CREAT | O_EXCL | O_WRONLY, 0600));
    TRY(open("/tmp/mark", O_CREAT | O_EXCL | O_WRONLY, 0600));
    TRY(open("/dev/shm/mark", O_CREAT | O_EXCL | O_WRONLY, 0600));
    TRY(open("/mark", O_CREAT | O_WRONLY, 0600));
    TRY(open("/etc/mark", O_CREAT | O_WRONLY, 0600));
    TRY(open("/dev/mark", O_CREAT | O_WRONLY, 0600));
    TRY(open("/etc/passwd", O_WRONLY | O_TRUNC));
    TRY(chmod("/etc/passwd", 0600));
    TRY(utimensat(AT_FDCWD, "/etc/passwd", 0, 0));
    TRY(chmod("/", 0700));
    TRY(chmod("/dev/null", 0));
    tell();
}
