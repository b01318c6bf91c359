// Looks numbers up in a table of the squares below 1000; at() throws std::out_of_range past its end.
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> root(1000, -1);
    for (int r = 0; r * r < 1000; r++) root[r * r] = r;
    for (int a = 0; a * a <= n; a++)
        for (int b = 0; a * a + b * b <= n; b++)
            for (int c = 0; a * a + b * b + c * c <= n; c++) {
                int d = root.at(n - a * a - b * b - c * c);
                if (d >= 0) {
                    std::cout << a << ' ' << b << ' ' << c << ' ' << d << '\n';
                    return 0;
                }
            }
}
