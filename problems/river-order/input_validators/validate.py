#!/usr/bin/env python3
"""Accepts one line with at most 10^6 brackets, of which the last one closes the first."""

import re
import sys

LONGEST = 10**6


def fault(text: str) -> str | None:
    if re.fullmatch(r"[()]{2,}\n", text) is None:
        return "expected one line with brackets and nothing else"
    river = text[:-1]
    if len(river) > LONGEST:
        return "the river has more than 10^6 characters"
    depth = 0
    for place, bracket in enumerate(river, 1):
        depth += 1 if bracket == "(" else -1
        if depth <= 0 and place < len(river):
            return f"the first bracket is closed at character {place}, before the end"
    return None if depth == 0 else f"{depth} brackets are not closed"


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
