"""Wrong and right implementations of ModifiedPerceptron, as people hand them in."""

import math
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """Where <w, x> errs by more than sigma ||w||, w loses its component along x."""

    def __init__(self, sigma, w0):
        self.sigma = sigma
        self.w = np.array(w0, dtype=float)

    def errs_clearly(self, x, y):
        return np.sign(self.w @ x) != y and abs(self.w @ x) > self.sigma * np.linalg.norm(self.w)

    def predict(self, x):
        return np.sign(self.w @ x)

    def update(self, x, y):
        if self.errs_clearly(x, y):
            self.w = self.w - (self.w @ x) * x


edit = partial(edited, Textbook)

WRONG = "those from here on"


class SinglePrecision(Textbook):
    """Computes in single precision, in which 7/25 is also what is 2^-28 less."""

    def errs_clearly(self, x, y):
        w, x = self.w.astype(np.float32), x.astype(np.float32)
        return np.sign(w @ x) != y and abs(w @ x) > np.float32(self.sigma) * np.linalg.norm(w)


LabelInTheUpdate = edit(
    "Adds y <w, x> x: on a positive example that moves w further in the wrong direction.",
    ("- (self.w @ x)", "+ y * (self.w @ x)"),
)
PlainPerceptron = edit("Adds y x.", ("- (self.w @ x)", "+ y"))
IgnoresSigma = edit("Updates on every mistake, however small.", ("self.errs_clearly(x, y)", "np.sign(self.w @ x) != y"))
ForgetsTheLength = edit(
    "Compares |<w, x>| with sigma, not with sigma ||w||, though w grows shorter.",
    ("self.sigma * np.linalg.norm(self.w)", "self.sigma"),
)
SmallErrorsOnly = edit(
    "Updates where the error is smaller than sigma ||w||.", ("abs(self.w @ x) >", "abs(self.w @ x) <")
)
UpdatesWhereItIsRight = edit(
    "Updates wherever |<w, x>| is large, mistake or not.", ("np.sign(self.w @ x) != y and abs", "abs")
)
NotQuite = edit(
    "Leaves a hundred-thousandth of the component.",
    ("- (self.w @ x)", "- (1 - 1e-5) * (self.w @ x)"),
    named="not the whole component",
)
Reflects = edit("Subtracts twice the component, so w is mirrored.", ("- (self.w @ x)", "- 2 * (self.w @ x)"))
StartsAtOnes = edit(
    "Starts at (1, ..., 1), not at the vector that it is handed.", ("np.array(w0, dtype=float)", "np.ones(len(w0))")
)


SigmaAtLeastAFifth = edit("Takes no sigma below 1/5.", ("self.sigma = sigma", "self.sigma = max(sigma, 0.2)"))
SigmaInTwoDecimals = edit("Rounds sigma to two decimals.", ("self.sigma = sigma", "self.sigma = round(sigma, 2)"))
SigmaInSinglePrecision = edit(
    "Keeps sigma in single precision.", ("self.sigma = sigma", "self.sigma = float(np.float32(sigma))")
)


RIGHT = "those from here on"


TieIsPlus = edit("Predicts +1 at a tie, as an int.", predict=lambda self, x: 1 if self.w @ x >= 0 else -1)


class KeepsUnitLength(Textbook):
    """Makes w a unit vector after each update."""

    def update(self, x, y):
        if y * (self.w @ x) < 0 and abs(self.w @ x) > self.sigma:
            w = self.w - (self.w @ x) * x
            length = np.linalg.norm(w)
            self.w = w / length if length > 0 else w


ScaledStart = edit("Starts at 16 w0.", ("np.array(w0, dtype=float)", "16 * np.asarray(w0)"))


class PythonList:
    """Lists and loops; updates at |<w, x>| = sigma ||w|| too."""

    def __init__(self, sigma, w0):
        self.sigma, self.w = sigma, [float(v) for v in w0]

    def product(self, x):
        return sum(a * b for a, b in zip(self.w, x, strict=True))

    def predict(self, x):
        return -1.0 if self.product(x) <= 0 else 1.0

    def update(self, x, y):
        p = self.product(x)
        if y * p < 0 and abs(p) >= self.sigma * math.sqrt(sum(a * a for a in self.w)):
            self.w = [a - p * b for a, b in zip(self.w, x, strict=True)]


AbsoluteValue = edit(
    "Adds y |<w, x>| x, which is the same where y is not the sign of <w, x>.",
    ("= self.w - (self.w @ x)", "+= y * abs(self.w @ x)"),
)


class DotProducts:
    """By numpy's dot, which rounds otherwise than the reference learner."""

    def __init__(self, sigma, w0):
        self.sigma, self.w = sigma, w0

    def predict(self, x):
        return 1 if np.dot(self.w, x) >= 0 else -1

    def update(self, x, y):
        along = np.dot(self.w, x)
        if y * along < 0 and abs(along) > self.sigma * np.sqrt(np.dot(self.w, self.w)):
            self.w = self.w - along * x
