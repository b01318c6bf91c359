#include <cstdio>
#include "sums.h"

int main() { puts(same("input", "user_out") ? "100" : "0"); }
