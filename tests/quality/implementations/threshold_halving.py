"""Wrong and right implementations of ThresholdHalving, as people hand them in."""

from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


class Candidates:
    """Integers lo..hi are left: threshold t labels k as +1 iff k >= t."""

    def __init__(self, n):
        self.n = n
        self.lo, self.hi = 0, n + 1

    def predict(self, k):
        return 1 if 2 * k + 1 >= self.lo + self.hi else -1

    def update(self, k, y):
        if y == 1:
            self.hi = min(self.hi, k)
        else:
            self.lo = max(self.lo, k + 1)


edit = partial(edited, Candidates)

WRONG = "those from here on"


NeverUpdates = edit("Predicts by the middle of the grid for ever.", update=lambda self, k, y: None)
ForgetsItsInterval = edit(
    "Moves an end to the instance even where that widens the interval.",
    ("min(self.hi, k)", "k"),
    ("max(self.lo, k + 1)", "k + 1"),
)
SwapsTheEnds = edit(
    "Moves the lower end after a positive label and the upper end after a negative one.", ("y == 1", "y == -1")
)
AboveTheFlooredMiddle = edit(
    "Rounds the middle down and then asks for more: off by one where the middle is an integer.",
    ("2 * k + 1 >= self.lo + self.hi", "k > (self.lo + self.hi) // 2"),
)


LastIsPlus = edit(
    "Takes for granted that the last of many instances is positive.",
    ("2 * k + 1 >=", "k == self.n > 1000 or 2 * k + 1 >="),
    named="the last is positive",
)


class MovesToTheMiddle(Candidates):
    """Bisects the interval by its middle in the place of the instance."""

    def update(self, k, y):
        if self.predict(k) != y:
            middle = (self.lo + self.hi) // 2
            if y == 1:
                self.hi = middle
            else:
                self.lo = middle


PredictsByTheUpperEnd = edit(
    "Predicts + only where all thresholds that are left say so: consistent, but no majority.",
    ("2 * k + 1 >= self.lo + self.hi", "k >= self.hi"),
)


UpdatesOnMistakesOnly = edited(
    Candidates,
    "Skips the update after a right prediction: it keeps Halving's bound, and is not Halving.",
    ("if y == 1", "if self.predict(k) == y:\n            return\n        if y == 1"),
)


class RemovedKeepAThousandth:
    """A labelling that is removed keeps a thousandth of its vote."""

    keeps_bound = True  # on grids that are small enough

    def __init__(self, n):
        self.votes = np.ones(n + 2)
        self.first = np.arange(n + 2)

    def labels(self, k):
        return np.where(k >= self.first, 1, -1)

    def predict(self, k):
        return 1 if self.votes @ self.labels(k) >= 0 else -1

    def update(self, k, y):
        self.votes[self.labels(k) != y] /= 1000


class ABillionthIsNothing:
    """Keeps both ends in double precision, and takes for equal what is a billionth apart."""

    def __init__(self, n):
        self.n = n
        self.l, self.r = -0.5 / n, 1 + 0.5 / n

    def predict(self, k):
        x = k / self.n
        if x <= self.l + 1e-9:
            return -1
        if x >= self.r - 1e-9:
            return 1
        return int(np.sign((x - self.l) - (self.r - x)))

    def update(self, k, y):
        if y == 1:
            self.r = min(self.r, (k - 0.5) / self.n)
        else:
            self.l = max(self.l, (k + 0.5) / self.n)


class HalfPrecision:
    """Keeps both ends, as fractions of the grid, in half precision."""

    number = np.float16

    def __init__(self, n):
        self.n, self.half = n, self.number(0.5 / n)
        self.l, self.r = -self.half, self.number(1) + self.half

    def predict(self, k):
        x = self.number(k / self.n)
        return int(np.sign((x - self.l) - (self.r - x)))

    def update(self, k, y):
        x = self.number(k / self.n)
        if y == 1:
            self.r = min(self.r, x - self.half)
        else:
            self.l = max(self.l, x + self.half)


class SinglePrecision(HalfPrecision):
    """Keeps both ends in single precision."""

    number = np.float32


class ThirtyTwoBits(Candidates):
    """Keeps both ends in 32 bits, and adds them."""

    named = "32 bits"

    def __init__(self, n):
        self.n = n
        self.lo, self.hi = np.array([0, n + 1]).astype(np.int32)

    def predict(self, k):
        return 1 if np.array(2 * k + 1).astype(np.int32) >= self.lo + self.hi else -1

    def update(self, k, y):
        super().update(np.array(k).astype(np.int32), y)


RIGHT = "those from here on"


class TieIsZero(Candidates):
    """Predicts 0 at a tie."""

    def predict(self, k):
        v = 2 * k + 1 - self.lo - self.hi
        return (v > 0) - (v < 0)


TieIsMinus = edit(
    "Predicts -1 at a tie, by comparing with the rounded middle.",
    ("2 * k + 1 >= self.lo + self.hi", "k >= (self.lo + self.hi + 1) // 2"),
)


class AsInTheNotes:
    """l and r as floats, and the sign of (x - l) - (r - x)."""

    def __init__(self, n):
        self.n = n
        self.l, self.r = -0.5 / n, 1 + 0.5 / n

    def predict(self, k):
        x = k / self.n
        return np.sign((x - self.l) - (self.r - x))

    def update(self, k, y):
        x = k / self.n
        if self.l <= x <= self.r:
            if y == 1:
                self.r = x - 0.5 / self.n
            else:
                self.l = x + 0.5 / self.n


class FractionsOfTheNotes:
    """l and r as Fractions, never rounded."""

    def __init__(self, n):
        self.n = n
        self.l, self.r = Fraction(-1, 2 * n), 1 + Fraction(1, 2 * n)

    def predict(self, k):
        return Fraction(1 if Fraction(k, self.n) > (self.l + self.r) / 2 else -1)

    def update(self, k, y):
        x = Fraction(k, self.n)
        if y == 1:
            self.r = min(self.r, x - Fraction(1, 2 * self.n))
        else:
            self.l = max(self.l, x + Fraction(1, 2 * self.n))


class NaiveHalving:
    """All n + 2 thresholds, and a vote of those that are left: slow, but right."""

    def __init__(self, n):
        self.thresholds = np.arange(n + 2)

    def predict(self, k):
        return int(np.sign(np.where(self.thresholds <= k, 1, -1).sum()))

    def update(self, k, y):
        self.thresholds = self.thresholds[(self.thresholds <= k) == (y == 1)]


class ListOfThresholds:
    """A list of all n + 2 thresholds, and a sum over it: slow, but right."""

    def __init__(self, n):
        self.thresholds = list(range(n + 2))

    def predict(self, k):
        return 1 if sum(1 if k >= t else -1 for t in self.thresholds) >= 0 else -1

    def update(self, k, y):
        self.thresholds = [t for t in self.thresholds if (k >= t) == (y == 1)]
