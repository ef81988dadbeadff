"""Wrong and right implementations of ExpertsMajority, as people hand them in."""

import random
from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """The majority of the experts who have made no mistake; np.sign gives 0 at a tie."""

    def __init__(self, n):
        self.n = n
        self.alive = np.ones(n, dtype=bool)

    def predict(self, advice):
        return np.sign(advice[self.alive].sum())

    def update(self, advice, y):
        self.alive[advice != y] = False


edit = partial(edited, Textbook)
VOTE = "np.sign(advice[self.alive].sum())"

WRONG = "those from here on"

AllVote = edit(
    "Removes experts, but lets all of them vote.",
    ("np.sign(advice[self.alive].sum())", "1 if advice.sum() >= 0 else -1"),
)
NeverRemoves = edit("The plain majority.", ("self.alive[advice != y] = False", "pass"))
RemovesTheRight = edit("Removes the experts who were right.", ("!= y", "== y"))
FollowsTheFirst = edit(
    "Follows one expert without a mistake, not the majority of them.",
    ("np.sign(advice[self.alive].sum())", "int(advice[np.argmax(self.alive)])"),
)


HalfOfAll = edit(
    "Wants more than n/2 experts to say +, however few are left.",
    ("np.sign(advice[self.alive].sum())", "1 if (advice[self.alive] == 1).sum() > self.n / 2 else -1"),
)


class RemovesOneExpert(Textbook):
    """Removes one erring expert a round, and no more."""

    def update(self, advice, y):
        erring = np.flatnonzero(self.alive & (advice != y))
        if len(erring):
            self.alive[erring[0]] = False


class UpdatesOnMistakesOnly:
    """Skips the removal after a right prediction, so experts who have erred go on voting."""

    keeps_bound = True  # at least half of those who vote go with every mistake

    def __init__(self, n):
        self.voters = np.arange(n)

    def predict(self, advice):
        return 1 if advice[self.voters].sum() > 0 else -1

    def update(self, advice, y):
        if self.predict(advice) != y:
            self.voters = self.voters[advice[self.voters] == y]


class CountsInBytes(Textbook):
    """Its votes are unsigned numbers of 8 bits, which 256 of them make 0."""

    keeps_bound = True  # with experts that are few enough

    def predict(self, advice):
        plus, minus = ((advice[self.alive] == label).sum(dtype=np.uint8) for label in (1, -1))
        return 1 if plus >= minus else -1


class RemovedKeepAThousandth(Textbook):
    """An expert that is removed keeps a thousandth of its vote."""

    keeps_bound = True  # with experts that are few enough

    def __init__(self, n):
        super().__init__(n)
        self.votes = np.ones(len(self.alive))

    def predict(self, advice):
        return 1 if self.votes @ advice >= 0 else -1

    def update(self, advice, y):
        self.votes[advice != y] /= 1000


FirstFourHundred = edit(
    "Removes none but the first 400 experts.",
    ("[advice != y]", "[(advice != y) & (np.arange(len(advice)) < 400)]"),
)


class LastHundredRounds(Textbook):
    """Remembers the last hundred rounds alone."""

    def __init__(self, n):
        super().__init__(n)
        self.told = []

    def update(self, advice, y):
        self.told = [*self.told, advice == y][-100:]
        self.alive = np.all(self.told, axis=0)


RIGHT = "those from here on"

TieIsPlus = edit(
    "Predicts +1 at a tie.", ("np.sign(advice[self.alive].sum())", "1 if advice[self.alive].sum() >= 0 else -1")
)


class RandomTie(Textbook):
    """Tosses a coin at a tie, at every call anew."""

    def __init__(self, n):
        super().__init__(n)
        self.coin = random.Random(1)

    def predict(self, advice):
        return super().predict(advice) or self.coin.choice([-1.0, 1.0])


class SetOfExperts:
    """A Python set and two counts."""

    def __init__(self, n):
        self.experts = set(range(n))

    def predict(self, advice):
        plus = sum(1 for i in self.experts if advice[i] == 1)
        minus = sum(1 for i in self.experts if advice[i] == -1)
        return Fraction(1) if plus > minus else Fraction(-1)

    def update(self, advice, y):
        self.experts = {i for i in self.experts if advice[i] == y}


class ZeroWeights:
    """Weights that are set to 0 and rescaled to sum to 1."""

    def __init__(self, n):
        self.w = np.full(n, 1 / n)

    def predict(self, advice):
        return np.array(np.sign(self.w @ advice))

    def update(self, advice, y):
        self.w = np.where(advice == y, self.w, 0)
        self.w = self.w / self.w.sum()


class CountsMistakes:
    """Counts each expert's mistakes; those with none vote."""

    def __init__(self, n):
        self.mistakes = [0] * n

    def predict(self, advice):
        votes = sum(int(a) for a, m in zip(advice, self.mistakes, strict=True) if m == 0)
        return (votes > 0) - (votes < 0)

    def update(self, advice, y):
        for i, a in enumerate(advice):
            self.mistakes[i] += a != y
