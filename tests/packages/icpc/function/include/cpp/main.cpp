#include <fstream>
#include <iostream>

int twice(int number);

int main(int argc, char **) {
    std::ifstream file("numbers.txt");
    std::istream &from = argc > 1 ? file : std::cin;
    for (int number; from >> number;) std::cout << std::min(twice(number), {{most}}) << ' ';
    std::cout << std::endl;
}
