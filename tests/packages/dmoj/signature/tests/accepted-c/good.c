int middle(int a, int b, int c) {
    if ((a <= b) == (b <= c)) return b;
    if ((b <= a) == (a <= c)) return a;
    return c;
}
