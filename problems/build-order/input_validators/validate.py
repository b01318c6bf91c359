#!/usr/bin/env python3
"""Accepts "n m" and then m lines "a b" with two different tasks."""

import re
import sys

MOST_TASKS, MOST_RULES = 20_000, 50_000
INTEGER = r"(?:0|[1-9][0-9]{0,5})"
PAIR = re.compile(rf"{INTEGER} {INTEGER}")


def fault(text: str) -> str | None:
    if not text.endswith("\n"):
        return "the last line does not end"
    lines = text[:-1].split("\n")
    for number, line in enumerate(lines, 1):
        if PAIR.fullmatch(line) is None:
            return f"line {number}: expected two integers separated by one space"
    (n, m), *rules = [tuple(map(int, line.split())) for line in lines]
    if not (1 <= n <= MOST_TASKS and m <= MOST_RULES):
        return "line 1: n or m is out of range"
    if len(rules) != m:
        return f"{m} rules were announced and {len(rules)} follow"
    for number, (a, b) in enumerate(rules, 2):
        if a == b or not (1 <= a <= n and 1 <= b <= n):
            return f"line {number}: expected two different tasks from 1 to n"
    return None


def main() -> int:
    found = fault(sys.stdin.buffer.read().decode("ascii", "replace"))
    if found is None:
        return 42
    print(found, file=sys.stderr)
    return 43


sys.exit(main())
