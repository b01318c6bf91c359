"""Compares an output in a way that the package format's own validator has not.

Arguments: the input, the answer and the folder of feedback; the name of the comparison; its own arguments. Among these,
`partly`: a part of the points is accepted, with `score_multiplier.txt`; `bytes`: the answer's line ends stay as they are.
"""

import re
import sys

SPACE = rb"[ \t\n\x0b\x0c\r]"


def lines(text):
    return [line for line in re.split(rb"[\r\n]", text) if line]


def words(text, blank=SPACE):
    return [word for word in re.split(blank, text) if word]


def strip(text):
    return text.strip(b" \t\n\x0b\x0c\r")


def same(answer, output):
    return 1 if answer == output else 0


def integers(text):
    """As testlib reads them; None where one is none."""
    found = words(text, rb"[ \t\n\r]")
    if not all(re.fullmatch(rb"0|-?[1-9]\d{0,18}", word) for word in found):
        return None
    numbers = sorted(map(int, found))
    return numbers if all(-2**63 <= number < 2**63 for number in numbers) else None


def uncmp(answer, output):
    wanted = integers(answer)
    if wanted is None:
        sys.exit("the answer is not a list of integers")
    return same(wanted, integers(output))


def easy(answer, output):
    letters = lambda text: sorted(b"".join(words(text)).lower())
    return same(letters(answer), letters(output))


def line_count(answer, output):
    wanted, got = lines(answer), lines(output)
    if len(got) > len(wanted):
        return 0
    right = sum(strip(a) == strip(b) for a, b in zip(wanted, got))
    return right / len(wanted) if wanted else 1


def line_matches(answer, output, required, *points):
    wanted, got, points = lines(answer), lines(output), [int(number) for number in points]
    if len(wanted) != len(points):
        sys.exit("the answer has not as many lines as there are points")
    if required == "all" and len(got) != len(wanted):
        return 0
    return sum(worth for a, b, worth in zip(wanted, got, points) if a == b) / sum(points)


def rstripped(answer, output, which):
    def tidy(text):
        parts = re.split(rb"[\r\n]", text)
        kept = parts if which == "all" else [part for part in parts if part]
        return [part.rstrip(b" \t\n\x0b\x0c\r") for part in kept]

    return same(tidy(answer), tidy(output))


def sorted_lines(answer, output):
    parts = lambda text: sorted(found for found in map(words, lines(text)) if found)
    return same(parts(answer), parts(output))


def sorted_words(answer, output):
    return same(sorted(words(answer)), sorted(words(output)))


def real_precision(answer, output):
    numbers = lambda text: [float(found) for found in re.findall(rb"[+-]?(?:\d+(?:\.\d*)?|\.\d+)", text)]
    wanted, got = numbers(answer), numbers(output)
    close = lambda a, b: abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1)
    return int(len(wanted) == len(got) and all(map(close, wanted, got)))


COMPARISONS = {
    "uncmp": uncmp,
    "easy": easy,
    "linecount": line_count,
    "linematches": line_matches,
    "rstripped": rstripped,
    "sorted-lines": sorted_lines,
    "sorted-words": sorted_words,
    "real-precision": real_precision,
}


def line_ends(text):
    """As DMOJ stores answers."""
    text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text + b"\n" if text and not text.endswith(b"\n") else text


def main():
    _, answer_file, feedback, name, *args = sys.argv[1:]
    with open(answer_file, "rb") as file:
        answer = file.read()
    if "bytes" not in args:
        answer = line_ends(answer)
    own = [arg for arg in args if arg not in ("bytes", "partly")]
    share = COMPARISONS[name](answer, sys.stdin.buffer.read(), *own)
    if 0 < share < 1 and "partly" in args:
        with open(feedback + "score_multiplier.txt", "w") as file:
            file.write(f"{share:.12f}")
    # DMOJ takes any line that matches for enough where nothing is shared out.
    accepted = share == 1 or share > 0 and ("partly" in args or name == "linematches")
    sys.exit(42 if accepted else 43)


main()
