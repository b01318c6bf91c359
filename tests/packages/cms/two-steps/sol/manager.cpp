#include "message.h"
#include <cstring>
#include <iostream>
#include <string>

// Run with 0 it encodes what it reads; with 1 it decodes what the first one printed.
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    std::string word;
    std::cin >> word;
    std::cout << (std::strcmp(argv[1], "0") == 0 ? encode(word) : decode(word)) << std::endl;
}
