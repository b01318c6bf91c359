#!/usr/bin/env python3
"""Accepts "n x" with 1 <= x <= n <= 1,000,000."""

import re
import sys

MOST = 1_000_000
INTEGER = r"([1-9][0-9]{0,6})"


def fault(text: str) -> str | None:
    line = re.fullmatch(rf"{INTEGER} {INTEGER}\n", text)
    if line is None:
        return "expected one line with two integers separated by one space"
    n, x = map(int, line.groups())
    return None if x <= n <= MOST else "n or x is out of range"


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
