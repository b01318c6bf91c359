# Bellman and Ford: n rounds over all streets where the streets of a long way are given from its end.
import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n = numbers[0]
    streets = list(zip(numbers[2::3], numbers[3::3], numbers[4::3]))
    far = 10**18
    best = [far] * (n + 1)
    best[1] = 0
    better = True
    while better:
        better = False
        for a, b, w in streets:
            if best[a] + w < best[b]:
                best[b] = best[a] + w
                better = True
    print("impossible" if best[n] >= far else best[n])


main()
