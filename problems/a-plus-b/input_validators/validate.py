#!/usr/bin/env python3
"""Accepts one line "a b" with two integers of at most 10^18 in absolute value."""

import re
import sys

LARGEST = 10**18
INTEGER = r"(0|-?[1-9][0-9]{0,18})"


def fault(text: str) -> str | None:
    line = re.fullmatch(rf"{INTEGER} {INTEGER}\n", text)
    if line is None:
        return "expected one line with two integers separated by one space"
    if any(abs(int(number)) > LARGEST for number in line.groups()):
        return "a number is larger than 10^18 in absolute value"
    return None


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
