#!/usr/bin/env python3
"""Draws statement/discs.png: two discs that overlap, their centres and the line between them."""

import struct
import zlib
from pathlib import Path

PICTURE = Path(__file__).resolve().parent.parent / "statement" / "discs.png"
WIDTH, HEIGHT = 560, 300
LEFT, RIGHT = (215, 150, 130), (370, 150, 95)
PAPER, BLUE, AMBER, BOTH, INK = (250, 250, 248), (141, 186, 224), (244, 205, 130), (104, 140, 110), (38, 44, 52)
SAMPLES = [(i + 0.5) / 4 for i in range(4)]


def distance(x: float, y: float, disc: tuple[int, int, int]) -> float:
    return ((x - disc[0]) ** 2 + (y - disc[1]) ** 2) ** 0.5


def colour(x: float, y: float) -> tuple[int, int, int]:
    left, right = distance(x, y, LEFT), distance(x, y, RIGHT)
    on_line = abs(y - LEFT[1]) < 0.8 and LEFT[0] < x < RIGHT[0]
    on_border = abs(left - LEFT[2]) < 1.1 or abs(right - RIGHT[2]) < 1.1
    if min(left, right) < 4 or on_line or on_border:
        return INK
    if left < LEFT[2] and right < RIGHT[2]:
        return BOTH
    if left < LEFT[2]:
        return BLUE
    return AMBER if right < RIGHT[2] else PAPER


def pixel(column: int, row: int) -> bytes:
    """The mean of sixteen points, so that borders look smooth."""
    points = [colour(column + dx, row + dy) for dx in SAMPLES for dy in SAMPLES]
    return bytes(round(sum(channel) / len(points)) for channel in zip(*points))


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def main() -> None:
    rows = b"".join(b"\0" + b"".join(pixel(x, y) for x in range(WIDTH)) for y in range(HEIGHT))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    PICTURE.write_bytes(b"\x89PNG\r\n\x1a\n" + body)


main()
