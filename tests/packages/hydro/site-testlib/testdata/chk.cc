// Hydro has testlib.h, the package has not.
#include "testlib.h"

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    int n = inf.readInt();
    int a = ouf.readInt(0, n, "a"), b = ouf.readInt(0, n, "b");
    if (a + b != n) quitf(_wa, "%d + %d is not %d", a, b, n);
    quitf(_ok, "a pair");
}
