"""Wrong and right implementations of KernelPerceptron, as people hand them in."""

from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """A list of the mistakes and a sum over it."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.mistakes = []

    def predict(self, x):
        return int(np.sign(sum(y * self.kernel(z, x) for z, y in self.mistakes)))

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes.append((x, y))


edit = partial(edited, Textbook)
SCORE = "int(np.sign(sum(y * self.kernel(z, x) for z, y in self.mistakes)))"

WRONG = "those from here on"


class SinglePrecision(Textbook):
    """Sums in single precision, which takes 2 and 2 - 2^-26 for the same number."""

    def predict(self, x):
        total = np.float32(0)
        for z, y in self.mistakes:
            total += np.float32(y * self.kernel(z, x))
        return int(np.sign(total))


StoresEveryExample = edit("Stores all examples, not the mistakes alone.", ("if self.predict(x) != y:", "if True:"))
ForgetsTheLabels = edit(
    "Sums the kernel without the labels.", (SCORE, "1 if sum(self.kernel(z, x) for z, _ in self.mistakes) > 0 else -1")
)
CountsAnInstanceOnce = edit(
    "Stores an instance once, however often it errs on it.",
    ("!= y:", "!= y and not any((z == x).all() for z, _ in self.mistakes):"),
)
RemembersOneMistake = edit(
    "Only the last mistake counts.", ("self.mistakes.append((x, y))", "self.mistakes = [(x, y)]")
)
StaysAtZero = edit(
    "Updates only where y f(x) < 0, which never happens for f = 0.", ("self.predict(x) != y", "y * self.predict(x) < 0")
)
IgnoresTheKernel = edit("Takes the inner product whatever the kernel is.", ("self.kernel(z, x)", "np.dot(z, x)"))


class NearestMistake(Textbook):
    """Predicts by the mistake of the largest kernel value, not by the sum."""

    def predict(self, x):
        if not self.mistakes:
            return 0
        return max(self.mistakes, key=lambda mistake: self.kernel(mistake[0], x))[1]


AHundredMistakes = edit(
    "Remembers the last hundred mistakes.",
    ("self.mistakes.append((x, y))", "self.mistakes = [*self.mistakes, (x, y)][-100:]"),
    named="the last hundred mistakes",
)


class CloseIsATie(Textbook):
    """Takes for a tie what numpy calls close to 0."""

    def predict(self, x):
        return 0 if np.isclose(sum(y * self.kernel(z, x) for z, y in self.mistakes), 0) else super().predict(x)


WithinABillionth = edit(
    "Takes a sum below 1e-9 for a mistake, however short instances are.",
    ("if self.predict(x) != y:", "if y * sum(l * self.kernel(z, x) for z, l in self.mistakes) <= 1e-9:"),
)


RIGHT = "those from here on"

TieIsPlus = edit(
    "Predicts +1 at a tie, and updates where that was wrong.",
    (SCORE, "1.0 if sum(y * self.kernel(z, x) for z, y in self.mistakes) >= 0 else -1.0"),
)


class SwapsTheArguments(Textbook):
    """Calls kernel(x, z), which is symmetric; updates at every tie."""

    def score(self, x):
        return sum(y * self.kernel(x, z) for z, y in self.mistakes)

    def predict(self, x):
        return 1 if self.score(x) > 0 else -1

    def update(self, x, y):
        if y * self.score(x) <= 0:
            self.mistakes = [*self.mistakes, (x, y)]


class Coefficients:
    """One coefficient for each distinct instance, counting its mistakes with their sign."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.alpha = {}

    def predict(self, x):
        f = sum(a * self.kernel(np.array(z), x) for z, a in self.alpha.items())
        return np.sign(f)

    def update(self, x, y):
        if self.predict(x) != y:
            self.alpha[tuple(x)] = self.alpha.get(tuple(x), 0) + y


class ScaledSum:
    """A learning rate of 1/4, the score in `predict` reused by `update`."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.X, self.y = [], []
        self.f = 0.0

    def predict(self, x):
        self.f = 0.25 * float(np.dot(self.y, [self.kernel(z, x) for z in self.X]))
        return 1 if self.f > 0 else -1

    def update(self, x, y):
        if (1 if self.f > 0 else -1) != y:
            self.X.append(x)
            self.y.append(y)
