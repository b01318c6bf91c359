#include <bits/stdc++.h>

static int divisors(int k) {
    int count = 0;
    for (int j = 1; j * j <= k; j++)
        if (k % j == 0) count += j * j == k ? 1 : 2;
    return count;
}

int main() {
    int n;
    std::cin >> n;
    for (int k = 1; k <= n; k++) std::cout << divisors(k) << '\n';
}
