#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

from math import isqrt
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"

CASES = {
    "sample/1": 12,
    "sample/2": 310,
    "secret/01-zero": 0,
    "secret/02-one": 1,
    "secret/03-three": 3,
    "secret/04-seven-needs-four": 7,
    "secret/05-greedy-fails": 23,
    "secret/06-twenty-eight": 28,
    "secret/07-a-square": 64,
    "secret/08-below-a-square": 624,
    "secret/09-prime": 1_009,
    "secret/10-one-way-only": 14 * 4**4,
    "secret/11-largest": 1_000_000_000,
    "secret/12-large-needs-four": 999_999_943,
    "secret/13-seven-times-power-of-four": 7 * 4**13,
}


def root(n: int) -> int | None:
    return isqrt(n) if n >= 0 and isqrt(n) ** 2 == n else None


def two_squares(n: int) -> tuple[int, int] | None:
    return next(((c, root(n - c * c)) for c in range(isqrt(n) + 1) if root(n - c * c) is not None), None)


def four_squares(n: int) -> tuple[int, ...]:
    if n > 0 and n % 4 == 0:
        return tuple(2 * a for a in four_squares(n // 4))
    for a in range(isqrt(n), -1, -1):
        left = n - a * a
        for b in range(isqrt(left), -1, -1):
            rest = two_squares(left - b * b)
            if rest is not None:
                return (a, b, *rest)
    raise AssertionError(f"Lagrange was wrong about {n}")


def main() -> None:
    for name, n in CASES.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".in").write_text(f"{n}\n")
        path.with_suffix(".ans").write_text("{} {} {} {}\n".format(*four_squares(n)))


main()
