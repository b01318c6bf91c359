# Adds one at a time.
a, b = map(int, input().split())
step = 1 if b > 0 else -1
while b != 0:
    a += step
    b -= step
print(a)
