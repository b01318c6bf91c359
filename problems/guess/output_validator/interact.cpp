// Thinks of the input's number and answers questions about it.

#include <fstream>
#include <iostream>
#include <optional>
#include <string>

const int ACCEPT = 42, REJECT = 43;
const int MOST_QUESTIONS = 20;

std::ofstream message;

[[noreturn]] void end(int code, const std::string &why) {
    message << why << "\n";
    message.close();
    // What is in the buffers was flushed line by line.
    std::_Exit(code);
}

// An integer from 1 to n and nothing else.
std::optional<int> integer(const std::string &word, int n) {
    bool digits = !word.empty() && word.size() <= 7 && word.find_first_not_of("0123456789") == std::string::npos;
    int value = digits ? std::stoi(word) : 0;
    return value >= 1 && value <= n ? std::optional(value) : std::nullopt;
}

// What the submission says next: at most so many characters, since it may say anything.
std::string word() {
    std::string word;
    std::cin.width(20);
    std::cin >> word;
    return word;
}

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    std::ifstream input(argv[1]);
    int n, x;
    if (!(input >> n >> x)) return 1;
    message.open(std::string(argv[3]) + "judgemessage.txt");
    std::cout << n << std::endl;
    for (int asked = 0;; asked++) {
        std::string kind = word();
        if (kind.empty()) end(REJECT, "no answer after " + std::to_string(asked) + " questions");
        if (kind != "?" && kind != "!") end(REJECT, "neither ? nor !: " + kind);
        std::string said = word();
        std::optional<int> y = integer(said, n);
        if (!y) end(REJECT, "no integer from 1 to " + std::to_string(n) + ": " + said);
        if (kind == "!" && *y != x) end(REJECT, "x is " + std::to_string(x) + ", not " + said);
        if (kind == "!") break;
        if (asked == MOST_QUESTIONS) end(REJECT, "more than 20 questions");
        std::cout << (x > *y ? "larger" : x < *y ? "smaller" : "equal") << std::endl;
    }
    if (!word().empty()) end(REJECT, "more words after the answer");
    end(ACCEPT, "found");
}
