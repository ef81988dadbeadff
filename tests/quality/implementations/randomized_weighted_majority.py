"""Wrong and right implementations of RandomizedWeightedMajority, as people hand them in."""

import math
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """Probabilities w / W, a factor 1 - epsilon for whoever errs, and 1 for the greatest weight."""

    def __init__(self, n, epsilon):
        self.n, self.epsilon = n, epsilon
        self.w = np.ones(n)

    def probabilities(self):
        return self.w / self.w.sum()

    def update(self, advice, y):
        self.w[advice != y] *= 1 - self.epsilon
        self.w /= self.w.max()


edit = partial(edited, Textbook)

WRONG = "those from here on"

IgnoresEpsilon = edit("Halves, whatever epsilon is.", ("*= 1 - self.epsilon", "/= 2"))
PunishesTheRight = edit("Multiplies the weights of those who were right.", ("!= y", "== y"))
RewardsTheRight = edit(
    "Multiplies by 1 + epsilon for being right, which is not 1 - epsilon for being wrong.",
    ("!= y] *= 1 -", "== y] *= 1 +"),
)
Exponential = edit("Takes the factor e^-epsilon for 1 - epsilon.", ("1 - self.epsilon", "math.exp(-self.epsilon)"))
OnMistakesOnly = edit(
    "Updates only where the weighted majority errs.", ("advice != y", "(advice != y) & (y * (self.w @ advice) <= 0)")
)
Uniform = edit("Draws all experts with the same probability.", ("self.w / self.w.sum()", "np.full(self.n, 1 / self.n)"))
DoesNotNormalise = edit("Returns the weights.", ("self.w / self.w.sum()", "self.w"))
AlwaysTheHeaviest = edit(
    "Draws nothing: follows the expert of the greatest weight.", sample=lambda self, rng: int(self.w.argmax())
)
WrongSign = edit(
    "Predicts against the expert that it draws.",
    predict=lambda self, advice, rng: -advice[rng.choice(self.n, p=self.probabilities())],
)
DrawsUniformly = edit(
    "Tells the right probabilities, and draws without them.", sample=lambda self, rng: rng.choice(self.n)
)


class DrawsByLastRound(Textbook):
    """Draws by the weights before the last update."""

    def __init__(self, n, epsilon):
        super().__init__(n, epsilon)
        self.old = self.w

    def sample(self, rng):
        return np.searchsorted(np.cumsum(self.old) / self.old.sum(), rng.random(), side="right")

    def update(self, advice, y):
        self.old = self.w.copy()
        super().update(advice, y)


TheOtherLabelsShare = edit(
    "Predicts +1 where a number is below the share of those who say -1.",
    named="the other label's share",
    predict=lambda self, advice, rng: 1 if rng.uniform() < self.w[advice == -1].sum() / self.w.sum() else -1,
)


class UpdatesWhereItsDrawErred(Textbook):
    """Updates only where the expert that it drew erred."""

    def sample(self, rng):
        self.drawn = rng.choices(range(self.n), weights=self.w)[0]
        return self.drawn

    def update(self, advice, y):
        if not hasattr(self, "drawn") or advice[self.drawn] != y:
            super().update(advice, y)


NeverNormalises = edit(
    "Weights only fall, and are 0 in the end.", ("\n        self.w /= self.w.max()", ""), named="never normalises"
)


class RewardsInTheExponent:
    """Computes (1 - epsilon)^-k of the k rounds in which an expert was right, which is infinite in the end."""

    def __init__(self, n, epsilon):
        self.epsilon, self.right = epsilon, np.zeros(n)

    def probabilities(self):
        w = (1 - self.epsilon) ** -self.right
        return w / w.sum()

    def update(self, advice, y):
        self.right += advice == y


EpsilonInTwoDecimals = edit("Rounds epsilon to two decimals.", ("= n, epsilon", "= n, min(round(epsilon, 2), 0.99)"))
FirstFourHundred = edit(
    "Takes weight off the first 400 experts alone.",
    ("[advice != y]", "[(advice != y) & (np.arange(self.n) < 400)]"),
)


class AtLeastATrillionth(Textbook):
    """Lets no weight fall below 1e-12, and scales none."""

    def update(self, advice, y):
        self.w = np.maximum(np.where(advice == y, self.w, (1 - self.epsilon) * self.w), 1e-12)


