// A generator of numbers that is the same everywhere.
#pragma once

#include <cstdint>

struct Random {
  std::uint64_t state;
  explicit Random(std::uint64_t seed) : state(seed * 2 + 1) {}
  long long below(long long bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<long long>((state >> 33) % static_cast<std::uint64_t>(bound));
  }
};
