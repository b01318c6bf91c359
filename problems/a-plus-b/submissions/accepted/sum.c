#include <inttypes.h>
#include <stdio.h>

int main(void) {
    int64_t a, b;
    if (scanf("%" SCNd64 " %" SCNd64, &a, &b) != 2) return 1;
    printf("%" PRId64 "\n", a + b);
    return 0;
}
