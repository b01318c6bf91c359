# Believes that three squares are enough. next() finds none for 7 and raises StopIteration.
from math import isqrt

n = int(input())
scale = 1
while n > 0 and n % 4 == 0:
    n //= 4
    scale *= 2
squares = {a * a for a in range(isqrt(n) + 1)}
numbers = (
    (a, b)
    for a in range(isqrt(n), max(-1, isqrt(n) - 100), -1)
    for b in range(isqrt(n - a * a), -1, -1)
    if n - a * a - b * b in squares
)
a, b = next(numbers)
print(a * scale, b * scale, isqrt(n - a * a - b * b) * scale, 0)
