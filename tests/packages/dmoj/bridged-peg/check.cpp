#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
    if (argc < 4) return 9;
    std::ifstream ans(argv[1]), out(argv[2]), in(argv[3]);
    long long n, a, b;
    in >> n;
    bool read = static_cast<bool>(out >> a >> b);
    std::cout << (!read ? 0 : a + b == n ? 10 : a + b == n + 1 ? 5 : 0) << " 10\n";
}
