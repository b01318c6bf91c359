# Tries all of them from below: for 7 * 4^13 the smallest of the four numbers is 8192.
from math import isqrt


def search(n):
    for a in range(isqrt(n) + 1):
        for b in range(isqrt(n - a * a) + 1):
            left = n - a * a - b * b
            for c in range(isqrt(left) + 1):
                d = isqrt(left - c * c)
                if c * c + d * d == left:
                    return a, b, c, d


print(*search(int(input())))
