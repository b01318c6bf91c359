/* Row 93: macros that grow eightfold at each step. */

#define A(x) x x x x x x x x
#define B(x) A(A(A(x)))
#define C(x) B(B(B(x)))
int main(void) { C(C(;)) }
