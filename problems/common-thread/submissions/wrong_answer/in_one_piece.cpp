// The longest piece that is in both words without a gap.
#include <bits/stdc++.h>

int main() {
    std::string s, t;
    std::cin >> s >> t;
    std::vector<short> row(t.size() + 1);
    short longest = 0;
    for (char c : s) {
        short diagonal = 0;
        for (std::size_t j = 1; j <= t.size(); j++) {
            short above = row[j];
            row[j] = c == t[j - 1] ? static_cast<short>(diagonal + 1) : static_cast<short>(0);
            longest = std::max(longest, row[j]);
            diagonal = above;
        }
    }
    std::cout << longest << '\n';
}
