# Always takes the largest square, and as many of them as it takes: not always four.
from math import isqrt

n = int(input())
while n > 0:
    print(isqrt(n), end=" ")
    n -= isqrt(n) ** 2
print()
