"""Wrong and right implementations of WeightedMajority, as people hand them in."""

import math
import random
from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """Halves the erring experts' weights after a mistake; np.sign gives 0 at a tie."""

    def __init__(self, n):
        self.n = n
        self.w = np.ones(n)

    def predict(self, advice):
        return np.sign(self.w @ advice)

    def update(self, advice, y):
        if self.predict(advice) != y:
            self.w[advice != y] /= 2


edit = partial(edited, Textbook)

WRONG = "those from here on"

HalvesTheRight = edit("Halves the weights of the experts who were right.", ("[advice != y]", "[advice == y]"))
RemovesTheErring = edit("Factor 0: removes whoever errs with it.", ("/= 2", "= 0"))
IgnoresTheWeights = edit("Keeps weights, but counts heads.", ("self.w @ advice", "advice.sum()"))
HalvesEverybody = edit(
    "Halves all weights after a mistake, so that nothing changes.", ("self.w[advice != y] /=", "self.w /=")
)
FollowsTheLeader = edit(
    "Follows the expert of the largest weight, not the majority.",
    ("np.sign(self.w @ advice)", "advice[np.argmax(self.w)]"),
)
SubtractsAHalf = edit("Subtracts 1/2 from the erring experts' weights.", ("/= 2", "-= 0.5"))
HalfOfN = edit(
    "Compares the weight of + with n/2, not with half of the total weight.",
    ("np.sign(self.w @ advice)", "1 if self.w[advice == 1].sum() > self.n / 2 else -1"),
)
FactorNineTenths = edit("Multiplies by 0.9.", ("/= 2", "*= 0.9"), named="factor 0.9")
HalvesAfterRightPredictions = edit(
    "Updates where it was right and not where it erred.", ("(advice) != y", "(advice) == y")
)


class HalvesEveryRound:
    """Halves the erring experts' weights after right predictions too."""

    keeps_bound = True  # W only falls further, and the best expert's weight is (1/2)^m all the same

    def __init__(self, n):
        self.weights = np.ones(n)

    def predict(self, advice):
        return np.sign(self.weights @ advice)

    def update(self, advice, y):
        self.weights[advice != y] /= 2


class AtLeastATrillionth(Textbook):
    """Lets no weight fall below 1e-12."""

    least = 1e-12

    def update(self, advice, y):
        super().update(advice, y)
        self.w = np.maximum(self.w, self.least)


class AtLeastNearlyNothing(AtLeastATrillionth):
    """Lets no weight fall below 1e-300."""

    least = 1e-300


FirstFourHundred = edit(
    "Halves the weights of the first 400 experts alone.",
    ("[advice != y]", "[(advice != y) & (np.arange(len(advice)) < 400)]"),
)


class ForgetsWhoWeighsNothing(Textbook):
    """Lets no expert come back whose weight is a trillionth of a millionth of the largest."""

    def update(self, advice, y):
        super().update(advice, y)
        self.w[self.w < 1e-18 * self.w.max()] = 0


class TiresOfTheSameAdvice(Textbook):
    """Learns nothing from advice that it has been given twenty times in a row."""

    last, times = None, 0

    def update(self, advice, y):
        same, self.last = np.array_equal(self.last, advice), advice
        self.times = self.times + 1 if same else 0
        if self.times < 20:
            super().update(advice, y)


RIGHT = "those from here on"

TieIsPlus = edit("Predicts +1 at a tie.", ("np.sign(self.w @ advice)", "1 if self.w @ advice >= 0 else -1"))


class UpdatesAtATie(Textbook):
    """Tosses a coin at a tie, and updates at every tie."""

    def __init__(self, n):
        super().__init__(n)
        self.coin = random.Random(1)

    def predict(self, advice):
        return super().predict(advice) or self.coin.choice([-1, 1])

    def update(self, advice, y):
        if y * (self.w @ advice) <= 0:
            self.w = np.where(advice == y, self.w, self.w / 2)


DoublesTheRight = edit(
    "Doubles the weights of the experts who were right: the same weights, scaled.",
    ("[advice != y] /=", "[advice == y] *="),
)


class SumsToOne(Textbook):
    """Makes the weights sum to 1 in every round."""

    def update(self, advice, y):
        super().update(advice, y)
        self.w /= self.w.sum()


class CountsMistakes:
    """Counts the mistakes that cost an expert weight, and computes 2^-count anew."""

    def __init__(self, n):
        self.count = np.zeros(n, dtype=int)

    def predict(self, advice):
        return np.float64(1 if 2.0**-self.count @ advice > 0 else -1)

    def update(self, advice, y):
        if self.predict(advice) != y:
            self.count += advice != y


class Logarithms:
    """Stores log w, and subtracts the largest before it takes exponentials."""

    def __init__(self, n):
        self.w = np.zeros(n)

    def predict(self, advice):
        return int(np.sign(np.exp(self.w - self.w.max()) @ advice))

    def update(self, advice, y):
        if self.predict(advice) != y:
            self.w = self.w - math.log(2) * (advice != y)


class ExactFractions:
    """A list of Fractions and a loop."""

    def __init__(self, n):
        self.w = [Fraction(1)] * n

    def predict(self, advice):
        plus = sum(w for w, a in zip(self.w, advice, strict=True) if a == 1)
        return Fraction(1) if 2 * plus > sum(self.w) else Fraction(-1)

    def update(self, advice, y):
        if self.predict(advice) != y:
            self.w = [w if a == y else w / 2 for w, a in zip(self.w, advice, strict=True)]


class CachesThePrediction(Textbook):
    """`update` trusts the last prediction, an array of one element."""

    def predict(self, advice):
        self.last = np.sign(np.array([self.w @ advice]))
        return self.last

    def update(self, advice, y):
        if self.last[0] != y:
            self.w = self.w * np.where(advice == y, 1.0, 0.5)


class WholeNumbers:
    """Weights are whole numbers of any size: who is right is doubled where others err."""

    def __init__(self, n):
        self.w = [3] * n

    def predict(self, advice):
        balance = sum(w * a for w, a in zip(self.w, advice.tolist(), strict=True))
        return 1 if balance > 0 else -1

    def update(self, advice, y):
        if self.predict(advice) != y:
            self.w = [2 * w if a == y else w for w, a in zip(self.w, advice.tolist(), strict=True)]
