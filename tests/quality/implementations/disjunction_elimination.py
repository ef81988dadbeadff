"""Wrong and right implementations of DisjunctionElimination, as people hand them in."""

from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


class Mask:
    """A boolean mask of the variables that no negative example has ruled out."""

    def __init__(self, n):
        self.n = n
        self.mask = np.ones(n, dtype=bool)

    def predict(self, x):
        return 1 if x[self.mask].any() else -1

    def update(self, x, y):
        if y == -1:
            self.mask = self.mask & (x == 0)


edit = partial(edited, Mask)

WRONG = "those from here on"

NeverUpdates = edit(
    "Predicts by the disjunction of all variables for ever.", ("self.mask = self.mask & (x == 0)", "pass")
)
PredictsTheConjunction = edit("Asks for all variables that are left, not for one of them.", ("any()", "all()"))
RemovesTheZeros = edit("Removes the variables that are off in a negative example.", ("x == 0", "x == 1"))
RemovesOnPositives = edit(
    "Removes the variables that are off in a positive example, as one learns a conjunction.",
    ("y == -1", "y == 1"),
    ("x == 0", "x == 1"),
)
GrowsFromNothing = edit(
    "Starts with the empty disjunction and adds every variable of a positive example.",
    ("np.ones", "np.zeros"),
    ("y == -1", "y == 1"),
    ("& (x == 0)", "| (x == 1)"),
)
ZeroVectorIsPositive = edit(
    "Says + where no variable is on, as if nothing spoke against it.", ("return 1 if", "return 1 if not x.any() or")
)


class RemovesOneVariable:
    """Removes one variable a mistake, though all that are on are ruled out."""

    keeps_bound = True  # every mistake still costs a variable that is not in the target

    def __init__(self, n):
        self.variables = list(range(n))

    def predict(self, x):
        return 1 if any(x[i] for i in self.variables) else -1

    def update(self, x, y):
        if self.predict(x) == 1 and y == -1:
            self.variables.remove(next(i for i in self.variables if x[i]))


class SixtyFourBits(Mask):
    """Has a mask of 64 bits."""

    named = "64 bits"

    def __init__(self, n):
        self.mask = (1 << min(n, 64)) - 1

    def bits(self, x):
        return sum(1 << int(i) for i in np.flatnonzero(x))

    def predict(self, x):
        return 1 if self.mask & self.bits(x) else -1

    def update(self, x, y):
        if y == -1:
            self.mask &= ~self.bits(x)


class FirstFourHundred(Mask):
    """Rules out none but the first 400 variables."""

    def update(self, x, y):
        super().update(np.where(np.arange(len(x)) < 400, x, 0), y)


class LastHundredExamples(Mask):
    """Remembers the last hundred negative examples alone."""

    def __init__(self, n):
        super().__init__(n)
        self.n, self.told = n, []

    def update(self, x, y):
        self.told = [*self.told, (x, y)][-100:]
        self.mask = np.ones(self.n, dtype=bool)
        for example in self.told:
            super().update(*example)


RIGHT = "those from here on"


class SetOfVariables:
    """The variables that are left are a Python set."""

    def __init__(self, n):
        self.left = set(range(n))

    def predict(self, x):
        return 1 if self.left & set(np.flatnonzero(x).tolist()) else -1

    def update(self, x, y):
        if y < 0:
            self.left -= set(np.flatnonzero(x).tolist())


OnMistakesOnly = edit(
    "Updates after mistakes only: a negative example that it gets right rules out nothing new.",
    ("y == -1", "self.predict(x) != y"),
    ("self.mask = self.mask & (x == 0)", "self.mask[x == 1] = False"),
)


class Weights:
    """Weights 1 and 0, and a positive product."""

    def __init__(self, n):
        self.w = np.full(n, 0.5)

    def predict(self, x):
        return np.float64(1 if self.w @ x > 0 else -1)

    def update(self, x, y):
        if y == -1:
            self.w[x == 1] = 0


class RemembersTheNegatives:
    """Stores the negative examples and asks whether x has a variable that is on in none of them."""

    def __init__(self, n):
        self.negatives = [[0] * n]

    def predict(self, x):
        new = [i for i, v in enumerate(x) if v and not any(z[i] for z in self.negatives)]
        return Fraction(1) if new else Fraction(-1)

    def update(self, x, y):
        if y == -1:
            self.negatives.append(x.tolist())


class BitsOfAnInteger:
    """The variables that are left are the bits of an integer."""

    def __init__(self, n):
        self.left = (1 << n) - 1

    def predict(self, x):
        return 1 if self.left & self.on(x) else -1

    def update(self, x, y):
        if y < 0:
            self.left &= ~self.on(x)

    def on(self, x):
        return int("".join(map(str, x.tolist())), 2)
