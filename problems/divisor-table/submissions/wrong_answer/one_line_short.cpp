// Stops before n.
#include <iostream>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> divisors(n + 1);
    for (int j = 1; j <= n; j++)
        for (int k = j; k <= n; k += j) divisors[k]++;
    for (int k = 1; k < n; k++) std::cout << divisors[k] << '\n';
}
