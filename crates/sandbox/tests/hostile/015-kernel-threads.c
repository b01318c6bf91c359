/* Row 15: has the kernel work for it: io_uring, asynchronous I/O (whose number of requests is one for the whole host). */
#include "hostile.h"

int main(void) {
    long context = 0, params[15] = { 0 };
    TRY(syscall(SYS_io_uring_setup, 8, params));
    TRY(syscall(SYS_io_uring_enter, 0, 1, 1, 1, 0, 0));
    TRY(syscall(SYS_io_uring_register, 0, 0, 0, 0));
    TRY(syscall(SYS_io_setup, 65000, &context));
    tell();
}
