// Never listens.
#include <cstdio>

int main() {
    for (;;) puts("larger");
}
