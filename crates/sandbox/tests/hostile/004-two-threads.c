/* Row 4: two threads, each of which stays below the limit. */
#include "hostile.h"

#include <pthread.h>

static void *work(void *_) {
    burn(350);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
