# A matrix of n times n references: 3.2 GB for 20 000 tasks.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n = numbers[0]
rule = [[False] * (n + 1) for _ in range(n + 1)]
for a, b in zip(numbers[2::2], numbers[3::2]):
    rule[a][b] = True
missing = [sum(rule[a][b] for a in range(n + 1)) for b in range(n + 1)]
order = [t for t in range(1, n + 1) if missing[t] == 0]
for task in order:
    for t in range(1, n + 1):
        if rule[task][t]:
            missing[t] -= 1
            if missing[t] == 0:
                order.append(t)
if len(order) == n:
    print("ORDER", *order)
else:
    left = [t for t in range(1, n + 1) if missing[t] > 0]
    path = [left[0]]
    while True:
        task = next(t for t in left if rule[t][path[-1]])
        if task in path:
            break
        path.append(task)
    cycle = path[path.index(task) :][::-1]
    print("CYCLE", len(cycle), *cycle)
