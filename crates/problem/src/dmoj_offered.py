"""The modules of DMOJ's judge that checkers and graders import, and what those who call them share."""

import importlib.util
import json
import sys
import types


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
    """A module, or more in one that is there."""
    if name not in sys.modules:
        module = types.ModuleType(name)
        module.__path__ = []
        sys.modules[name] = module
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)
    sys.modules[name].__dict__.update(contents)


offer("dmoj")
offer("dmoj.result", CheckerResult=CheckerResult)
offer("dmoj.error", InternalError=InternalError)
offer("dmoj.utils")
offer("dmoj.utils.unicode", utf8text=utf8text, utf8bytes=utf8bytes)


def value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def named(words):
    """Arguments name=value, a value being JSON, or else text."""
    return {name: value(text) for name, text in (word.split("=", 1) for word in words)}


def load(path, name):
    """The setter's module."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def read(path):
    with open(path, "rb") as file:
        return file.read()


def line_ends(text):
    """As DMOJ stores test data: LF, and one at the end."""
    text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text + b"\n" if text and not text.endswith(b"\n") else text


def settled(result, worth):
    """Passed, points and message of what a check came to: a truth, or a result."""
    if hasattr(result, "passed"):
        return bool(result.passed), float(result.points), result.feedback or ""
    return bool(result), worth if result else 0.0, ""


def answer(passed, points, message):
    """As our side reads it."""
    return f"{int(passed)} {points!r}\n{utf8text(message, 'replace')}"
