#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"

FAR = 10**18

CASES = {
    "sample/1": (0, 0, 9, 9),
    "sample/2": (8, 12, 4, 20),
    "secret/01-corner": (0, 0, 1, 1),
    "secret/02-hole": (1, 1, 1, 1),
    "secret/03-one-row": (40, 0, 1, 120),
    "secret/04-one-column": (0, 40, 120, 1),
    "secret/05-wide": (5, 100, 3, 60),
    "secret/06-high": (100, 5, 60, 3),
    "secret/07-first-81": (0, 0, 81, 81),
    "secret/08-large-hole": (240, 240, 12, 30),
    "secret/09-past-32-bit": (3**8 - 5, 3**22 + 3**8 - 13, 10, 40),
    "secret/10-past-double": (3**3 + 1, 2 * 3**35 + 3**3 - 5, 9, 27),
    "secret/11-farthest-row": (FAR, FAR // 2, 30, 70),
    "secret/12-one-very-long-row": (3**10 + 13, 0, 1, 200_000),
    "secret/13-most-lines": (0, 3**10 + 4, 200_000, 1),
    "secret/14-most-cells": (2 * 3**30 - 100, 3**31 - 200, 447, 447),
}


def ones(number: int) -> int:
    """The places of the digit 1 in the ternary system, as a set of bits."""
    bits, place = 0, 1
    while number > 0:
        number, digit = divmod(number, 3)
        bits |= place if digit == 1 else 0
        place *= 2
    return bits


def window(r: int, c: int, h: int, w: int) -> str:
    columns = [ones(column) for column in range(c, c + w)]
    rows = (ones(row) for row in range(r, r + h))
    return "".join("".join(".#"[not row & column] for column in columns) + "\n" for row in rows)


def main() -> None:
    for name, case in CASES.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".in").write_text("{} {} {} {}\n".format(*case))
        path.with_suffix(".ans").write_text(window(*case))


main()
