// Prints the window, and then a progress bar. Ten times 0.1 is not 1, so it never comes to its end.
#include <bits/stdc++.h>

static bool hole(long long r, long long c) {
    for (; r > 0 && c > 0; r /= 3, c /= 3)
        if (r % 3 == 1 && c % 3 == 1) return true;
    return false;
}

int main() {
    long long r, c, h, w;
    std::cin >> r >> c >> h >> w;
    for (long long i = r; i < r + h; i++) {
        for (long long j = c; j < c + w; j++) std::cout << (hole(i, j) ? '.' : '#');
        std::cout << '\n';
    }
    for (double progress = 0; progress != 1; progress += 0.1) std::cout << "          \r" << std::flush;
}
