# Calls everything that cannot be done a cycle.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n = numbers[0]
after = [[] for _ in range(n + 1)]
missing = [0] * (n + 1)
for a, b in zip(numbers[2::2], numbers[3::2]):
    after[a].append(b)
    missing[b] += 1
order = [t for t in range(1, n + 1) if missing[t] == 0]
for task in order:
    for t in after[task]:
        missing[t] -= 1
        if missing[t] == 0:
            order.append(t)
left = [t for t in range(1, n + 1) if missing[t] > 0]
print("CYCLE\n%d" % len(left) if left else "ORDER")
print(*(left or order))
