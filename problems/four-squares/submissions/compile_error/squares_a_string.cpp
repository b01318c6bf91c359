#include <iostream>
#include <string>

int main() {
    std::string n;
    std::cin >> n;
    for (int a = 0; a * a <= n; a++) std::cout << a * a - n << '\n';
}
