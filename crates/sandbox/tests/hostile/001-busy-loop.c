/* Row 1: a loop that never ends. */

int main(void) {
    for (volatile long i = 0;; i++);
}
