# Depth-first search by recursion, without raising Python's limit: RecursionError on long chains.
import sys


def visit(task):
    state[task] = 1
    path.append(task)
    for t in after[task]:
        if state[t] == 1:
            cycle = path[path.index(t) :]
            print("CYCLE", len(cycle), *cycle)
            sys.exit()
        if state[t] == 0:
            visit(t)
    path.pop()
    state[task] = 2
    finished.append(task)


numbers = list(map(int, sys.stdin.buffer.read().split()))
n = numbers[0]
after = [[] for _ in range(n + 1)]
for a, b in zip(numbers[2::2], numbers[3::2]):
    after[a].append(b)
state = [0] * (n + 1)
path, finished = [], []
for t in range(1, n + 1):
    if state[t] == 0:
        visit(t)
print("ORDER", *finished[::-1])
