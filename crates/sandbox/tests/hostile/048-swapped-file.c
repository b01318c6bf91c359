/* Row 48: goes on swapping its output file while it is read, if anything of it lives that long. */
#include "hostile.h"

int main(void) {
    close(open("file", O_CREAT | O_WRONLY, 0600));
    symlink("/etc/passwd", "link");
    for (int i = 0; i < 4; i++)
        if (!fork())
            for (;;) {
                rename("file", "out.txt");
                rename("out.txt", "file");
                symlink("/etc/passwd", "out.txt");
                unlink("out.txt");
            }
    usleep(100000);
}
