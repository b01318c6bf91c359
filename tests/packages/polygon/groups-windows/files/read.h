#include <fstream>

inline long long number(std::ifstream &from) {
    long long number = -1;
    from >> number;
    return number;
}
