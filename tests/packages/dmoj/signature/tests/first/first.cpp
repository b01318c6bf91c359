int middle(int a, int b, int c) {
    return a > b ? a - b + c + 1 : c;
}
