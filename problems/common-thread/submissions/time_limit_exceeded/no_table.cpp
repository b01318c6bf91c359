// The recursion of the statement without a table: the same cells again and again.
#include <iostream>
#include <string>

std::string s, t;

static int longest(int i, int j) {
    if (i == 0 || j == 0) return 0;
    if (s[i - 1] == t[j - 1]) return longest(i - 1, j - 1) + 1;
    return std::max(longest(i - 1, j), longest(i, j - 1));
}

int main() {
    std::cin >> s >> t;
    std::cout << longest(static_cast<int>(s.size()), static_cast<int>(t.size())) << '\n';
}
