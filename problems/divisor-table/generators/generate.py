#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"

CASES = {
    "sample/1": 12,
    "secret/01-one": 1,
    "secret/02-two": 2,
    "secret/03-three": 3,
    "secret/04-four-a-square": 4,
    "secret/05-ten": 10,
    "secret/06-last-is-prime": 97,
    "secret/07-hundred": 100,
    "secret/08-many-divisors": 720,
    "secret/09-power-of-two": 1024,
    "secret/10-thousands": 2500,
    "secret/11-fifteen-thousand": 15000,
    "secret/12-most-lines": 100000,
}


def divisor_counts(n: int) -> list[int]:
    """d(1) to d(n), from the exponents of the smallest prime factors."""
    smallest = list(range(n + 1))
    for p in range(2, int(n**0.5) + 1):
        if smallest[p] == p:
            for multiple in range(p * p, n + 1, p):
                smallest[multiple] = min(smallest[multiple], p)
    counts = [0, 1]
    for k in range(2, n + 1):
        rest, exponent = k, 0
        while rest % smallest[k] == 0:
            rest //= smallest[k]
            exponent += 1
        counts.append(counts[rest] * (exponent + 1))
    return counts[1 : n + 1]


def main() -> None:
    for name, n in CASES.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".in").write_text(f"{n}\n")
        path.with_suffix(".ans").write_text("".join(f"{d}\n" for d in divisor_counts(n)))


main()
