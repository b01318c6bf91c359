"""Calls a checker module as DMOJ does. Arguments: the module's file; the paths of the case's input, the output and the
answer; what the case is worth, its number, the submission's language, the seconds that it took, the problem's name; then
name=value for what the package gives the checker, a value being JSON, or else text. The submission lies in `submission`.

Standard output: `1 points` or `0 points`, then what the contestant is told.
"""

import os
import sys

from dmoj_offered import answer, line_ends, load, named, read, settled

channel = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def result_of(check, outputs, arguments):
    try:
        return settled(check(*outputs, **arguments), arguments["point_value"])
    except UnicodeDecodeError:
        return False, 0.0, "invalid unicode"


def main():
    module, input_file, output_file, answer_file, worth, position, language, seconds, problem, *words = sys.argv[1:]
    checker = load(module, "checker")
    arguments = named(words)
    binary = bool(arguments.setdefault("binary_data", False))
    tidy = (lambda text: text) if binary else line_ends
    arguments.update(
        submission_source=read("submission"),
        judge_input=tidy(read(input_file)),
        point_value=float(worth),
        case_position=int(position),
        batch=None,
        submission_language=language,
        execution_time=float(seconds),
        problem_id=problem,
        case=None,
        result=None,
    )
    outputs = read(output_file), tidy(read(answer_file))
    channel.write(answer(*result_of(checker.check, outputs, arguments)))
    channel.close()


main()
