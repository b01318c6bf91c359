# Prints the table, and then blank lines for ever, to push the paper out of the printer.
n = int(input())
divisors = [0] * (n + 1)
for j in range(1, n + 1):
    for k in range(j, n + 1, j):
        divisors[k] += 1
print("\n".join(map(str, divisors[1:])))
while True:
    print("\n" * 1000)
