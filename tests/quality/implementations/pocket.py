"""Wrong and right implementations of Pocket, as people hand them in."""

import random
from fractions import Fraction
from functools import partial

import numpy as np
from edits import at_first, edited


class Textbook:
    """Corrects random mistakes and keeps the w with the fewest, as the notes write it."""

    def __init__(self, max_updates, seed):
        self.max_updates, self.seed = max_updates, seed

    def mistakes(self, w, X, y):
        return np.flatnonzero(y * (X @ w) <= 0)

    def better(self, wrong, fewest):
        return len(wrong) < fewest

    def candidates(self, w, X, y):
        return self.mistakes(w, X, y)

    def corrected(self, w, step):
        return w + step

    def fit(self, X, y):
        rng = random.Random(self.seed)
        w = np.zeros(X.shape[1])
        self.w, fewest = w, len(self.mistakes(w, X, y))
        for _ in range(self.max_updates):
            candidates = self.candidates(w, X, y)
            if len(candidates) == 0:
                break
            i = rng.choice(list(candidates))
            w = self.corrected(w, y[i] * X[i])
            wrong = self.mistakes(w, X, y)
            if self.better(wrong, fewest):
                self.w, fewest = w, len(wrong)
        return self

    def predict(self, X):
        return np.sign(X @ self.w)


edit = partial(edited, Textbook)

WRONG = "those from here on"

TheLastWeights = edit("Returns the w of the last correction: PLA broken off.", ("len(wrong) < fewest", "True"))
AtMostAThousand = edit(
    "Corrects a thousand times at most, whatever it is told.", ("= max_updates,", "= min(max_updates, 1000),")
)


TheWorstWeights = edit(
    "Keeps the w with the most mistakes after a correction.",
    ("len(wrong) < fewest", "len(wrong) > fewest or not self.w.any()"),
)
ATieIsRight = edit("Counts y <w, x> < 0, so that w = 0 makes no mistake.", ("<= 0", "< 0"))
SignOfZeroIsPlus = edit(
    "Compares labels, and takes the sign of 0 for +1.",
    ("y * (X @ w) <= 0", "np.where(X @ w >= 0, 1, -1) != y"),
    ("np.sign(X @ self.w)", "np.where(X @ self.w >= 0, 1, -1)"),
    named="the sign of 0 is +1",
)
OneCorrectionMore = edit("Makes max_updates + 1 corrections.", ("= max_updates,", "= max_updates + 1,"))
OneCorrectionLess = edit("Makes max_updates - 1 corrections.", ("= max_updates,", "= max_updates - 1,"))


class CountsVisits(Textbook):
    """max_updates bounds the examples that it looks at, corrected or not."""

    def fit(self, X, y):
        w = np.zeros(X.shape[1])
        self.w, fewest = w, len(y)
        for t in range(self.max_updates):
            i = t % len(y)
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                wrong = self.mistakes(w, X, y)
                if len(wrong) < fewest:
                    self.w, fewest = w, len(wrong)
        return self


KeepsAReference = edit(
    "The pocket holds the array that is corrected in place: it is always the last w.",
    ("return w + step", "w += step\n        return w"),
)
CorrectsThePocket = edit(
    "Goes on from the pocket, not from the last w.",
    ("return self.mistakes(w,", "return self.mistakes(self.w,"),
    ("return w +", "return self.w +"),
)
CorrectsAnyExample = edit(
    "Adds y x of a random example, mistaken or not.", ("return self.mistakes(w, X, y)", "return range(len(y))")
)


class RemembersTheRecord(Textbook):
    """A second fit has to beat the fewest mistakes of the first."""

    def __init__(self, max_updates, seed):
        super().__init__(max_updates, seed)
        self.fewest = None

    def fit(self, X, y):
        rng = random.Random(self.seed)
        w = np.zeros(X.shape[1])
        if self.fewest is None:
            self.w, self.fewest = w, len(y)
        for _ in range(self.max_updates):
            wrong = self.mistakes(w, X, y)
            if len(wrong) == 0:
                break
            i = rng.choice(list(wrong))
            w = w + y[i] * X[i]
            wrong = self.mistakes(w, X, y)
            if len(wrong) < self.fewest:
                self.w, self.fewest = w, len(wrong)
        return self


AddsABias = edit(
    "Learns an intercept as well.",
    (".w)", ".w[:-1] + self.w[-1])"),
    fit=lambda self, X, y: Textbook.fit(self, np.hstack((X, np.ones((len(X), 1)))), y),
)
StopsWithoutProgress = edit(
    "Ends as soon as a correction brings no better w.",
    ("if self.better(wrong, fewest):", "if not self.better(wrong, fewest):\n                break\n            else:"),
)


class CountsOneTooFewAtFirst(Textbook):
    """Takes it that w = 0 gets one example right."""

    def fit(self, X, y):
        self.at_first = len(y)
        return super().fit(X, y)

    def better(self, wrong, fewest):
        return len(wrong) < fewest - (fewest == self.at_first)


