#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
    if (argc < 4) return 9;
    std::ifstream in(argv[1]), out(argv[2]), ans(argv[3]);
    long long n, a, b;
    in >> n;
    bool read = static_cast<bool>(out >> a >> b);
    if (!read) return 2;
    if (a + b == n) return 0;
    if (a + b != n + 1) return 1;
    // Nearly: half of the case's 10 points.
    std::cerr << "points 5\n";
    return 7;
}
