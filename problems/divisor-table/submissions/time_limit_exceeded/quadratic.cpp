// Tries every j up to n for every k: 10^10 divisions.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    for (int k = 1; k <= n; k++) {
        int count = 0;
        for (int j = 1; j <= n; j++) count += k % j == 0;
        std::cout << count << '\n';
    }
}
