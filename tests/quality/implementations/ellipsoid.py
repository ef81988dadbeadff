"""Wrong and right implementations of Ellipsoid, as people hand them in."""

import math
from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """The code of the notes; np.sign gives 0 at a tie."""

    def __init__(self, d):
        self.d = d
        self.w = np.zeros(d)
        self.A = np.eye(d)

    def predict(self, x):
        return np.sign(self.w @ x)

    def update(self, x, y):
        if self.predict(x) != y:
            self.move(x, y)

    def move(self, x, y):
        d = self.d
        Ax = self.A @ x
        xAx = x @ Ax
        self.w = self.w + y / ((d + 1) * np.sqrt(xAx)) * Ax
        self.A = d * d / (d * d - 1.0) * (self.A - 2.0 / ((d + 1.0) * xAx) * np.outer(Ax, Ax))


edit = partial(edited, Textbook)

WRONG = "those from here on"

ForgetsEta = edit("Cuts A without the factor d^2 / (d^2 - 1).", ("d * d / (d * d - 1.0) * (self.A", "(self.A"))
DInPlaceOfDPlusOne = edit(
    "Writes d where d + 1 is due, in w and in A.", ("(d + 1)", "d"), ("(d + 1.0)", "d"), named="d in place of d + 1"
)
ForgetsTheRoot = edit("Divides the step of w by x'Ax, not by its square root.", ("np.sqrt(xAx)", "xAx"))
ForgetsTheDivision = edit(
    "Moves w by Ax / (d + 1), however long that is.", ("y / ((d + 1) * np.sqrt(xAx)) * Ax", "y * Ax / (d + 1)")
)
MovesAlongX = edit("Moves w along x, not along Ax.", ("np.sqrt(xAx)) * Ax", "np.sqrt(xAx)) * x"))
UpdatesEveryRound = edit("Cuts the ellipsoid after right predictions too.", ("if self.predict(x) != y:", "if True:"))
KeepsA = edit("Moves w and leaves A the identity.", ("self.A = d", "A = d"), named="keeps A")
WrongSign = edit("Moves w away from the label.", ("self.move(x, y)", "self.move(x, -y)"))
ForgetsTheTwo = edit("Takes 1 / (d + 1) off A where it should take 2 / (d + 1).", ("2.0 /", "1.0 /"))
OuterProductOfX = edit("Takes x x' off A, where it should take A x x' A.", ("np.outer(Ax, Ax)", "np.outer(x, x)"))
StaysAtZero = edit(
    "Updates only where y <w, x> < 0, which never happens at w = 0.", ("self.predict(x) != y", "y * (self.w @ x) < 0")
)


class AMillionthIsATie(Textbook):
    """Takes for a tie what is a millionth of the lengths of w and x."""

    def predict(self, x):
        margin = self.w @ x
        return 0 if abs(margin) <= 1e-6 * np.linalg.norm(self.w) * np.linalg.norm(x) else np.sign(margin)


AddsAMillionth = edit(
    "Adds a millionth of the identity to A at each update, to keep it definite.",
    ("np.outer(Ax, Ax))", "np.outer(Ax, Ax)) + 1e-6 * np.eye(d)"),
)
TakesATenMillionth = edit(
    "Takes a ten-millionth of the identity off A at each update.",
    ("np.outer(Ax, Ax))", "np.outer(Ax, Ax)) - 1e-7 * np.eye(d)"),
)
WithinABillionth = edit(
    "Takes a margin below 1e-9 for a mistake, however short x is.",
    ("self.predict(x) != y", "y * (self.w @ x) <= 1e-9"),
)
FirstSixtyFour = edit(
    "Looks at the first 64 coordinates.",
    ("!= y:", "!= y and x[:64].any():"),
    ("self.move(x, y)", "self.move(x * (np.arange(self.d) < 64), y)"),
)


class StopsAfterFiveHundred(Textbook):
    """Learns from five hundred mistakes and then from none."""

    mistakes = 0

    def move(self, x, y):
        self.mistakes += 1
        if self.mistakes <= 500:
            super().move(x, y)


class StartsAgain(Textbook):
    """Takes the unit matrix for A again when its trace has fallen below a millionth."""

    named = "starts again when it is small"

    def move(self, x, y):
        super().move(x, y)
        if np.trace(self.A) < 1e-6:
            self.A = np.eye(self.d)


RIGHT = "those from here on"

