#include <fstream>
#include <iostream>

// The interactor has written how many guesses it took.
int main(int, char **argv) {
    int count = 0;
    std::ifstream(argv[2]) >> count;
    bool good = 1 <= count && count <= 10;
    std::cerr << (good ? "ok " : "wrong answer ") << count << " guesses\n";
    return good ? 0 : 1;
}
