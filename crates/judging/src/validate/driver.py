"""Calls a checker module as DMOJ does. Arguments: the module's file; the paths of the case's input, the output and the
answer; what the case is worth, its number, the submission's language, the seconds that it took, the problem's name; then
name=value for what the package gives the checker, a value being JSON, or else text. The submission lies in `submission`.

Standard output: `1 points` or `0 points`, then what the contestant is told.
"""

import importlib.util
import json
import os
import sys
import types

channel = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


class CheckerResult:
    def __init__(self, passed, points, feedback=None, extended_feedback=None):
        self.passed = passed
        self.points = points
        self.feedback = feedback
        self.extended_feedback = extended_feedback


class InternalError(Exception):
    pass


def utf8text(text, errors="strict"):
    return text.decode("utf-8", errors) if isinstance(text, bytes) else text


def utf8bytes(text):
    return text.encode("utf-8") if isinstance(text, str) else text


def offer(name, **contents):
    """What checkers import of the judge that they were written for."""
    module = types.ModuleType(name)
    module.__path__ = []
    module.__dict__.update(contents)
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def line_ends(text):
    """As DMOJ stores test data: LF, and one at the end."""
    text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text + b"\n" if text and not text.endswith(b"\n") else text


def value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def result_of(check, outputs, arguments):
    try:
        result = check(*outputs, **arguments)
    except UnicodeDecodeError:
        return False, 0.0, "invalid unicode"
    if hasattr(result, "passed"):
        return bool(result.passed), float(result.points), result.feedback or ""
    return bool(result), arguments["point_value"] if result else 0.0, ""


def main():
    module, input_file, output_file, answer_file, worth, position, language, seconds, problem, *words = sys.argv[1:]
    offer("dmoj")
    offer("dmoj.result", CheckerResult=CheckerResult)
    offer("dmoj.error", InternalError=InternalError)
    offer("dmoj.utils")
    offer("dmoj.utils.unicode", utf8text=utf8text, utf8bytes=utf8bytes)
    spec = importlib.util.spec_from_file_location("checker", module)
    checker = importlib.util.module_from_spec(spec)
    sys.modules["checker"] = checker
    spec.loader.exec_module(checker)
    arguments = {name: value(text) for name, text in (word.split("=", 1) for word in words)}
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
    passed, points, message = result_of(checker.check, outputs, arguments)
    channel.write(f"{int(passed)} {points!r}\n{utf8text(message, 'replace')}")
    channel.close()


main()
