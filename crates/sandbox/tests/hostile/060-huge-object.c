/* Row 60: an object file of 10 GB. */

__asm__(".data\n.rept 10\n.fill 1000000000, 1, 1\n.endr\n");
int main(void) {}
