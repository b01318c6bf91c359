#!/usr/bin/env python3
"""Accepts two lines "x y r" with |x|, |y| <= 1000 and 1 <= r <= 1000."""

import re
import sys

LARGEST = 1000
DISC = r"(0|-?[1-9][0-9]{0,3}) (0|-?[1-9][0-9]{0,3}) ([1-9][0-9]{0,3})\n"


def fault(text: str) -> str | None:
    lines = re.fullmatch(DISC + DISC, text)
    if lines is None:
        return "expected two lines, each with two integers and a positive integer"
    if any(abs(int(number)) > LARGEST for number in lines.groups()):
        return "a number is larger than 1000 in absolute value"
    return None


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
