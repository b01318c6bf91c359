#include <string>

std::string encode(std::string word);
std::string decode(std::string word);
