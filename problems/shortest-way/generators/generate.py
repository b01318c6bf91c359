#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

import heapq
import random
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"

Streets = list[tuple[int, int, int]]
Town = tuple[int, Streets]


def random_town(n: int, m: int, longest: int, seed: int) -> Town:
    rng = random.Random(seed)
    return n, [(*rng.sample(range(1, n + 1), 2), rng.randint(1, longest)) for _ in range(m)]


def chain_backwards(n: int, seed: int) -> Town:
    """A single way through all squares; its streets are given from the last to the first."""
    rng = random.Random(seed)
    middle = list(range(2, n))
    rng.shuffle(middle)
    way = [1, *middle, n]
    return n, [(a, b, rng.randint(1, 9)) for a, b in zip(way, way[1:])][::-1]


def diamonds(count: int) -> Town:
    """In each diamond the lower way is longer, by more than all later diamonds can differ: 2^count lengths."""
    streets = []
    for i in range(count):
        top, upper, lower, bottom = 3 * i + 1, 3 * i + 2, 3 * i + 3, 3 * i + 4
        streets += [(top, upper, 1), (top, lower, 1), (upper, bottom, 1), (lower, bottom, 1 + 2 ** (count - 1 - i))]
    return 3 * count + 1, streets


def grid(side: int, seed: int) -> Town:
    """Streets to the right and downwards."""
    rng = random.Random(seed)
    cell = lambda row, column: row * side + column + 1
    right = [(cell(r, c), cell(r, c + 1), rng.randint(1, 99)) for r in range(side) for c in range(side - 1)]
    down = [(cell(r, c), cell(r + 1, c), rng.randint(1, 99)) for r in range(side - 1) for c in range(side)]
    streets = right + down
    rng.shuffle(streets)
    return side * side, streets


def long_streets(n: int) -> Town:
    """The sum does not fit into 32 bits."""
    return n, [(i, i + 1, 10**9 - i) for i in range(1, n)]


CASES = {
    "sample/1": (4, [(1, 2, 5), (2, 4, 5), (1, 3, 2), (3, 2, 2), (3, 4, 9)]),
    "sample/2": (3, [(1, 2, 7), (3, 2, 1)]),
    "secret/01-one-street": (2, [(1, 2, 3)]),
    "secret/02-no-street": (2, []),
    "secret/03-wrong-direction": (3, [(2, 1, 1), (3, 2, 1), (3, 1, 1)]),
    "secret/04-several-streets": (2, [(1, 2, 9), (1, 2, 4), (2, 1, 1), (1, 2, 6)]),
    "secret/05-more-squares-fewer-steps": (5, [(1, 5, 100), (1, 2, 9), (2, 3, 9), (3, 4, 9), (4, 5, 9)]),
    "secret/06-better-way-found-late": (5, [(1, 2, 10), (1, 3, 1), (3, 4, 1), (4, 2, 1), (2, 5, 1)]),
    "secret/07-past-32-bit": long_streets(300),
    "secret/08-random": random_town(200, 1_500, 10**9, 8),
    "secret/09-random-thin": random_town(3_000, 5_000, 1_000, 9),
    "secret/10-grid": grid(40, 10),
    "secret/11-diamonds": diamonds(30),
    "secret/12-most-streets": random_town(999, 100_000, 99, 12),
    "secret/13-longest-chain": chain_backwards(100_000, 13),
}


def shortest(n: int, streets: Streets) -> int | None:
    out: list[list[tuple[int, int]]] = [[] for _ in range(n + 1)]
    for a, b, w in streets:
        out[a].append((b, w))
    best = {}
    heap = [(0, 1)]
    while heap:
        steps, square = heapq.heappop(heap)
        if square in best:
            continue
        best[square] = steps
        for b, w in out[square]:
            heapq.heappush(heap, (steps + w, b))
    return best.get(n)


def main() -> None:
    for name, (n, streets) in CASES.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{n} {len(streets)}", *(f"{a} {b} {w}" for a, b, w in streets)]
        path.with_suffix(".in").write_text("\n".join(lines) + "\n")
        steps = shortest(n, streets)
        path.with_suffix(".ans").write_text("impossible\n" if steps is None else f"{steps}\n")


main()
