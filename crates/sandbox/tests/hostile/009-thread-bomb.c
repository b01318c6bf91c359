/* Row 9: threads without end. */
#include "hostile.h"

#include <pthread.h>

static void *stay(void *_) {
    for (;;) pause();
}

int main(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    pthread_t thread;
    int error, made = 1;
    while (!(error = pthread_create(&thread, &small, stay, 0))) made++;
    printf("%s %s\n", strerrorname_np(error), made <= 64 ? "in time" : "too late");
    fflush(stdout);
    _exit(0);
}
