// For each bracket, looks for the one that closes it: 10^11 steps through half a million lakes.
#include <bits/stdc++.h>

std::string river;

// Past the end of the stream that begins at `from`.
static std::size_t end_of(std::size_t from) {
    int depth = 0;
    do {
        depth += river[from] == '(' ? 1 : -1;
        from++;
    } while (depth > 0);
    return from;
}

static int order(std::size_t from, std::size_t end) {
    int highest = 0, times = 0;
    for (std::size_t start = from + 1; start + 1 < end;) {
        std::size_t next = end_of(start);
        int other = order(start, next);
        if (other > highest) {
            highest = other;
            times = 1;
        } else if (other == highest) {
            times++;
        }
        start = next;
    }
    if (highest == 0) return 1;
    return times > 1 ? highest + 1 : highest;
}

int main() {
    std::cin >> river;
    std::cout << order(0, river.size()) << '\n';
}
