/* @EXPECTED_RESULTS@: RUN-ERROR, WRONG-ANSWER */
#include <stdlib.h>

int main(void) {
    abort();
}
