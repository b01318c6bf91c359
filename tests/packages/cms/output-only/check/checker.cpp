#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    std::ifstream in(argv[1]), out(argv[3]);
    long long n, d = 0;
    in >> n;
    bool good = out >> d && d > 1 && d < n && n % d == 0;
    std::cout << (good ? "1.0" : "0.0") << std::endl;
    std::cerr << (good ? "translate:success" : "translate:wrong") << std::endl;
}
