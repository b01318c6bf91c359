// The table ends before n: at() throws std::out_of_range, which nobody catches, after all else was printed.
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> divisors(n + 1);
    for (int j = 1; j <= n; j++)
        for (int k = j; k <= n; k += j) divisors.at(k)++;
    for (int k = 1; k <= n; k++) std::cout << divisors.at(k) << '\n';
    std::cout << std::flush;
    return divisors.at(n + 1);
}
