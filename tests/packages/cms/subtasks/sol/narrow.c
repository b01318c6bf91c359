#include <stdio.h>

int main(void) {
    short a, b;
    scanf("%hd %hd", &a, &b);
    printf("%hd\n", (short)(a + b));
}
