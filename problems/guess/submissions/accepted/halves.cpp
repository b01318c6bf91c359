#include <iostream>
#include <string>

int main() {
    int low = 1, high;
    std::cin >> high;
    while (low < high) {
        int middle = low + (high - low) / 2;
        std::cout << "? " << middle << std::endl;
        std::string answer;
        std::cin >> answer;
        if (answer == "larger") low = middle + 1;
        else if (answer == "smaller") high = middle - 1;
        else low = high = middle;
    }
    std::cout << "! " << low << std::endl;
}
