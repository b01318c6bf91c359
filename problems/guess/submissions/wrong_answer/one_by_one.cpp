// Asks too often; from then on nobody answers, and it waits for that without end.
#include <iostream>
#include <string>
#include <unistd.h>

int main() {
    int n;
    std::cin >> n;
    std::string answer;
    for (int y = 1; y <= n; y++) {
        std::cout << "? " << y << std::endl;
        if (!(std::cin >> answer)) for (;;) pause();
        if (answer == "equal") {
            std::cout << "! " << y << std::endl;
            return 0;
        }
    }
}
