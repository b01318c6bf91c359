#include <cstdio>
#include <vector>

// Each process gets half of the numbers and prints their sum. Arguments: the pipe from a process, the pipe to it, twice.
int main(int argc, char **argv) {
    if (argc < 5) return 1;
    FILE *to[2], *from[2];
    for (int i = 0; i < 2; i++) {
        from[i] = std::fopen(argv[1 + 2 * i], "r");
        to[i] = std::fopen(argv[2 + 2 * i], "w");
        if (!from[i] || !to[i]) return 1;
    }
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    std::vector<long long> numbers(n);
    long long total = 0, got = 0;
    for (auto &number : numbers) {
        if (std::scanf("%lld", &number) != 1) return 1;
        total += number;
    }
    for (int i = 0; i < 2; i++) {
        int first = i ? n / 2 : 0, last = i ? n : n / 2;
        std::fprintf(to[i], "%d\n", last - first);
        for (int at = first; at < last; at++) std::fprintf(to[i], "%lld\n", numbers[at]);
        std::fclose(to[i]);
    }
    bool read = true;
    for (int i = 0; i < 2; i++) {
        long long part = 0;
        read = std::fscanf(from[i], "%lld", &part) == 1 && read;
        got += part;
    }
    bool good = read && got == total;
    std::printf("%s\n", good ? "1.0" : "0.0");
    std::fprintf(stderr, "%s\n", good ? "translate:success" : "translate:wrong");
}
