#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

import random
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"


def full(order: int, arms: int) -> str:
    """The smallest river of an order in which `arms` streams flow together everywhere."""
    return "(" + (full(order - 1, arms) * arms if order > 1 else "") + ")"


def lake_chain(length: int) -> str:
    return "(" * length + ")" * length


def side_springs(length: int) -> str:
    """A long river of order 2: at each step a spring comes in."""
    return "(()" * length + "()" + ")" * length


def random_river(streams: int, seed: int) -> str:
    """A stream more is opened with the chance that keeps all shapes of the rest about equally likely."""
    rng = random.Random(seed)
    text, depth, left = ["("], 1, streams - 1
    while left > 0:
        if depth == 1 or rng.random() < 0.5:
            text.append("(")
            depth += 1
            left -= 1
        else:
            text.append(")")
            depth -= 1
    return "".join(text) + ")" * depth


def deepening(depth: int, order: int) -> str:
    """Two rivers of an order, each behind a long chain of lakes."""
    arm = "(" * depth + full(order, 2) + ")" * depth
    return f"({arm}{arm})"


CASES = {
    "sample/1": "()",
    "sample/2": "(()())",
    "sample/3": "((()())(()())(()))",
    "secret/01-lake": "(())",
    "secret/02-three-springs": "(()()())",
    "secret/03-order-comes-first": "((()())())",
    "secret/04-order-comes-last": "(()(()()))",
    "secret/05-twice-a-lower-order": "(()()(()()))",
    "secret/06-between-lower-ones": "(()(()())()(()())())",
    "secret/07-full-of-two": full(12, 2),
    "secret/08-full-of-three": full(8, 3),
    "secret/09-many-springs": "(" + "()" * 20_000 + ")",
    "secret/10-random": random_river(500, 10),
    "secret/11-random-large": random_river(30_000, 11),
    "secret/12-two-long-arms": deepening(20_000, 5),
    "secret/13-springs-on-the-way": side_springs(40_000),
    "secret/14-half-a-million-lakes": lake_chain(500_000),
}


def order(river: str) -> int:
    """For each open stream: the highest order that flows into it so far, and whether at least twice."""
    open_streams = [(0, False)]
    for bracket in river:
        if bracket == "(":
            open_streams.append((0, False))
            continue
        highest, twice = open_streams.pop()
        own = highest + 1 if twice or highest == 0 else highest
        highest, _ = open_streams[-1]
        if own > highest:
            open_streams[-1] = (own, False)
        elif own == highest:
            open_streams[-1] = (own, True)
    return open_streams[0][0]


def main() -> None:
    for name, river in CASES.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".in").write_text(f"{river}\n")
        path.with_suffix(".ans").write_text(f"{order(river)}\n")


main()
