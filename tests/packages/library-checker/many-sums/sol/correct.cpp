#include <cstdio>

int main() {
  int times;
  if (std::scanf("%d", &times) != 1) return 1;
  while (times-- > 0) {
    long long a, b;
    if (std::scanf("%lld%lld", &a, &b) != 2) return 1;
    std::printf("%lld\n", a + b);
  }
}
