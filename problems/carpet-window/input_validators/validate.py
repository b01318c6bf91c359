#!/usr/bin/env python3
"""Accepts one line "r c h w" of a window with at most 200 000 cells."""

import re
import sys

LARGEST, MOST_CELLS = 10**18, 200_000


def fault(text: str) -> str | None:
    line = re.fullmatch(r"(0|[1-9][0-9]{0,18}) (0|[1-9][0-9]{0,18}) ([1-9][0-9]{0,5}) ([1-9][0-9]{0,5})\n", text)
    if line is None:
        return "expected one line with four integers, the last two of them positive"
    r, c, h, w = map(int, line.groups())
    if max(r, c) > LARGEST:
        return "the corner of the window is more than 10^18 away"
    return "the window has more than 200 000 cells" if h * w > MOST_CELLS else None


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
