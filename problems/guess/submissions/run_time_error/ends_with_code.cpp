// Says nothing and ends as if something had gone wrong: before the judge's program can say anything about it.
#include <iostream>

int main() {
    int n;
    std::cin >> n;
    return 3;
}
