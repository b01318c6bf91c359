#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"

CASES = {
    "sample/1": (3, 4),
    "sample/2": (1000000000000, -5),
    "secret/01-zeros": (0, 0),
    "secret/02-ones": (1, 1),
    "secret/03-both-negative": (-17, -25),
    "secret/04-mixed-signs": (-1000, 1),
    "secret/05-cancel": (4096, -4096),
    "secret/06-past-int32-max": (2147483647, 1),
    "secret/07-past-int32-min": (-2147483648, -1),
    "secret/08-past-uint32-max": (4294967295, 1),
    "secret/09-past-double-odd": (9007199254740993, 0),
    "secret/10-past-double-step": (9007199254740992, 1),
    "secret/11-past-double-negative": (-9007199254740992, -3),
    "secret/12-largest": (10**18, 10**18),
    "secret/13-smallest": (-(10**18), -(10**18)),
    "secret/14-large-and-small": (999999999999999989, -7),
    "secret/15-eighteen-digits": (876543210123456789, 123),
    "secret/16-same-digits": (-111111111111111111, 1111),
}


def main() -> None:
    for name, (a, b) in CASES.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".in").write_text(f"{a} {b}\n")
        path.with_suffix(".ans").write_text(f"{a + b}\n")


main()
