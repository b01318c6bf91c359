/* Row 42: keeps what it has in extended attributes. */
#include "hostile.h"

#include <sys/xattr.h>

int main(void) {
    static char value[60000];
    char name[60];
    for (int i = 0;; i++) {
        sprintf(name, "/tmp/%d", i);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (fsetxattr(file, "user.hoard", value, sizeof value, 0)) {
            // Kernels before 6.6 have none here.
            puts(errno == ENOSPC || errno == EOPNOTSUPP ? "ended" : strerrorname_np(errno));
            break;
        }
        close(file);
    }
}
