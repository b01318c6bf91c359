#include <stdio.h>

int main(void) {
    long long r, c, h, w;
    scanf("%lld %lld %lld %lld", &r, &c, &h, &w);
    puts(*r == 1 ? "." : "#");
    return 0;
}
