// Decides about an order of tasks, or about a cycle.
//
//     validate INPUT ANSWER FEEDBACK_DIR/ < OUTPUT
//
// Exit code 42 accepts and 43 rejects, with the reason in FEEDBACK_DIR/judgemessage.txt. Both kinds of answer
// prove themselves, so the jury's answer is needed only to find out that the jury was wrong: any exit code
// other than those two is a judge error.

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int ACCEPTED = 42, REJECTED = 43, JURY_IS_WRONG = 1;
constexpr std::size_t LONGEST_TOKEN = 16;

std::string feedback_directory;

[[noreturn]] void finish(int code, const std::string &message) {
    std::ofstream file(feedback_directory + "judgemessage.txt");
    file << message << '\n';
    file.close();
    std::exit(file ? code : JURY_IS_WRONG);
}

[[noreturn]] void reject(const std::string &message) { finish(REJECTED, message); }

// The output is anything at all: a token is cut where it is longer than any good one can be, so that neither
// a gigabyte without a space nor binary rubbish does harm.
class Output {
  public:
    // The next token, empty at the end.
    std::string token() {
        int c = std::getchar();
        while (c != EOF && std::isspace(c)) c = std::getchar();
        std::string text;
        while (c != EOF && !std::isspace(c)) {
            if (text.size() == LONGEST_TOKEN) reject("a word of the output is too long, it begins with " + shown(text));
            text.push_back(static_cast<char>(c));
            c = std::getchar();
        }
        return text;
    }

    int integer(int from, int to, const std::string &what) {
        const std::string text = token();
        if (text.empty()) reject("the output ends where " + what + " is expected");
        const bool digits = std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
        const long long value = digits ? std::strtoll(text.c_str(), nullptr, 10) : -1;
        if (!digits || text.size() > 9 || value < from || value > to) {
            reject(shown(text) + " is given where " + what + ", an integer from " + std::to_string(from) + " to " +
                   std::to_string(to) + ", is expected");
        }
        return static_cast<int>(value);
    }

    void end() {
        const std::string text = token();
        if (!text.empty()) reject("the output goes on after the answer, with " + shown(text));
    }

    static std::string shown(const std::string &text) {
        std::string safe = "\"";
        for (unsigned char c : text) safe.push_back(c >= 32 && c < 127 ? static_cast<char>(c) : '?');
        return safe + "\"";
    }
};

struct Rules {
    int tasks = 0;
    std::vector<std::pair<int, int>> before;  // sorted

    explicit Rules(const char *path) {
        std::ifstream input(path);
        int count = 0;
        input >> tasks >> count;
        before.resize(input ? count : 0);
        for (auto &[a, b] : before) input >> a >> b;
        if (!input) finish(JURY_IS_WRONG, "the input cannot be read");
        std::sort(before.begin(), before.end());
    }

    bool has(int a, int b) const { return std::binary_search(before.begin(), before.end(), std::pair(a, b)); }
};

std::string jury_word(const char *path) {
    std::string word;
    std::ifstream(path) >> word;
    return word;
}

// Reads `count` different tasks.
std::vector<int> distinct_tasks(Output &output, const Rules &rules, int count) {
    std::vector<int> tasks;
    std::vector<bool> seen(rules.tasks + 1);
    for (int i = 1; i <= count; i++) {
        const int task = output.integer(1, rules.tasks, "task number " + std::to_string(i));
        if (seen[task]) reject("task " + std::to_string(task) + " is given twice");
        seen[task] = true;
        tasks.push_back(task);
    }
    return tasks;
}

void check_order(Output &output, const Rules &rules) {
    const std::vector<int> order = distinct_tasks(output, rules, rules.tasks);
    std::vector<int> place(rules.tasks + 1);
    for (int i = 0; i < rules.tasks; i++) place[order[i]] = i;
    for (const auto &[a, b] : rules.before) {
        if (place[a] > place[b]) {
            reject("task " + std::to_string(b) + " is done before task " + std::to_string(a) + ", against a rule");
        }
    }
}

void check_cycle(Output &output, const Rules &rules) {
    const int length = output.integer(2, std::max(2, rules.tasks), "the length of the cycle");
    const std::vector<int> cycle = distinct_tasks(output, rules, length);
    for (int i = 0; i < length; i++) {
        const int a = cycle[i], b = cycle[(i + 1) % length];
        if (!rules.has(a, b)) {
            reject("there is no rule \"" + std::to_string(a) + " before " + std::to_string(b) + "\" for the cycle");
        }
    }
}

}  // namespace

int main(int argc, char **argv) {
    if (argc < 4) {
        std::cerr << "usage: validate INPUT ANSWER FEEDBACK_DIR/ < OUTPUT\n";
        return JURY_IS_WRONG;
    }
    feedback_directory = argv[3];
    const Rules rules(argv[1]);
    Output output;
    const std::string word = output.token();
    if (word == "ORDER") {
        check_order(output, rules);
    } else if (word == "CYCLE") {
        check_cycle(output, rules);
    } else {
        reject("the first word is " + Output::shown(word) + " and not ORDER or CYCLE");
    }
    output.end();
    if (word != jury_word(argv[2])) finish(JURY_IS_WRONG, "the jury does not know of this " + word);
    finish(ACCEPTED, "a good " + word);
}
