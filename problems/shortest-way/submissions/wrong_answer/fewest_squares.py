# Breadth-first search: the way over the fewest squares, however long its streets are.
import sys
from collections import deque

numbers = list(map(int, sys.stdin.buffer.read().split()))
n = numbers[0]
out = [[] for _ in range(n + 1)]
for a, b, w in zip(numbers[2::3], numbers[3::3], numbers[4::3]):
    out[a].append((b, w))
steps = {1: 0}
queue = deque([1])
while queue:
    square = queue.popleft()
    for b, w in out[square]:
        if b not in steps:
            steps[b] = steps[square] + w
            queue.append(b)
print(steps.get(n, "impossible"))
