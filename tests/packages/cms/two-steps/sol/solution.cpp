#include "message.h"

std::string encode(std::string word) {
    return std::string(word.rbegin(), word.rend());
}

std::string decode(std::string word) {
    return encode(word);
}
