#!/usr/bin/env python3
"""Decides whether four numbers are an answer.

    validate.py INPUT ANSWER FEEDBACK_DIR/ < OUTPUT

Exit code 42 accepts and 43 rejects, with the reason in FEEDBACK_DIR/judgemessage.txt. Any other exit code, such
as that of an exception, is a judge error. The jury's answer is not looked at: every answer proves itself.
"""

import re
import sys
from pathlib import Path

ACCEPTED, REJECTED = 42, 43

# Four numbers need less than 50 bytes. An output much longer than that is not worth reading to its end.
MOST_BYTES = 10_000
NUMBER = re.compile(rb"[0-9]{1,9}")


def fault(n: int, output: bytes) -> str | None:
    """What is wrong with the output; None if it is an answer."""
    if len(output) > MOST_BYTES:
        return f"the output is longer than {MOST_BYTES} bytes"
    words = output.split()
    if len(words) != 4:
        return f"expected 4 numbers, the output has {len(words)} words"
    for word in words:
        if NUMBER.fullmatch(word) is None:
            return f"{ascii(word[:20].decode('latin-1'))} is not an integer from 0 to 999999999"
    total = sum(int(word) ** 2 for word in words)
    return None if total == n else f"the squares add up to {total}, not to {n}"


def main() -> int:
    input_path, _answer_path, feedback_directory = sys.argv[1:4]
    n = int(Path(input_path).read_text())
    found = fault(n, sys.stdin.buffer.read(MOST_BYTES + 1))
    Path(feedback_directory, "judgemessage.txt").write_text((found or "the squares add up") + "\n")
    return REJECTED if found else ACCEPTED


sys.exit(main())
