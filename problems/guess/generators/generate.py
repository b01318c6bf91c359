#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

import random
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
MOST = 1_000_000

SAMPLES = {"1": (10, 7)}
CONVERSATION = """\
<10
>? 5
<larger
>? 8
<smaller
>? 6
<larger
>! 7
"""

SECRET = {
    "01-one": (1, 1),
    "02-two-low": (2, 1),
    "03-two-high": (2, 2),
    "04-power": (1 << 19, 1 << 18),
    "05-last": (MOST, MOST),
    "06-first": (MOST, 1),
    "07-middle": (MOST, MOST // 2),
    "08-middle-and-one": (MOST, MOST // 2 + 1),
}


def write(folder: str, name: str, n: int, x: int) -> None:
    place = DATA / folder
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{name}.in").write_text(f"{n} {x}\n")
    (place / f"{name}.ans").write_text(f"{x}\n")


def main() -> None:
    for name, (n, x) in SAMPLES.items():
        write("sample", name, n, x)
        (DATA / "sample" / f"{name}.interaction").write_text(CONVERSATION)
    rng = random.Random(20)
    drawn = {f"{number:02}-drawn": (MOST, rng.randint(1, MOST)) for number in range(9, 13)}
    for name, (n, x) in (SECRET | drawn).items():
        write("secret", name, n, x)


main()