TieIsPlus = edit(
    "Predicts +1 at a tie, and updates where that was wrong.", ("np.sign(self.w @ x)", "1 if self.w @ x >= 0 else -1")
)
UpdatesAtATie = edit(
    "Predicts -1 at a tie, and updates at every tie.",
    ("np.sign(self.w @ x)", "1.0 if self.w @ x > 0 else -1.0"),
    ("self.predict(x) != y", "y * (self.w @ x) <= 0"),
)
LargerBall = edit("Starts with the ball of radius 4: w is scaled by 4 and A by 16.", ("np.eye(d)", "16 * np.eye(d)"))


class ShapeAndSize:
    """Keeps A as a size times a shape, and gives w in units of the size's root."""

    def __init__(self, d):
        self.d, self.center, self.shape, self.size = d, np.zeros(d), np.eye(d), 1.0

    def predict(self, x):
        return np.sign(self.center @ x)

    def update(self, x, y):
        if self.predict(x) != y:
            d, direction = self.d, self.shape @ x
            length = np.sqrt(x @ direction)
            self.center = self.center + y * np.sqrt(self.size) * direction / (length * (d + 1))
            self.shape = self.shape - 2 / (d + 1) * np.outer(direction, direction) / length**2
            self.size *= d * d / (d * d - 1)


class FactorOfA:
    """Keeps B with A = B B', which can never lose its definiteness."""

    named = "factor of A"

    def __init__(self, d):
        self.d, self.center, self.B = d, np.zeros(d), np.eye(d)

    def predict(self, x):
        return 1 if self.center @ x > 0 else -1

    def update(self, x, y):
        if y * (self.center @ x) <= 0:
            d = self.d
            u = self.B.T @ x
            u = u / np.linalg.norm(u)
            Bu = self.B @ u
            self.center = self.center + y * Bu / (d + 1)
            self.B = d / math.sqrt(d * d - 1) * (self.B - (1 - math.sqrt((d - 1) / (d + 1))) * np.outer(Bu, u))


class PythonLists:
    """Nested lists and loops."""

    def __init__(self, d):
        self.d = d
        self.w = [0.0] * d
        self.A = [[float(i == j) for j in range(d)] for i in range(d)]

    def predict(self, x):
        score = sum(a * b for a, b in zip(self.w, x, strict=True))
        return 1 if score > 0 else -1 if score < 0 else 0

    def update(self, x, y):
        if self.predict(x) == y:
            return
        d = self.d
        g = [sum(self.A[i][j] * x[j] for j in range(d)) for i in range(d)]
        q = sum(x[i] * g[i] for i in range(d))
        for i in range(d):
            self.w[i] += y * g[i] / ((d + 1) * math.sqrt(q))
            for j in range(d):
                self.A[i][j] = d * d * (self.A[i][j] - 2 * g[i] * g[j] / ((d + 1) * q)) / (d * d - 1)


class NotQuiteSymmetric(Textbook):
    """Rounds A_ij and A_ji differently, a difference that only grows."""

    def move(self, x, y):
        g = self.A @ x
        q = x @ g
        self.w = self.w + y * g / np.sqrt(q) / (self.d + 1)
        self.A = self.d**2 / (self.d**2 - 1) * (self.A - np.outer(2 / (self.d + 1) * g, g / q))


class ExactMargin(Textbook):
    """Sums the products of the rounded w with x exactly, and predicts Fractions."""

    def predict(self, x):
        margin = sum(Fraction(float(a)) * Fraction(float(b)) for a, b in zip(self.w, x, strict=True))
        return Fraction(1) if margin >= 0 else Fraction(-1)


class Symmetrised(Textbook):
    """Averages A with its transpose after each update; caches the margin in `predict`."""

    def predict(self, x):
        self.margin = np.array([self.w @ x])
        return np.sign(self.margin)

    def update(self, x, y):
        if y * self.margin[0] <= 0:
            self.move(x, y)
            self.A = (self.A + self.A.T) / 2


class StepWithoutTheDivisor:
    """Leaves d + 1 out of the step of w, which scales w alone and so shows in no prediction."""

    def __init__(self, d):
        self.d, self.direction, self.P = d, np.zeros(d), np.eye(d)

    def predict(self, x):
        return np.sign(self.direction @ x)

    def update(self, x, y):
        if self.predict(x) != y:
            d, g = self.d, self.P @ x
            self.direction = self.direction + y * g / np.sqrt(x @ g)
            self.P = d * d / (d * d - 1) * (self.P - 2 * np.outer(g, g) / ((d + 1) * (x @ g)))
