// Row 93: templates that make templates.
template <int N, int M> struct F {
    static constexpr long value = F<N - 1, 2 * M>::value + F<N - 1, 2 * M + 1>::value;
};
template <int M> struct F<0, M> {
    static constexpr long value = M;
};
int main() { return F<26, 0>::value; }
