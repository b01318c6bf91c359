#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
    if (argc < 4) return 9;
    std::ifstream in(argv[1]), out(argv[2]), ans(argv[3]);
    long long n, a, b;
    in >> n;
    bool read = static_cast<bool>(out >> a >> b);
    if (!read || a + b != n) {
        std::cout << "the sum is not " << n << "\n";
        return 1;
    }
    return 0;
}
