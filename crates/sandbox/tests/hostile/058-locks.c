/* Row 58: two boxes talk through locks and hints on files that both see; locks are memory that nobody counts, too. */
#include "hostile.h"

#include <sys/file.h>

int main(void) {
    int file = open("/dev/null", O_RDWR), program = open("/proc/self/exe", O_RDONLY);
    struct flock all = { .l_type = F_WRLCK };
    long hint = 2;
    TRY(flock(program, LOCK_SH));
    TRY(flock(file, LOCK_EX | LOCK_NB));
    tried("F_SETLK", fcntl(file, F_SETLK, &all));
    tried("F_SETLKW", fcntl(file, F_SETLKW, &all));
    tried("F_OFD_SETLK", fcntl(file, F_OFD_SETLK, &all));
    tried("F_OFD_SETLKW", fcntl(file, F_OFD_SETLKW, &all));
    tried("F_SETLEASE", fcntl(program, F_SETLEASE, F_RDLCK));
    tried("F_SET_RW_HINT", fcntl(program, F_SET_RW_HINT, &hint));
    tried("F_SET_FILE_RW_HINT", fcntl(program, F_SET_FILE_RW_HINT, &hint));
    tell();
}
