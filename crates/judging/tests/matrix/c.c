#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long depth(long n) {
    volatile long kept = n;
    return n == 0 ? 0 : 1 + depth(n - 1) + (kept - n);
}

static void *count(void *sum) {
    for (long i = 1; i <= 1000; i++) *(long *)sum += i;
    return NULL;
}

int main(void) {
    char command[16];
    long n = 0, sum = 0;
    if (scanf("%15s %ld", command, &n) < 1) return 1;
    if (!strcmp(command, "sum")) {
        for (sum = n; scanf("%ld", &n) == 1;) sum += n;
        printf("%ld\n", sum);
    } else if (!strcmp(command, "depth")) {
        printf("%ld\n", depth(n));
    } else if (!strcmp(command, "memory")) {
        for (long i = 0; i < n; i++) {
            char *piece = malloc(1 << 20);
            if (!piece) abort();
            memset(piece, 1, 1 << 20);
            sum += piece[i];
        }
        printf("%ld\n", sum);
    } else if (!strcmp(command, "exit")) {
        return 3;
    } else if (!strcmp(command, "throw")) {
        abort();
    } else if (!strcmp(command, "divide")) {
        printf("%ld\n", 1000 / n);
    } else if (!strcmp(command, "output")) {
        for (long i = 0; i < n; i++) puts("1234567");
    } else if (!strcmp(command, "threads")) {
        pthread_t threads[4];
        long sums[4] = {0};
        for (int i = 0; i < 4; i++) {
            if (pthread_create(&threads[i], NULL, count, &sums[i])) return 1;
        }
        for (int i = 0; i < 4; i++) {
            pthread_join(threads[i], NULL);
            sum += sums[i];
        }
        printf("%ld\n", sum);
    }
    return 0;
}
