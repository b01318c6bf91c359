/* Row 11: catches every signal that says that time is up. */
#include "hostile.h"

static void ignore(int signal) {}

int main(void) {
    for (int i = 1; i < 65; i++) signal(i, ignore);
    for (volatile long i = 0;; i++);
}
