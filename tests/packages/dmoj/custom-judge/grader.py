from dmoj.graders.interactive import InteractiveGrader
from dmoj.result import CheckerResult


class Grader(InteractiveGrader):
    def interact(self, case, interactor):
        secret = int(case.input_data())
        for _ in range(7):
            guess = interactor.readint(1, 100)
            if guess == secret:
                interactor.writeln("yes")
                return True
            interactor.writeln("more" if guess < secret else "less")
        return CheckerResult(False, 0, "not found with 7 questions")
