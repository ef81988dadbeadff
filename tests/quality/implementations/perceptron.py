"""Wrong and right implementations of Perceptron, as people hand them in."""

import random
from collections import defaultdict
from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """w starts at 0 and moves by y x after a mistake; np.sign gives 0 at a tie."""

    def __init__(self, d):
        self.w = np.zeros(d)

    def predict(self, x):
        return np.sign(self.w @ x)

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + y * x


edit = partial(edited, Textbook)

WRONG = "those from here on"

HardlyRight = edit(
    "Takes a margin below a millionth of the lengths for a mistake.",
    ("self.predict(x) != y", "y * (self.w @ x) <= 1e-6 * np.linalg.norm(self.w) * np.linalg.norm(x)"),
    named="hardly right is a mistake",
)


class SinglePrecision(Textbook):
    """Computes in single precision, which takes 1 and 1 - 2^-26 for the same number."""

    def predict(self, x):
        return np.sign(self.w.astype(np.float32) @ x.astype(np.float32))

    def update(self, x, y):
        super().update(x.astype(np.float32), y)


class HalfAStepAtATie(Textbook):
    """Predicts +1 at a tie, and after a mistake there moves by half of y x, unless w is 0."""

    def predict(self, x):
        return 1 if self.w @ x >= 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + (y * x / 2 if self.w @ x == 0 and self.w.any() else y * x)


class StopsAfterAThousand(Textbook):
    """Learns from a thousand mistakes and then from none."""

    mistakes = 0

    def update(self, x, y):
        if self.predict(x) != y and self.mistakes < 1000:
            self.w = self.w + y * x
            self.mistakes += 1


ForgetsTheLabel = edit("Adds x, not y x.", ("y * x", "x"))
UpdatesEveryRound = edit("Adds y x after right predictions too.", ("if self.predict(x) != y:", "if True:"))


StartsAtOnes = edit("w starts at (1, ..., 1).", ("np.zeros", "np.ones"))


class AddsABias(Textbook):
    """Learns an intercept as well; the halfspace is no longer homogeneous."""

    def __init__(self, d):
        super().__init__(d)
        self.b = 0.0

    def predict(self, x):
        return np.sign(self.w @ x + self.b)

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = self.w + y * x
            self.b += y


class NormalisesInstances:
    """Adds y x / ||x||: long and short instances weigh the same."""

    def __init__(self, d):
        self.weights = np.zeros(d)

    def predict(self, x):
        return 1 if self.weights @ x > 0 else -1

    def update(self, x, y):
        if y * (self.weights @ x) <= 0 and x.any():
            self.weights = self.weights + y * x / np.linalg.norm(x)


NormalisesWeights = edit(
    "Makes w a unit vector after each update, so that the next x counts for more than it should.",
    ("self.w = self", "w = self"),
    ("* x", "* x\n            self.w = w / (np.linalg.norm(w) or 1)"),
)
NeverUpdatesAtATie = edit(
    "Predicts +1 at a tie, and does not count it as a mistake when the label is -1.",
    ("np.sign(self.w @ x)", "1 if self.w @ x >= 0 else -1"),
    ("self.predict(x) != y", "y * (self.w @ x) < 0"),
)
StaysAtZero = edit(
    "Updates only where y <w, x> < 0, which never happens at w = 0.", ("self.predict(x) != y", "y * (self.w @ x) < 0")
)
WantsAMargin = edit(
    "Updates wherever y <w, x> < 1, though the prediction was right.", ("self.predict(x) != y", "y * (self.w @ x) < 1")
)


class PredictsByTheAverage(Textbook):
    """Predicts by the sum of all w so far: the averaged Perceptron."""

    def __init__(self, d):
        super().__init__(d)
        self.total = np.zeros(d)

    def predict(self, x):
        return np.sign((self.total + self.w) @ x)

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w = self.w + y * x
        self.total = self.total + self.w


RemembersOneMistake = edit("Replaces w by y x: only the last mistake counts.", ("self.w + y * x", "y * x"))
UpdatesUntilRight = edit(
    "Adds y x again and again until x is classified correctly.",
    ("if self.predict(x) != y", "while x.any() and y * (self.w @ x) <= 0"),
)
CloseIsATie = edit(
    "Takes for a tie what numpy calls close to 0.", ("np.sign(", "0 if np.isclose(self.w @ x, 0) else np.sign(")
)


class NineDecimals(Textbook):
    """Rounds w to nine decimals."""

    def update(self, x, y):
        super().update(x, y)
        self.w = np.round(self.w, 9)


class AtMostTenThousand(Textbook):
    """Lets no weight exceed ten thousand."""

    def update(self, x, y):
        super().update(x, y)
        self.w = np.clip(self.w, -1e4, 1e4)


