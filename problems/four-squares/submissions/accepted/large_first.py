from math import isqrt


def search(n):
    if n > 0 and n % 4 == 0:
        return [2 * a for a in search(n // 4)]
    for a in range(isqrt(n), -1, -1):
        for b in range(isqrt(n - a * a), -1, -1):
            left = n - a * a - b * b
            for c in range(isqrt(left // 2) + 1):
                d = isqrt(left - c * c)
                if c * c + d * d == left:
                    return [a, b, c, d]


print(*search(int(input())))
