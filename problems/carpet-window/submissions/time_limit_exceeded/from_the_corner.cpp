// Walks from the corner to the first row of the window, one row at a time. volatile: the compiler would jump.
#include <iostream>

static bool hole(long long r, long long c) {
    for (; r > 0 && c > 0; r /= 3, c /= 3)
        if (r % 3 == 1 && c % 3 == 1) return true;
    return false;
}

int main() {
    long long r, c, h, w;
    std::cin >> r >> c >> h >> w;
    volatile long long first = 0;
    while (first < r) first = first + 1;
    for (long long row = first; row < r + h; row++) {
        for (long long column = c; column < c + w; column++) std::cout << (hole(row, column) ? '.' : '#');
        std::cout << '\n';
    }
}
