#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

import random
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"


def letters(length: int, alphabet: str, seed: int) -> str:
    return "".join(random.Random(seed).choices(alphabet, k=length))


def retold(tale: str, length: int, seed: int) -> str:
    """The tale with letters left out and others put in."""
    rng = random.Random(seed)
    kept = [c for c in tale if rng.random() < 0.7]
    while len(kept) < length:
        kept.insert(rng.randrange(len(kept) + 1), rng.choice("abcdefghijklmnopqrstuvwxyz"))
    return "".join(kept[:length])


ALL = "abcdefghijklmnopqrstuvwxyz"
TALE = letters(8000, ALL, 13)

CASES = {
    "sample/1": ("loom", "bloomers"),
    "sample/2": ("weaver", "reeve"),
    "secret/01-same-letter": ("a", "a"),
    "secret/02-other-letter": ("a", "z"),
    "secret/03-nothing-in-common": ("abcab", "xyzzy"),
    "secret/04-same-word": ("needlework", "needlework"),
    "secret/05-backwards": ("spindle", "eldnips"),
    "secret/06-not-in-one-piece": ("xaxbxcxdx", "abcd"),
    "secret/07-greed-is-punished": ("bca", "abc"),
    "secret/08-short-and-long": ("thread", letters(40, ALL, 8)),
    "secret/09-two-letters": (letters(300, "ab", 9), letters(280, "ab", 10)),
    "secret/10-thousand": (letters(1000, "abcd", 11), letters(999, "abcd", 12)),
    "secret/11-one-letter-only": ("a" * 8000, "a" * 7999),
    "secret/12-retold": (TALE, retold(TALE, 8000, 14)),
    "secret/13-random": (letters(8000, "abc", 15), letters(8000, "abc", 16)),
}


def longest(s: str, t: str) -> int:
    """Bit j of `row` is 0 where L(i, j + 1) is one more than L(i, j): a row at a time, in long integers."""
    full = (1 << len(t)) - 1
    places = {c: sum(1 << j for j, other in enumerate(t) if other == c) for c in set(s)}
    row = full
    for c in s:
        match = row & places[c]
        row = ((row + match) | (row - match)) & full
    return len(t) - row.bit_count()


def longest_plainly(s: str, t: str) -> int:
    row = [0] * (len(t) + 1)
    for c in s:
        above = row
        row = [0]
        for j, other in enumerate(t):
            row.append(above[j] + 1 if c == other else max(above[j + 1], row[j]))
    return row[-1]


def main() -> None:
    for name, (s, t) in CASES.items():
        path = DATA / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".in").write_text(f"{s}\n{t}\n")
        path.with_suffix(".ans").write_text(f"{longest(s, t)}\n")
        assert len(s) > 2000 or longest(s, t) == longest_plainly(s, t), name


main()
