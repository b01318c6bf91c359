#!/usr/bin/env python3
"""Accepts one line with an integer from 0 to 10^9."""

import re
import sys

LARGEST = 10**9


def fault(text: str) -> str | None:
    if re.fullmatch(r"(0|[1-9][0-9]{0,9})\n", text) is None:
        return "expected one line with one integer that is not negative"
    if int(text) > LARGEST:
        return "n is larger than 10^9"
    return None


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
