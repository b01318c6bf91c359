#include <bits/stdc++.h>
using namespace std;

long depth(long n) {
    volatile long kept = n;
    return n == 0 ? 0 : 1 + depth(n - 1) + (kept - n);
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    string command;
    long n = 0, sum = 0;
    cin >> command >> n;
    if (command == "sum") {
        for (sum = n; cin >> n;) sum += n;
        cout << sum << '\n';
    } else if (command == "depth") {
        cout << depth(n) << '\n';
    } else if (command == "memory") {
        vector<vector<char>> kept;
        for (long i = 0; i < n; i++) kept.emplace_back(1 << 20, 1);
        cout << kept.size() << '\n';
    } else if (command == "exit") {
        return 3;
    } else if (command == "throw") {
        throw runtime_error("on purpose");
    } else if (command == "divide") {
        cout << 1000 / n << '\n';
    } else if (command == "output") {
        for (long i = 0; i < n; i++) cout << "1234567\n";
    } else if (command == "threads") {
        vector<future<long>> tasks;
        for (int i = 0; i < 4; i++) {
            tasks.push_back(async(launch::async, [] {
                vector<long> numbers(1000);
                iota(numbers.begin(), numbers.end(), 1L);
                return accumulate(numbers.begin(), numbers.end(), 0L);
            }));
        }
        for (auto &task : tasks) sum += task.get();
        cout << sum << '\n';
    }
}
