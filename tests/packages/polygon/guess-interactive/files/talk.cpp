#include <fstream>
#include <iostream>

// Tells whether each guess is too low (<), too high (>) or right (=); writes how many there were.
int main(int, char **argv) {
    long long hidden, guess;
    std::ifstream(argv[1]) >> hidden;
    std::ofstream log(argv[2]);
    for (int count = 1; count <= 10 && std::cin >> guess; count++) {
        std::cout << (guess < hidden ? "<" : guess > hidden ? ">" : "=") << std::endl;
        if (guess == hidden) {
            log << count << "\n";
            std::cerr << "ok guessed\n";
            return 0;
        }
    }
    std::cerr << "wrong answer not guessed in 10 guesses\n";
    return 1;
}
