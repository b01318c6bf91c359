// Notices two equal orders only when they come directly after each other.
#include <bits/stdc++.h>

std::string river;
std::size_t place = 0;

static int order() {
    int highest = 0, previous = 0;
    for (place++; river[place] == '('; place++) {
        int other = order();
        highest = std::max({highest, other, other == previous ? other + 1 : 0});
        previous = other;
    }
    return std::max(highest, 1);
}

int main() {
    std::cin >> river;
    std::cout << order() << '\n';
}
