#include <fstream>
#include <iostream>

// Any two numbers with the sum; nearly the sum is worth half.
int main(int argc, char **argv) {
    if (argc < 4) return 1;
    std::ifstream in(argv[1]), answer(argv[2]), out(argv[3]);
    long long n, a, b;
    in >> n;
    bool read = static_cast<bool>(out >> a >> b);
    bool good = read && a + b == n, near = read && a + b == n + 1;
    std::cout << (good ? 1.0 : near ? 0.5 : 0.0) << std::endl;
    std::cerr << (good ? "translate:success" : near ? "translate:partial" : "translate:wrong") << std::endl;
}
