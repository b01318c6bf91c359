# For each task that is done, goes through all the rules that are left.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
rules = list(zip(numbers[2::2], numbers[3::2]))
waiting = set(range(1, numbers[0] + 1))
order = []
while waiting:
    blocked = {b for _, b in rules}
    task = next((t for t in waiting if t not in blocked), None)
    if task is None:
        break
    order.append(task)
    waiting.remove(task)
    rules = [(a, b) for a, b in rules if a != task]

if not waiting:
    print("ORDER", *order)
else:
    before = {b: a for a, b in rules if a in waiting}
    path = [min(waiting)]
    while before[path[-1]] not in path:
        path.append(before[path[-1]])
    cycle = path[path.index(before[path[-1]]) :][::-1]
    print("CYCLE", len(cycle), *cycle)
