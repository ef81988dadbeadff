"""Wrong and right implementations of KernelPerceptron, as people hand them in."""

import numpy as np


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


WRONG = "those from here on"


class SinglePrecision(Textbook):
    """Sums in single precision, which takes 2 and 2 - 2^-26 for the same number."""

    def predict(self, x):
        total = np.float32(0)
        for z, y in self.mistakes:
            total += np.float32(y * self.kernel(z, x))
        return int(np.sign(total))


class StoresEveryExample(Textbook):
    """Stores all examples, not the mistakes alone."""

    def update(self, x, y):
        self.mistakes.append((x, y))


class ForgetsTheLabels(Textbook):
    """Sums the kernel without the labels."""

    def predict(self, x):
        return 1 if sum(self.kernel(z, x) for z, _ in self.mistakes) > 0 else -1


class CountsAnInstanceOnce(Textbook):
    """Stores an instance once, however often it errs on it."""

    def update(self, x, y):
        if self.predict(x) != y and not any((z == x).all() for z, _ in self.mistakes):
            self.mistakes.append((x, y))


class RemembersOneMistake(Textbook):
    """Only the last mistake counts."""

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes = [(x, y)]


class StaysAtZero(Textbook):
    """Updates only where y f(x) < 0, which never happens for f = 0."""

    def update(self, x, y):
        if y * self.predict(x) < 0:
            self.mistakes.append((x, y))


class IgnoresTheKernel(Textbook):
    """Takes the inner product whatever the kernel is."""

    def predict(self, x):
        return int(np.sign(sum(y * np.dot(z, x) for z, y in self.mistakes)))


class NearestMistake(Textbook):
    """Predicts by the mistake of the largest kernel value, not by the sum."""

    def predict(self, x):
        if not self.mistakes:
            return 0
        return max(self.mistakes, key=lambda mistake: self.kernel(mistake[0], x))[1]


class AHundredMistakes(Textbook):
    """Remembers the last hundred mistakes."""

    named = "the last hundred mistakes"

    def update(self, x, y):
        super().update(x, y)
        self.mistakes = self.mistakes[-100:]


RIGHT = "those from here on"


class TieIsPlus(Textbook):
    """Predicts +1 at a tie, and updates where that was wrong."""

    def predict(self, x):
        return 1.0 if sum(y * self.kernel(z, x) for z, y in self.mistakes) >= 0 else -1.0


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
