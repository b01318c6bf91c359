#include "testlib.h"

int main(int, char **) {}
