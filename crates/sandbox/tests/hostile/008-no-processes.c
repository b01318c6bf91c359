/* Row 8: the same where a language needs no processes, and has none. */
#include "hostile.h"

#include <pthread.h>

static void *nothing(void *_) {
    return 0;
}

int main(void) {
    TRY(fork());
    TRY(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    TRY(syscall(SYS_vfork));
    tell();
    pthread_t thread;
    puts(pthread_create(&thread, 0, nothing, 0) || pthread_join(thread, 0) ? "no thread" : "a thread");
}
