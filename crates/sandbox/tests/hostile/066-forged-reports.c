/* Row 66: tells the judge that all is well, through whatever descriptor there may be. */
#include "hostile.h"

#include <sys/socket.h>

int main(void) {
    char report[33] = { 'e', 1 };
    int open_ones = 0;
    for (int i = 3; i < 5000; i++) {
        if (write(i, report, sizeof report) >= 0 || errno != EBADF) open_ones++;
        if (send(i, report, sizeof report, 0) >= 0 || errno != EBADF) open_ones++;
    }
    if (send(0, report, sizeof report, 0) >= 0) open_ones++;
    printf("%d\n", open_ones);
    return 3;
}
