/* Row 89: a header that never ends. */

#include "/dev/zero"
int main(void) {}
