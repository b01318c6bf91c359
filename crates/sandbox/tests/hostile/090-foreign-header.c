/* Row 90: a header whose text shows in the complaint. */

#include "/etc/passwd"
#include "/etc/shadow"
int main(void) {}
