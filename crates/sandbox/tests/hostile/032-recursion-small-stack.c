/* Row 32: recursion without end, with a small stack. */
#include "032-recursion.c"
