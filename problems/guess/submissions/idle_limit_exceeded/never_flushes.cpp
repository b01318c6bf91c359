// The question stays in the buffer, and both wait.
#include <cstdio>

int main() {
    int n;
    char answer[20];
    scanf("%d", &n);
    printf("? %d\n", n);
    scanf("%19s", answer);
    printf("! %d\n", n);
}
