#include <cstdio>

#include "params.h"

int main() {
  long long times, a, b;
  if (std::scanf("%lld", &times) != 1 || times < 1 || times > T_MAX) return 1;
  while (times-- > 0) {
    if (std::scanf("%lld%lld", &a, &b) != 2) return 1;
    if (a < 0 || a > A_AND_B_MAX || b < 0 || b > A_AND_B_MAX) return 1;
  }
  return std::scanf("%lld", &a) == 1 ? 1 : 0;
}
