#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char **argv) {
    if (argc < 3) return 9;
    std::ifstream in(argv[1]);
    int secret, guess;
    in >> secret;
    for (int asked = 0; asked < 7 && std::cin >> guess; asked++) {
        if (guess == secret) {
            std::cout << "yes" << std::endl;
            return 0;
        }
        std::cout << (guess < secret ? "more" : "less") << std::endl;
    }
    std::cerr << "not found with 7 questions\n";
    return 1;
}
