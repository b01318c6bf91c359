#!/usr/bin/env python3
"""Accepts "n m" and then m lines "a b w"."""

import re
import sys

MOST_SQUARES, MOST_STREETS, LONGEST = 10**5, 10**5, 10**9
FIRST = re.compile(r"([1-9][0-9]{0,5}) (0|[1-9][0-9]{0,5})")
STREET = re.compile(r"([1-9][0-9]{0,5}) ([1-9][0-9]{0,5}) ([1-9][0-9]{0,9})")


def street_fault(line: str, n: int) -> str | None:
    street = STREET.fullmatch(line)
    if street is None:
        return "expected three positive integers separated by single spaces"
    a, b, w = map(int, street.groups())
    if a == b or a > n or b > n:
        return "expected two different squares from 1 to n"
    return "a street is longer than 10^9" if w > LONGEST else None


def fault(text: str) -> str | None:
    if not text.endswith("\n"):
        return "the last line does not end"
    first, *streets = text[:-1].split("\n")
    sizes = FIRST.fullmatch(first)
    if sizes is None:
        return "line 1: expected two integers separated by one space"
    n, m = map(int, sizes.groups())
    if not 2 <= n <= MOST_SQUARES or m > MOST_STREETS:
        return "line 1: n or m is out of range"
    if len(streets) != m:
        return f"{m} streets were announced and {len(streets)} follow"
    faults = (f"line {number}: {found}" for number, line in enumerate(streets, 2) if (found := street_fault(line, n)))
    return next(faults, None)


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
