#!/usr/bin/env python3
"""Accepts a number n and n lines of 1 to 60 printable characters without blanks at the ends."""

import re
import sys

MOST_LINES, LONGEST = 100, 60
TEXT = re.compile(r"[!-~](?:[ -~]*[!-~])?")


def fault(text: str) -> str | None:
    if not text.endswith("\n"):
        return "the last line does not end"
    first, *lines = text[:-1].split("\n")
    if re.fullmatch(r"[1-9][0-9]{0,2}", first) is None or int(first) > MOST_LINES:
        return "line 1: expected an integer from 1 to 100"
    if len(lines) != int(first):
        return f"{first} lines were announced and {len(lines)} follow"
    for number, line in enumerate(lines, 2):
        if TEXT.fullmatch(line) is None or len(line) > LONGEST:
            return f"line {number}: expected 1 to 60 printable characters, no blank at either end"
    return None


def main() -> int:
    # Bytes that are not ASCII become a character that the pattern does not know.
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
