// The whole table: 256 MB.
#include <bits/stdc++.h>

int main() {
    std::string s, t;
    std::cin >> s >> t;
    std::vector<std::vector<int>> length(s.size() + 1, std::vector<int>(t.size() + 1));
    for (std::size_t i = 1; i <= s.size(); i++)
        for (std::size_t j = 1; j <= t.size(); j++) {
            if (s[i - 1] == t[j - 1]) length[i][j] = length[i - 1][j - 1] + 1;
            else length[i][j] = std::max(length[i - 1][j], length[i][j - 1]);
        }
    std::cout << length[s.size()][t.size()] << '\n';
}
