"""Lets a grader of DMOJ's talk with a submission: a class Grader whose method `interact` is given the case and who it
talks with. Arguments: the module's file; the paths of the case's input and answer; what the case is worth, its number, the
submission's language, the problem's name. The submission lies in `submission`.

Standard input is what the submission prints, standard output what it reads; the module itself has neither. Standard error:
`1 points` or `0 points`, then what the contestant is told; the exit code is 0 where it is passed, else 3. Or, where the
module fails, why.
"""

import os
import random
import sys
import traceback
import types

from dmoj_offered import answer, line_ends, load, offer, read, settled, utf8bytes, utf8text

MOST_DIGITS = 10_000
NOT_PASSED = 3


def take(number, mode):
    """The true stream, in whose place the module finds an empty one."""
    own = os.dup(number)
    os.dup2(os.open(os.devnull, os.O_RDWR), number)
    if mode == "w":
        return os.fdopen(own, mode, encoding="utf-8", errors="replace")
    return os.fdopen(own, mode, 0 if mode == "wb" else -1)


class WrongAnswer(BaseException):
    pass


class Gone(OSError):
    """Nobody is there to read from."""


class Interactor:
    def __init__(self, heard, said):
        self.process = types.SimpleNamespace(stdout=heard, stdin=said)
        self.rest = b""

    def some(self, text):
        if not text:
            raise Gone("the submission says nothing more")
        return text

    def read(self):
        return self.some(self.process.stdout.read())

    def readln(self, strip_newline=True):
        line = self.some(self.process.stdout.readline())
        return line.rstrip() if strip_newline else line

    def readtoken(self, delim=None):
        line = self.rest or self.readln()
        token, *rest = line.split(delim, 1) or [line]
        self.rest = rest[0] if rest else b""
        return token

    def number(self, kind, limits, delim):
        token = self.readtoken(delim)
        name = kind.__name__
        if len(token) > MOST_DIGITS:
            raise WrongAnswer(f"too long for {name}")
        try:
            number = kind(token)
        except ValueError:
            raise WrongAnswer(f"expected {name}, got {utf8text(token[:8], 'replace')!r}") from None
        if not limits[0] <= number <= limits[1]:
            raise WrongAnswer(f"expected {name} from {limits[0]} to {limits[1]}, got {number}")
        return number

    def readint(self, lo=float("-inf"), hi=float("inf"), delim=None):
        return self.number(int, (lo, hi), delim)

    def readfloat(self, lo=float("-inf"), hi=float("inf"), delim=None):
        return self.number(float, (lo, hi), delim)

    def write(self, value):
        text = memoryview(utf8bytes(str(value)))
        while text:
            text = text[self.process.stdin.write(text):]

    def writeln(self, value):
        self.write(f"{value}\n")

    def close(self):
        self.process.stdin.close()


class InteractiveGrader:
    def __init__(self, judge, problem, language, source):
        self.judge, self.problem, self.language, self.source = judge, problem, language, source


class TestCase:
    def __init__(self, position, points, files):
        self.position, self.points, self.batch, self.has_binary_data = position, points, None, False
        self.files = files

    def input_data(self):
        return line_ends(read(self.files[0]))

    def output_data(self):
        return line_ends(read(self.files[1]))


class Result:
    AC, WA, RTE, TLE, MLE, IR, SC, OLE, IE = 0, 1, 2, 4, 8, 16, 32, 64, 128


offer("dmoj.result", Result=Result)
offer("dmoj.problem", TestCase=TestCase)
offer("dmoj.graders", InteractiveGrader=InteractiveGrader)
offer("dmoj.graders.interactive", InteractiveGrader=InteractiveGrader, Interactor=Interactor, WrongAnswer=WrongAnswer)


def talk(grader, case, interactor):
    try:
        return settled(grader.interact(case, interactor), case.points)
    except WrongAnswer as wrong:
        return False, 0.0, str(wrong)
    except (Gone, BrokenPipeError):
        return False, 0.0, ""
    except UnicodeDecodeError:
        # What is decoded is the submission's: the case's own text is read before.
        return False, 0.0, "invalid unicode"


def main(told, streams):
    module, input_file, answer_file, worth, position, language, problem = sys.argv[1:]
    source = read("submission")
    # The same submission, the same questions; and nobody knows them who has not the input.
    random.seed(read(input_file) + source)
    grader = load(module, "grader").Grader(None, types.SimpleNamespace(id=problem), language, source)
    case = TestCase(int(position), float(worth), (input_file, answer_file))
    passed, points, message = talk(grader, case, Interactor(*streams))
    told.write(answer(passed, points, message))
    told.close()
    return 0 if passed else NOT_PASSED


streams = take(0, "rb"), take(1, "wb")
told = take(2, "w")
try:
    code = main(told, streams)
except BaseException:
    traceback.print_exc(file=told)
    told.flush()
    code = 1
# Whatever threads or handlers the module has left.
os._exit(code)
