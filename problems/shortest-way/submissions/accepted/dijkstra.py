import heapq
import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n = numbers[0]
    out = [[] for _ in range(n + 1)]
    for a, b, w in zip(numbers[2::3], numbers[3::3], numbers[4::3]):
        out[a].append((b, w))
    best = [None] * (n + 1)
    best[1] = 0
    heap = [(0, 1)]
    while heap:
        steps, square = heapq.heappop(heap)
        if steps > best[square]:
            continue
        for b, w in out[square]:
            if best[b] is None or steps + w < best[b]:
                best[b] = steps + w
                heapq.heappush(heap, (steps + w, b))
    print("impossible" if best[n] is None else best[n])


main()
