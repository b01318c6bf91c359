# Looks up square n though no way may lead there: KeyError.
import heapq
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n = numbers[0]
out = [[] for _ in range(n + 1)]
for a, b, w in zip(numbers[2::3], numbers[3::3], numbers[4::3]):
    out[a].append((b, w))
best = {}
heap = [(0, 1)]
while heap:
    steps, square = heapq.heappop(heap)
    if square not in best:
        best[square] = steps
        for b, w in out[square]:
            heapq.heappush(heap, (steps + w, b))
print(best[n])
