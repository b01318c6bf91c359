#include <stdio.h>

static int order(void) {
    int highest = 0, times = 0;
    while (getchar() == '(') {
        int other = order();
        if (other > highest) {
            highest = other;
            times = 1;
        } else if (other == highest) {
            times++;
        }
    }
    if (highest == 0) return 1;
    return times > 1 ? highest + 1 : highest;
}

int main(void) {
    getchar();
    printf("%d\n", order());
    return 0;
}
