#include "twice.h"

int twice(int number) { return 3 * number; }
