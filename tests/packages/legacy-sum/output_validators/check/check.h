inline long long read_number(std::istream &from) {
    long long number = -1;
    from >> number;
    return number;
}
