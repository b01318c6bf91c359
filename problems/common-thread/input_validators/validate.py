#!/usr/bin/env python3
"""Accepts two lines, each with a word of 1 to 8000 lower-case letters."""

import re
import sys

LONGEST = 8000


def fault(text: str) -> str | None:
    lines = re.fullmatch(r"([a-z]+)\n([a-z]+)\n", text)
    if lines is None:
        return "expected two lines with lower-case letters"
    if any(len(word) > LONGEST for word in lines.groups()):
        return "a word has more than 8000 letters"
    return None


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
