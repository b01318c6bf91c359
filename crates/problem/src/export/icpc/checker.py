"""Calls a checker that was written for DMOJ as the package format calls validators.

Arguments: the input, the answer and the folder of feedback; then name=value for what the package gives the checker, a value
being JSON, or else text. Of the submission nothing is known here but its output.
"""

import importlib.util
import json
import os
import sys
import types


class CheckerResult:
    def __init__(self, passed, points, feedback=None, extended_feedback=None):
        self.passed, self.points = passed, points
        self.feedback, self.extended_feedback = feedback, extended_feedback


class InternalError(Exception):
    pass


def utf8text(text, errors="strict"):
    return text.decode("utf-8", errors) if isinstance(text, bytes) else text


def utf8bytes(text):
    return text.encode("utf-8") if isinstance(text, str) else text


def offer(name, **contents):
    module = types.ModuleType(name)
    module.__path__ = []
    module.__dict__.update(contents)
    sys.modules[name] = module


def read(path, binary):
    """Line ends are as DMOJ stores them."""
    with open(path, "rb") as file:
        text = file.read()
    if not binary:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        text += b"\n" if text and not text.endswith(b"\n") else b""
    return text


def value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def load():
    offer("dmoj")
    offer("dmoj.result", CheckerResult=CheckerResult)
    offer("dmoj.error", InternalError=InternalError)
    offer("dmoj.utils")
    offer("dmoj.utils.unicode", utf8text=utf8text, utf8bytes=utf8bytes)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), MODULE)
    spec = importlib.util.spec_from_file_location("checker", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.check


def judged(input_file, answer_file, words):
    """Passed, the share of the points, and what the contestant is told."""
    arguments = {name: value(text) for name, text in (word.split("=", 1) for word in words)}
    binary = bool(arguments.setdefault("binary_data", False))
    arguments.update(
        submission_source=b"",
        judge_input=read(input_file, binary),
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
        result = load()(sys.stdin.buffer.read(), read(answer_file, binary), **arguments)
    except UnicodeDecodeError:
        return False, 0.0, "invalid unicode"
    if hasattr(result, "passed"):
        return bool(result.passed), float(result.points), utf8text(result.feedback or "", "replace")
    return bool(result), float(bool(result)), ""


def main():
    input_file, answer_file, feedback, *words = sys.argv[1:]
    passed, share, message = judged(input_file, answer_file, words)
    if not 0 <= share <= 1:
        sys.exit(f"the checker gave {share} of 1 point")
    if message:
        with open(feedback + "teammessage.txt", "w", encoding="utf-8", errors="replace") as file:
            file.write(message)
    partly = SCORING and 0 < share and not (passed and share == 1)
    if partly:
        with open(feedback + "score_multiplier.txt", "w") as file:
            file.write(f"{share:.12f}")
    sys.exit(42 if partly or passed and share == 1 else 43)


main()
