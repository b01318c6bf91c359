#pragma once

#include <cstdio>
#include <cstdlib>

#include "random.h"
#include "../params.h"

inline void print(Random random, long long times, long long most) {
  std::printf("%lld\n", times);
  for (long long i = 0; i < times; i++) {
    long long a = random.below(most + 1), b = random.below(most + 1);
    std::printf("%lld %lld\n", a, b);
  }
}
