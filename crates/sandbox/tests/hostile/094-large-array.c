/* Row 94: a program of 2 GiB. */

char a[1u << 31] = { 1 };
int main(void) {}
