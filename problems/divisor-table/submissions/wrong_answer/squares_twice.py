# Counts j and k / j, also where both are the root of a square number.
n = int(input())
divisors = [0] * (n + 1)
for j in range(1, n + 1):
    for k in range(j * j, n + 1, j):
        divisors[k] += 2
print("\n".join(map(str, divisors[1:])))