WithinABillionth = edit(
    "Takes a margin below 1e-9 for a mistake, however short w and x are.",
    ("self.predict(x) != y", "y * (self.w @ x) <= 1e-9"),
)
FirstFourHundred = edit("Learns the first 400 weights alone.", ("* x", "* x * (np.arange(len(x)) < 400)"))


RIGHT = "those from here on"

TieIsPlus = edit(
    "Predicts +1 at a tie, and updates where that was wrong.", ("np.sign(self.w @ x)", "1 if self.w @ x >= 0 else -1")
)
TieIsMinus = edit(
    "Predicts -1 at a tie, and updates at every tie.",
    ("np.sign(self.w @ x)", "1 if self.w @ x > 0 else -1"),
    ("self.predict(x) != y", "y * (self.w @ x) <= 0"),
)


class RandomTie(Textbook):
    """Tosses a coin at a tie, and updates at every tie."""

    def __init__(self, d):
        super().__init__(d)
        self.coin = random.Random(1)

    def predict(self, x):
        return np.sign(self.w @ x) or self.coin.choice([-1, 1])

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            self.w = self.w + y * x


LearningRate = edit("Moves by y x / 8: a scaled w.", ("y * x", "y * x / 8"))


class UnitLength(Textbook):
    """Keeps w a unit vector, and shortens the step by the same factor."""

    def __init__(self, d):
        super().__init__(d)
        self.step = 1.0

    def update(self, x, y):
        if y * (self.w @ x) <= 0:
            w = self.w + self.step * y * x
            length = np.linalg.norm(w)
            if length > 1e-12 * self.step * np.linalg.norm(x):  # w may come back to 0
                self.w, self.step = w / length, self.step / length
            else:
                self.w, self.step = np.zeros(len(w)), 1.0


class PythonList:
    """w is a list, updated in place by a loop."""

    def __init__(self, d):
        self.w = [0] * d

    def predict(self, x):
        score = 0
        for i in range(len(self.w)):
            score += self.w[i] * x[i]
        if score > 0:
            return 1
        return -1 if score < 0 else 0

    def update(self, x, y):
        if self.predict(x) != y:
            for i in range(len(self.w)):
                self.w[i] += y * x[i]


class ExactFractions:
    """Fractions throughout, predictions too."""

    def __init__(self, d):
        self.w = [Fraction(0)] * d

    def margin(self, x):
        return sum(a * Fraction(float(b)) for a, b in zip(self.w, x, strict=True))

    def predict(self, x):
        return Fraction(1) if self.margin(x) >= 0 else Fraction(-1)

    def update(self, x, y):
        if y * self.margin(x) <= 0:
            self.w = [a + y * Fraction(float(b)) for a, b in zip(self.w, x, strict=True)]


class DualForm:
    """Stores its mistakes and sums their products with x."""

    def __init__(self, d):
        self.mistakes = []

    def predict(self, x):
        return 1 if sum(y * np.dot(z, x) for z, y in self.mistakes) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.mistakes.append((x, y))


class SparseDictionary:
    """w is a dictionary of its nonzero coordinates; predicts by a 0-d array."""

    def __init__(self, d):
        self.w = defaultdict(float)

    def predict(self, x):
        return np.array(1.0 if sum(self.w[i] * v for i, v in enumerate(x) if v) > 0 else -1.0)

    def update(self, x, y):
        if self.predict(x) != y:
            for i, v in enumerate(x):
                self.w[i] += y * v


class CachesTheMargin(Textbook):
    """`predict` stores <w, x>, and `update` uses it; w is a column, and predictions have one element."""

    def __init__(self, d):
        self.w = np.zeros((d, 1))
        self.margin = None

    def predict(self, x):
        self.margin = x @ self.w
        return np.where(self.margin > 0, 1, -1)

    def update(self, x, y):
        if y * self.margin[0] <= 0:
            self.w += y * x[:, None]


class LongDoubles:
    """w in extended precision, a thousandth of what it is elsewhere."""

    def __init__(self, d):
        self.w = np.zeros(d, dtype=np.longdouble)

    def predict(self, x):
        return 1 if (self.w * x).sum() > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w -= y * x * np.longdouble(-0.001)


class TriplesWithEveryMistake:
    """Fractions, three times as large after every mistake, the step too."""

    def __init__(self, d):
        self.w, self.step = [Fraction(0)] * d, 1

    def predict(self, x):
        score = sum(a * Fraction(v) for a, v in zip(self.w, x.tolist(), strict=True))
        return (score > 0) - (score < 0)

    def update(self, x, y):
        if self.predict(x) != y:
            self.step *= 3
            self.w = [3 * a + self.step * y * Fraction(v) for a, v in zip(self.w, x.tolist(), strict=True)]
