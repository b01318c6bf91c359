#include <iostream>
int main() {
    short a, b;
    std::cin >> a >> b;
    std::cout << static_cast<short>(a + b) << "\n";
}
