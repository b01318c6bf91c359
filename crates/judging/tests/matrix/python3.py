import sys
import threading


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def threads():
    sums = []
    workers = [threading.Thread(target=lambda: sums.append(sum(range(1001)))) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(sums)


command, n, *numbers = sys.stdin.read().split()
n = int(n)
if command == "sum":
    print(n + sum(map(int, numbers)))
elif command == "depth":
    sys.setrecursionlimit(n + 1000)
    print(depth(n))
elif command == "memory":
    print(len([b"\x01" * ((1 << 20) + i) for i in range(n)]))
elif command == "exit":
    sys.exit(3)
elif command == "throw":
    raise RuntimeError("on purpose")
elif command == "divide":
    print(1000 // n)
elif command == "output":
    for _ in range(n):
        print("1234567")
elif command == "threads":
    print(threads())
