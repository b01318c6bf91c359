#!/usr/bin/env python3
"""Writes data/. The same bytes come out each time."""

import math
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"

SAMPLES = {
    "1": ((0, 0, 1), (1, 0, 1)),
    "2": ((0, 0, 5), (1, 2, 2)),
    "3": ((-3, 0, 2), (3, 0, 2)),
}

SECRET = {
    "01-apart": ((-10, -7, 3), (20, 14, 5), "The discs have nothing in common."),
    "02-touch-outside": ((0, 0, 2), (3, 4, 3), "One common point: the distance of the centres is the sum of the radii."),
    "03-same-disc": ((7, -7, 10), (7, -7, 10), "Both discs are the same."),
    "04-concentric": ((5, 5, 9), (5, 5, 4), "The same centre, other radii: the distance of the centres is zero."),
    "05-inside": ((1, 1, 8), (3, 2, 2), "The second disc lies inside the first."),
    "06-around": ((3, 2, 2), (1, 1, 8), "The first disc lies inside the second."),
    "07-touch-inside": ((0, 0, 10), (3, 4, 5), "The smaller disc touches the border of the larger one from inside."),
    "08-vertical": ((4, 0, 3), (4, 4, 2), "The centres lie above each other."),
    "09-centre-past-chord": ((0, 0, 10), (9, 1, 4), "The smaller centre lies on the far side of the common chord."),
    "10-sliver": ((-706, -707, 999), (707, 706, 1000), "A very thin lens between large discs."),
    "11-nearly-inside": ((-3, 2, 10), (-1, 5, 7), "Just a little of the smaller disc sticks out."),
    "12-corners": ((-1000, -1000, 1), (1000, 1000, 1), "As far apart as they can be."),
    "13-large": ((-100, 50, 1000), (300, -250, 900), "Large discs, a large part in common."),
    "14-half-plane": ((0, 0, 10), (1000, 0, 995), "Seen from the small disc, the border of the large one is nearly straight."),
}


def area_in_common(first: tuple[int, int, int], second: tuple[int, int, int]) -> float:
    """The sum of two circular segments. All that is subtracted is an exact integer."""
    (x1, y1, r1), (x2, y2, r2) = first, second
    square = (x2 - x1) ** 2 + (y2 - y1) ** 2
    if square >= (r1 + r2) ** 2:
        return 0.0
    if square <= (r1 - r2) ** 2:
        return math.pi * min(r1, r2) ** 2
    # With d for the distance of the centres: the chord's half length and its distance to a centre, times 2 d.
    half_chord = math.sqrt(4 * square * r1 * r1 - (square + r1 * r1 - r2 * r2) ** 2)

    def segment(own: int, other: int) -> float:
        angle = math.atan2(half_chord, square + own * own - other * other)
        return own * own * (angle - math.sin(2 * angle) / 2)

    return segment(r1, r2) + segment(r2, r1)


def write(name: str, first: tuple[int, int, int], second: tuple[int, int, int]) -> Path:
    path = DATA / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".in").write_text("{} {} {}\n{} {} {}\n".format(*first, *second))
    path.with_suffix(".ans").write_text(f"{area_in_common(first, second):.9f}\n")
    return path


def main() -> None:
    for name, (first, second) in SAMPLES.items():
        write(f"sample/{name}", first, second)
    for name, (first, second, description) in SECRET.items():
        write(f"secret/{name}", first, second).with_suffix(".yaml").write_text(f'description: "{description}"\n')
    for group in ("sample", "secret"):
        (DATA / group / "test_group.yaml").write_text("output_validator_args: [float_tolerance, \"1e-6\"]\n")


main()
