#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

import random
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"

Rules = list[tuple[int, int]]


def shuffled(n: int, rules: Rules, seed: int) -> Rules:
    """The same rules in another order, the tasks renumbered."""
    rng = random.Random(seed)
    number = list(range(1, n + 1))
    rng.shuffle(number)
    renamed = [(number[a - 1], number[b - 1]) for a, b in rules]
    rng.shuffle(renamed)
    return renamed


def without_cycle(n: int, m: int, seed: int) -> Rules:
    rng = random.Random(seed)
    rules = [tuple(sorted(rng.sample(range(1, n + 1), 2))) for _ in range(m)]
    return shuffled(n, rules, seed + 1)


def long_cycle(n: int, extra: int, seed: int) -> Rules:
    """A cycle through half of the tasks, and rules that make no other."""
    ring = [(i, i % (n // 2) + 1) for i in range(1, n // 2 + 1)]
    rng = random.Random(seed)
    tail = [tuple(sorted(rng.sample(range(n // 2 + 1, n + 1), 2))) for _ in range(extra)]
    return shuffled(n, ring + tail, seed)


CHAIN = [(i, i + 1) for i in range(1, 20_000)]

CASES = {
    "sample/1": (4, [(1, 2), (1, 3), (3, 2), (4, 2)]),
    "sample/2": (5, [(1, 2), (2, 3), (3, 4), (4, 2), (4, 5)]),
    "secret/01-one-task": (1, []),
    "secret/02-no-rules": (10, []),
    "secret/03-against-the-numbers": (6, [(6, 5), (5, 4), (4, 3), (3, 2), (2, 1)]),
    "secret/04-two-in-a-circle": (2, [(1, 2), (2, 1)]),
    "secret/05-rule-given-twice": (3, [(2, 1), (2, 1), (3, 2), (2, 1)]),
    "secret/06-before-and-after-a-cycle": (7, [(7, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6)]),
    "secret/07-two-parts": (8, [(1, 3), (3, 2), (2, 4), (8, 6), (6, 7), (7, 8), (7, 5)]),
    "secret/08-random": (50, without_cycle(50, 100, 8)),
    "secret/09-random-with-cycles": (40, shuffled(40, [(i, 1 + i * 7 % 40) for i in range(1, 40)], 9)),
    "secret/10-dense": (60, without_cycle(60, 1200, 10)),
    "secret/11-star": (1_000, shuffled(1_000, [(1, i) for i in range(2, 1_001)], 11)),
    "secret/12-long-cycle": (2_000, long_cycle(2_000, 1_500, 12)),
    "secret/13-chain-backwards": (20_000, CHAIN[::-1]),
    "secret/14-most-rules": (20_000, without_cycle(20_000, 50_000, 14)),
}


def find_cycle(after: list[list[int]], waiting: set[int]) -> list[int]:
    """Among tasks that each wait for another one of them: go back until a task comes again."""
    before = {b: a for a in waiting for b in after[a] if b in waiting}
    path, place = [min(waiting)], {}
    while path[-1] not in place:
        place[path[-1]] = len(path) - 1
        path.append(before[path[-1]])
    return path[place[path[-1]] : -1][::-1]


def solve(n: int, rules: Rules) -> str:
    after: list[list[int]] = [[] for _ in range(n + 1)]
    missing = [0] * (n + 1)
    for a, b in rules:
        after[a].append(b)
        missing[b] += 1
    order = [task for task in range(1, n + 1) if missing[task] == 0]
    for task in order:
        for other in after[task]:
            missing[other] -= 1
            if missing[other] == 0:
                order.append(other)
    if len(order) == n:
        return "ORDER\n" + " ".join(map(str, order)) + "\n"
    cycle = find_cycle(after, set(range(1, n + 1)) - set(order))
    return f"CYCLE\n{len(cycle)}\n" + " ".join(map(str, cycle)) + "\n"


def main() -> None:
    for name, (n, rules) in CASES.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{n} {len(rules)}", *(f"{a} {b}" for a, b in rules)]
        path.with_suffix(".in").write_text("\n".join(lines) + "\n")
        path.with_suffix(".ans").write_text(solve(n, rules))


main()
