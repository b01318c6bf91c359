import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n = numbers[0]
    after = [[] for _ in range(n + 1)]
    before = [[] for _ in range(n + 1)]
    missing = [0] * (n + 1)
    for a, b in zip(numbers[2::2], numbers[3::2]):
        after[a].append(b)
        before[b].append(a)
        missing[b] += 1
    ready = [t for t in range(1, n + 1) if missing[t] == 0]
    order = []
    while ready:
        order.append(ready.pop())
        for t in after[order[-1]]:
            missing[t] -= 1
            if missing[t] == 0:
                ready.append(t)
    if len(order) == n:
        print("ORDER")
        print(*order)
        return
    # What is left waits for something that is left too: going back, a task comes again.
    task = next(t for t in range(1, n + 1) if missing[t] > 0)
    path, place = [], {}
    while task not in place:
        place[task] = len(path)
        path.append(task)
        task = next(t for t in before[task] if missing[t] > 0)
    cycle = path[place[task] :][::-1]
    print("CYCLE")
    print(len(cycle))
    print(*cycle)


main()
