#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

import random
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"


def even_lines(count: int, seed: int) -> list[str]:
    """Lines of even length of all the characters there are."""
    rng = random.Random(seed)
    printable = [chr(code) for code in range(33, 127)]
    lines = []
    for _ in range(count):
        line = rng.choices(printable + [" "] * 15, k=2 * rng.randint(1, 30))
        line[0], line[-1] = rng.choices(printable, k=2)
        lines.append("".join(line))
    return lines


CASES = {
    "sample/1": ["Fresh fish", "from", "our harbour!"],
    "sample/2": ["Odd", "or", "even"],
    "secret/01-one-letter": ["a"],
    "secret/02-one-line": ["Mind the gap"],
    "secret/03-same-length": ["left", "hand", "side"],
    "secret/04-longest-first": ["No entry", "for us", "here"],
    "secret/05-odd-one-out": ["Barber", "Mon to Fri", "shave"],
    "secret/06-a-blank-more-to-the-right": ["ab", "a"],
    "secret/07-blanks-inside": ["L  O  V  E", "a    b", "x   zw"],
    "secret/08-frames-inside": ["+----+", "| ++ |", "||", "-- --+"],
    "secret/09-mixed-case": ["McCoy & iMac", "LaTeX 2e", "pH"],
    "secret/10-lower-case": ["all of this", "is in small", "letters"],
    "secret/11-like-numbers": ["1.0", "1", "+01", "1e3"],
    "secret/12-longest-line": ["W" * 60, "is as wide", "as it gets"],
    "secret/13-backslashes": ["C:\\new\\table", "%s %d %n\\0", "\"quoted\"", "'$HOME'!"],
    "secret/14-hundred-lines": even_lines(100, 14),
}


def sign(lines: list[str]) -> str:
    width = max(map(len, lines))
    border = "+" + "-" * (width + 2) + "+"
    rows = []
    for line in lines:
        left = (width - len(line)) // 2
        rows.append("| " + " " * left + line + " " * (width - len(line) - left) + " |")
    return "\n".join([border, *rows, border]) + "\n"


def main() -> None:
    for name, lines in CASES.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".in").write_text("\n".join([str(len(lines)), *lines]) + "\n")
        path.with_suffix(".ans").write_text(sign(lines))
    for group in ("sample", "secret"):
        (DATA / group / "test_group.yaml").write_text("output_validator_args: [case_sensitive, space_change_sensitive]\n")


main()
