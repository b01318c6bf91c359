"""Calls a checker that was written for DMOJ as the package format calls validators.

Arguments: the input, the answer and the folder of feedback; then name=value for what the package gives the checker, a value
being JSON, or else text. Of the submission nothing is known here but its output.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from dmoj_offered import line_ends, load, named, read, settled, utf8text


def judged(input_file, answer_file, words):
    """Passed, the share of the points, and what the contestant is told."""
    arguments = named(words)
    binary = bool(arguments.setdefault("binary_data", False))
    tidy = (lambda text: text) if binary else line_ends
    arguments.update(
        submission_source=b"",
        judge_input=tidy(read(input_file)),
        point_value=1.0,
        case_position=1,
        batch=None,
        submission_language="",
        execution_time=0.0,
        problem_id="",
        case=None,
        result=None,
    )
    try:
        check = load(os.path.join(HERE, MODULE), "checker").check
        return settled(check(sys.stdin.buffer.read(), tidy(read(answer_file)), **arguments), 1.0)
    except UnicodeDecodeError:
        return False, 0.0, "invalid unicode"


def main():
    input_file, answer_file, feedback, *words = sys.argv[1:]
    passed, share, message = judged(input_file, answer_file, words)
    if not 0 <= share <= 1:
        sys.exit(f"the checker gave {share} of 1 point")
    if message:
        with open(feedback + "teammessage.txt", "w", encoding="utf-8", errors="replace") as file:
            file.write(utf8text(message, "replace"))
    partly = SCORING and 0 < share and not (passed and share == 1)
    if partly:
        with open(feedback + "score_multiplier.txt", "w") as file:
            file.write(f"{share:.12f}")
    sys.exit(42 if partly or passed and share == 1 else 43)


main()
