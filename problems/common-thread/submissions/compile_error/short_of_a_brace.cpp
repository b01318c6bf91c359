#include <iostream>
#include <string>

int main() {
    std::string s, t;
    std::cin >> s >> t;
    if (s == t) {
        std::cout << s.size() << '\n';
}
