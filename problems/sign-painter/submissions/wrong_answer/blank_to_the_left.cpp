// The blank that is left over goes to the left.
#include <bits/stdc++.h>

int main() {
    int n;
    std::cin >> n >> std::ws;
    std::vector<std::string> lines(n);
    std::size_t width = 0;
    for (auto &line : lines) {
        std::getline(std::cin, line);
        width = std::max(width, line.size());
    }
    const std::string border = "+" + std::string(width + 2, '-') + "+\n";
    std::cout << border;
    for (const auto &line : lines) {
        const std::size_t left = (width - line.size() + 1) / 2;
        std::cout << "| " << std::string(left, ' ') << line << std::string(width - line.size() - left, ' ') << " |\n";
    }
    std::cout << border;
}
