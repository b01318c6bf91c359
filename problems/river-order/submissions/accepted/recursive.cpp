#include <bits/stdc++.h>

std::string river;
std::size_t place = 0;

static int order() {
    int highest = 0, times = 0;
    for (place++; river[place] == '('; place++) {
        int other = order();
        if (other > highest) {
            highest = other;
            times = 1;
        } else if (other == highest) {
            times++;
        }
    }
    if (highest == 0) return 1;
    return times > 1 ? highest + 1 : highest;
}

int main() {
    std::cin >> river;
    std::cout << order() << '\n';
}
