/* Row 78: types into a terminal, or takes one. */
#include "hostile.h"

#include <sys/ioctl.h>

int main(void) {
    char letter = 'x';
    tried("TIOCSTI", ioctl(0, TIOCSTI, &letter));
    tried("TIOCLINUX", ioctl(2, TIOCLINUX, &letter));
    tried("high bits", syscall(SYS_ioctl, 0, 0x7700000000 + TIOCSTI, &letter));
    tried("TIOCSCTTY", ioctl(2, TIOCSCTTY, 1));
    TRY(open("/dev/tty", O_RDWR));
    TRY(open("/dev/console", O_RDWR));
    TRY(posix_openpt(O_RDWR));
    tell();
    printf("%s\n", getsid(0) == getpid() ? "its own session" : "somebody's session");
}
