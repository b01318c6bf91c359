#!/usr/bin/env python3
"""Accepts one line with an integer from 1 to 10^5."""

import re
import sys

LARGEST = 10**5


def fault(text: str) -> str | None:
    if re.fullmatch(r"[1-9][0-9]{0,5}\n", text) is None:
        return "expected one line with one positive integer"
    if int(text) > LARGEST:
        return "n is larger than 10^5"
    return None


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
