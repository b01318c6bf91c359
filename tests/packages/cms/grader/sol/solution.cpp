#include <algorithm>

int middle(int a, int b, int c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}
