#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

struct Line {
    std::string text;
};

int main() {
    std::vector<Line> lines(3);
    std::sort(lines.begin(), lines.end());
    for (const Line &line : lines) std::cout << line.text << '\n';
}
