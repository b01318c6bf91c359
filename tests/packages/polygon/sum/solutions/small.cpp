#include <cstdio>

int main() {
    short a, b;
    if (scanf("%hd %hd", &a, &b) != 2) return 1;
    printf("%d\n", short(a + b));
}
