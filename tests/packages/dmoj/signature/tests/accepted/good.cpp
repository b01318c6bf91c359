#include <algorithm>
#include <iostream>

int middle(int a, int b, int c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

// Not called: the judge's own is.
int main() {
    std::cout << middle(1, 2, 3) << "\n";
}
