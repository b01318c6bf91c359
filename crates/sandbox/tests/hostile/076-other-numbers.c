/* Row 76: numbers of x32, and numbers that nobody has. */
#include "hostile.h"

int main(void) {
    int absent = 0;
    long numbers[] = { 0x40000000 + 39, 0x40000000 + 520, 0x40000000 + 101, 337, 400, 423, 467, 468, 470, 500, 700, 0x3fffffff, -1, -39, 0x7fffffff };
    int count = sizeof numbers / sizeof *numbers;
    for (int i = 0; i < count; i++) absent += syscall(numbers[i]) == -1 && errno == ENOSYS;
    printf("%d of %d\n", absent, count);
}
