// Keeps a row of n bytes for every k: 10 GB for the largest n.
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<std::vector<char>> divides(n + 1);
    for (auto &row : divides) row.assign(n + 1, 0);
    for (int j = 1; j <= n; j++)
        for (int k = j; k <= n; k += j) divides[k][j] = 1;
    for (int k = 1; k <= n; k++) {
        int count = 0;
        for (int j = 1; j <= n; j++) count += divides[k][j];
        std::cout << count << '\n';
    }
}
