"""Wrong and right implementations of ExpertsRestart, as people hand them in."""

import random
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """Starts again with all experts as soon as none is left; np.sign gives 0 at a tie."""

    def __init__(self, n):
        self.n = n
        self.alive = np.ones(n, dtype=bool)

    def predict(self, advice):
        return np.sign(advice[self.alive].sum())

    def update(self, advice, y):
        self.alive = self.alive & (advice == y)
        if not self.alive.any():
            self.alive = np.ones(self.n, dtype=bool)


edit = partial(edited, Textbook)

WRONG = "those from here on"

NeverRestarts = edit("Predicts 0 for ever once no expert is left.", ("if not self.alive.any():", "if False:"))
RestartsWithTheRight = edit(
    "Starts again with those who were right in this round, who had been removed.",
    ("= np.ones(self.n, dtype=bool)", "= advice == y if (advice == y).any() else np.ones(self.n, dtype=bool)"),
)


class RestartsAfterEachMistake(Textbook):
    """Starts again whenever it errs itself."""

    def update(self, advice, y):
        mistake = self.predict(advice) != y
        super().update(advice, y)
        if mistake:
            self.alive = np.ones(self.n, dtype=bool)


RestartsWithOneLeft = edit(
    "Starts again when a single expert is left.", ("not self.alive.any()", "self.alive.sum() <= 1")
)
AllVote = edit(
    "Removes experts, but lets all of them vote.",
    ("np.sign(advice[self.alive].sum())", "1 if advice.sum() >= 0 else -1"),
)
UpdatesOnMistakesOnly = edit(
    "Skips the removal after a right prediction.",
    ("& (advice == y)", "& ((advice == y) | (self.predict(advice) == y))"),
)


class RemovedKeepAThousandth(Textbook):
    """An expert that is removed keeps a thousandth of its vote."""

    def __init__(self, n):
        super().__init__(n)
        self.votes = np.ones(len(self.alive))

    def predict(self, advice):
        return 1 if self.votes @ advice >= 0 else -1

    def update(self, advice, y):
        self.votes[advice != y] /= 1000
        self.alive = self.alive & (advice == y)
        if not self.alive.any():
            self.__init__(self.n)


RIGHT = "those from here on"

TieIsMinus = edit(
    "Predicts -1 at a tie.", ("np.sign(advice[self.alive].sum())", "1 if advice[self.alive].sum() > 0 else -1")
)


class RandomTie(Textbook):
    """Tosses a coin at a tie, at every call anew."""

    def __init__(self, n):
        super().__init__(n)
        self.coin = random.Random(1)

    def predict(self, advice):
        return super().predict(advice) or self.coin.choice([-1, 1])


class RestartsBeforeItPredicts:
    """Empties its set, and fills it again when it is next asked."""

    def __init__(self, n):
        self.n, self.left = n, set(range(n))

    def predict(self, advice):
        self.left = self.left or set(range(self.n))
        return 1.0 if sum(advice[i] for i in self.left) >= 0 else -1.0

    def update(self, advice, y):
        self.left = {i for i in self.left or range(self.n) if advice[i] == y}


class CountsMistakes:
    """Counts each expert's mistakes since the last restart."""

    def __init__(self, n):
        self.mistakes = np.zeros(n)

    def predict(self, advice):
        return int(np.sign(np.dot(self.mistakes == 0, advice)))

    def update(self, advice, y):
        self.mistakes[advice != y] += 1
        if self.mistakes.all():
            self.mistakes[:] = 0