class StartsAgainAfterAHundred(Textbook):
    """Starts again once all experts have erred in a hundred rounds."""

    def update(self, advice, y):
        super().update(advice, y)
        self.lost = getattr(self, "lost", 0) + (advice != y).all()
        if self.lost == 100:
            self.w = np.ones(self.n)


class ANearlyNothingOfTheLargest(Textbook):
    """Lets no weight fall below 1e-30 of the largest."""

    def update(self, advice, y):
        w = np.where(advice == y, self.w, (1 - self.epsilon) * self.w)
        self.w = np.maximum(w, 1e-30 * w.max())


RIGHT = "those from here on"


Samples = edit(
    "Draws an expert by numpy's choice.", sample=lambda self, rng: rng.choice(self.n, p=self.w / self.w.sum())
)


class SamplesFromTheEnd(Textbook):
    """Draws an expert by the sums of the weights from the last expert to the first."""

    def sample(self, rng):
        u = rng.random() * self.w.sum()
        for i in reversed(range(self.n)):
            u -= self.w[i]
            if u < 0:
                return i
        return 0


class SamplesByAliases(Textbook):
    """Walker's aliases: one number names a column, and its fraction decides between two experts."""

    def sample(self, rng):
        share, alias = self.n * self.w / self.w.sum(), list(range(self.n))
        low, high = ([i for i in range(self.n) if (share[i] < 1) == below] for below in (True, False))
        while low and high:
            i, j = low.pop(), high[-1]
            alias[i] = j
            share[j] -= 1 - share[i]
            if share[j] < 1:
                low.append(high.pop())
        column, fraction = divmod(rng.random() * self.n, 1)
        return int(column) if fraction < share[int(column)] else alias[int(column)]


PredictsByACoin = edit(
    "Predicts +1 with the share of those who say so.",
    predict=lambda self, advice, rng: 1 if rng.random() < self.w[advice == 1].sum() / self.w.sum() else -1,
)


class TakesTwoNumbers(Textbook):
    """Rejects: a column by one number, kept by another. This is not judged."""

    def sample(self, rng):
        while True:
            i = int(rng.random() * self.n)
            if rng.random() * self.w.max() < self.w[i]:
                return i


class KeepsProbabilities(Textbook):
    """Makes the weights sum to 1 in every round."""

    def __init__(self, n, epsilon):
        self.epsilon, self.p = epsilon, np.full(n, 1 / n)

    def probabilities(self):
        return self.p

    def update(self, advice, y):
        p = np.where(advice == y, self.p, (1 - self.epsilon) * self.p)
        self.p = p / p.sum()


DividesTheRight = edit(
    "Divides the weights of those who were right by 1 - epsilon: the same weights, scaled.",
    ("self.w[advice != y] *= 1 - self.epsilon", "self.w = np.where(advice == y, self.w / (1 - self.epsilon), self.w)"),
)


class CountsMistakes:
    """Computes (1 - epsilon)^mistakes anew, relative to the best expert."""

    def __init__(self, n, epsilon):
        self.base, self.mistakes = 1 - epsilon, np.zeros(n)

    def probabilities(self):
        w = self.base ** (self.mistakes - self.mistakes.min())
        return (w / w.sum()).tolist()

    def update(self, advice, y):
        self.mistakes += advice != y


class Logarithms:
    """Stores log w."""

    def __init__(self, n, epsilon):
        self.step, self.log_w = math.log1p(-epsilon), np.zeros(n)

    def probabilities(self):
        w = np.exp(self.log_w - self.log_w.max())
        return w / w.sum()

    def update(self, advice, y):
        self.log_w = self.log_w + self.step * (1 - y * advice) / 2


class ExactFractions:
    """A list of Fractions."""

    def __init__(self, n, epsilon):
        self.factor, self.w = 1 - Fraction(epsilon), [Fraction(1)] * n

    def probabilities(self):
        return [w / sum(self.w) for w in self.w]

    def update(self, advice, y):
        self.w = [w if a == y else self.factor * w for w, a in zip(self.w, advice, strict=True)]


class Decimals:
    """Decimals, which have exponents enough for any game."""

    def __init__(self, n, epsilon):
        getcontext().prec = 30
        self.factor, self.w = 1 - Decimal(epsilon), [Decimal(3)] * n

    def probabilities(self):
        total = sum(self.w)
        return [float(w / total) for w in self.w]

    def update(self, advice, y):
        self.w = [w if a == y else w * self.factor for w, a in zip(self.w, advice.tolist(), strict=True)]