class NinetyPercent(Textbook):
    """Takes w for perfect where 90 % of the answers are right."""

    named = "90 percent"

    def mistakes(self, w, X, y):
        wrong = super().mistakes(w, X, y)
        return wrong if len(wrong) > len(y) / 10 else wrong[:0]


class LooksSeldom(Textbook):
    """Compares the pocket at every second correction, and where nothing is wrong."""

    named = "looks at every second correction"
    period, first = 2, 0

    def fit(self, X, y):
        self.corrections = 0
        return super().fit(X, y)

    def better(self, wrong, fewest):
        self.corrections += 1
        looks = self.corrections % self.period == self.first or len(wrong) == 0
        return looks and super().better(wrong, fewest)


class LooksAtOddCorrections(LooksSeldom):
    """Compares the pocket after the first correction, the third, and so on."""

    first = 1


class LooksAtEveryFifth(LooksSeldom):
    """Compares the pocket at every fifth correction."""

    period = 5


class LooksAtEveryTwentieth(LooksSeldom):
    """Compares the pocket at every twentieth correction."""

    period = 20


class LooksAtEveryTwentiethFromTheFirst(LooksSeldom):
    """Compares the pocket after corrections 1, 21, 41, and so on, and after the last."""

    period, first = 20, 1

    def better(self, wrong, fewest):
        return super().better(wrong, fewest) or (self.corrections == self.max_updates and len(wrong) < fewest)


WithinABillionth = edit("Takes a margin below 1e-9 for a mistake, however short instances are.", ("<= 0", "<= 1e-9"))
HalfTheCorrections = edit(
    "Makes half of the corrections where it may make many.",
    ("= max_updates,", "= max_updates // (1 + (max_updates > 10)),"),
)


RIGHT = "those from here on"

NewWeightsAtEqualMistakes = edit(
    "Of two w with equally many mistakes it keeps the later one.", ("len(wrong) <", "len(wrong) <=")
)


class TheFirstMistake(Textbook):
    """Corrects the first mistake and needs no seed; no state."""

    def fit(self, X, y):
        w = held = np.zeros(X.shape[1])
        fewest, left = len(y), self.max_updates
        while left and len(wrong := self.mistakes(w, X, y)):
            w = w + y[wrong[0]] * X[wrong[0]]
            left -= 1
            count = len(self.mistakes(w, X, y))
            if count < fewest:
                held, fewest = w, count
        self.held = held

    def predict(self, X):
        return [int(s > 0) - int(s < 0) for s in (X @ self.held).tolist()]


class NextMistakeInACycle(Textbook):
    """Goes through the sample in a cycle; a tie is +1 beyond it."""

    named = "the next mistake in a cycle"

    def fit(self, X, y):
        w = self.w = np.zeros(X.shape[1])
        fewest, i, updates = len(y), 0, 0
        while updates < self.max_updates and len(self.mistakes(w, X, y)):
            x, label = X[i % len(y)], y[i % len(y)]
            i += 1
            if label * (w @ x) <= 0:
                w, updates = w + label * x, updates + 1
                count = len(self.mistakes(w, X, y))
                if count < fewest:
                    self.w, fewest = w, count
        return self

    def predict(self, X):
        return np.where(X @ self.w >= 0, 1, -1)


ATenthOfAStep = edit("A learning rate of 0.1, whose rounding misses ties.", at_first("X = 0.1 * X"))


class KeepsThemAll(Textbook):
    """Keeps all weights and takes the best of them in the end, in fractions."""

    def fit(self, X, y):
        rng = random.Random(self.seed + 1)
        rows = [[Fraction(v) for v in x] for x in X.tolist()]
        signed = [[int(label) * v for v in x] for x, label in zip(rows, y, strict=True)]

        def wrong(w):
            return [v for v in signed if sum(p * q for p, q in zip(w, v, strict=True)) <= 0]

        w = [Fraction(0)] * len(rows[0])
        met = [w]
        for _ in range(self.max_updates):
            if not wrong(w):
                break
            w = [p + q for p, q in zip(w, rng.choice(wrong(w)), strict=True)]
            met.append(w)
        self.w = np.array([float(v) for v in min(met, key=lambda w: len(wrong(w)))])


class StopsAtAPerfectPocket(Textbook):
    """The same with another generator, and weights of length 1."""

    def fit(self, X, y):
        rng = np.random.default_rng(self.seed)
        w = pocket = np.zeros(X.shape[1])
        record = len(y)
        updates = 0
        while updates < self.max_updates and record > 0:
            i = int(rng.permutation(self.mistakes(w, X, y))[0])
            w = w + y[i] * X[i]
            updates += 1
            if (count := len(self.mistakes(w, X, y))) < record:
                pocket, record = w, count
        self.w = pocket / (np.linalg.norm(pocket) or 1)
        return self
