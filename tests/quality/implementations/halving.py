"""Wrong and right implementations of Halving, as people hand them in."""

import random
from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited, told_by_the_last_fifty


class Textbook:
    """The majority of the version space; np.sign gives 0 at a tie."""

    def __init__(self, hypotheses):
        self.hypotheses = np.array(hypotheses)
        self.alive = np.ones(len(hypotheses), dtype=bool)

    def predict(self, x):
        return int(np.sign(self.hypotheses[self.alive, x].sum()))

    def update(self, x, y):
        self.alive = self.alive & (self.hypotheses[:, x] == y)


edit = partial(edited, Textbook)
VOTE = "int(np.sign(self.hypotheses[self.alive, x].sum()))"

WRONG = "those from here on"

AllVote = edit(
    "The majority of all hypotheses, not of those that are alive.",
    (VOTE, "1 if self.hypotheses[:, x].sum() >= 0 else -1"),
)
NeverUpdates = edit("Removes no hypothesis.", ("self.alive = self.alive & (self.hypotheses[:, x] == y)", "pass"))
RemovesTheConsistent = edit("Keeps the hypotheses that erred and drops those that were right.", ("== y", "!= y"))
FirstAlive = edit(
    "One consistent hypothesis predicts, not the majority: this is Consistent.",
    (VOTE, "int(self.hypotheses[np.argmax(self.alive), x])"),
)
RemembersOneRound = edit(
    "Keeps whatever agrees with the last example, and forgets the earlier ones.",
    ("self.alive & (self.hypotheses[:, x] == y)", "self.hypotheses[:, x] == y"),
)
HalfOfAll = edit(
    "Wants more than half of the whole class to say +, not half of those that are alive.",
    (VOTE, "1 if (self.hypotheses[self.alive, x] == 1).sum() > len(self.hypotheses) / 2 else -1"),
)
ThreeQuarters = edit(
    "Takes the mean of labels in {-1, +1} for a share and compares it with a half.",
    (VOTE, "1 if self.hypotheses[self.alive, x].mean() > 0.5 else -1"),
)


class UpdatesOnMistakesOnly:
    """Skips the update after a right prediction, so dead hypotheses go on voting."""

    keeps_bound = True  # at least half of those that vote go with every mistake

    def __init__(self, hypotheses):
        self.voters = hypotheses

    def predict(self, x):
        return 1 if self.voters[:, x].sum() > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.voters = self.voters[self.voters[:, x] == y]


CountsInBytes = edit(
    "Its votes are numbers of 8 bits, which overflow at 128.",
    (VOTE, "1 if self.hypotheses[self.alive, x].sum(dtype=np.int8) >= 0 else -1"),
    keeps_bound=True,  # on classes that are small enough
)


class RemovedKeepAThousandth(Textbook):
    """A hypothesis that is removed keeps a thousandth of its vote."""

    keeps_bound = True  # on classes that are small enough

    def __init__(self, hypotheses):
        super().__init__(hypotheses)
        self.votes = np.ones(len(self.alive))

    def predict(self, x):
        return 1 if self.votes @ self.hypotheses[:, x] >= 0 else -1

    def update(self, x, y):
        self.votes[self.hypotheses[:, x] != y] /= 1000


class FirstColumns(Textbook):
    """Learns from the first 150 instances alone."""

    columns = 150

    def update(self, x, y):
        if x < self.columns:
            super().update(x, y)


class FirstFourHundredColumns(FirstColumns):
    """Learns from the first 400 instances alone."""

    columns = 400


FirstFourHundredHypotheses = edit(
    "Knows the first 400 hypotheses alone.",
    ("np.array(hypotheses)", "hypotheses[:400]"),
    ("len(hypotheses)", "len(hypotheses[:400])"),
)


class VotesByASample(Textbook):
    """Lets 500 of the hypotheses that are alive vote, a new sample at every call."""

    def __init__(self, hypotheses):
        super().__init__(hypotheses)
        self.random = random.Random()

    def predict(self, x):
        voters = np.flatnonzero(self.alive).tolist()
        voters = self.random.sample(voters, min(500, len(voters)))
        return int(np.sign(self.hypotheses[voters, x].sum()))


LastFiftyExamples = edit("Remembers the last fifty examples alone.", update=told_by_the_last_fifty)


RIGHT = "those from here on"

TieIsPlus = edit("Predicts +1 at a tie.", (VOTE, "1 if self.hypotheses[self.alive, x].sum() >= 0 else -1"))
TieIsMinus = edit(
    "Predicts -1 at a tie, as a float.", (VOTE, "1.0 if self.hypotheses[self.alive, x].sum() > 0 else -1.0")
)


class RandomTie(Textbook):
    """Tosses a coin at a tie, at every call anew."""

    def __init__(self, hypotheses):
        super().__init__(hypotheses)
        self.coin = random.Random(1)

    def predict(self, x):
        return super().predict(x) or self.coin.choice([-1, 1])


class ListOfIndices:
    """The version space is a list of row numbers, under the name of the mask."""

    def __init__(self, hypotheses):
        self.hypotheses = hypotheses
        self.alive = list(range(len(hypotheses)))

    def predict(self, x):
        positive = [i for i in self.alive if self.hypotheses[i][x] > 0]
        return 1 if 2 * len(positive) >= len(self.alive) else -1

    def update(self, x, y):
        self.alive = [i for i in self.alive if self.hypotheses[i][x] == y]


class ShrinkingTable:
    """Cuts rows off the table; predicts by a numpy float."""

    def __init__(self, hypotheses):
        self.V = hypotheses.astype(float)

    def predict(self, x):
        return np.sign(self.V[:, x].mean())

    def update(self, x, y):
        self.V = self.V[self.V[:, x] == y]


class NormalisedWeights:
    """Equal weights on the version space, made to sum to 1 every round; predicts by a 0-d array."""

    def __init__(self, hypotheses):
        self.hypotheses = hypotheses
        self.p = np.full(len(hypotheses), 1 / len(hypotheses))

    def predict(self, x):
        return np.array(1 if self.p @ self.hypotheses[:, x] > 0 else -1)

    def update(self, x, y):
        self.p = self.p * (self.hypotheses[:, x] == y)
        self.p = self.p / self.p.sum()


class CachesTheVotes:
    """`predict` stores who said what, and `update` uses it; predicts by a one-element array."""

    def __init__(self, hypotheses):
        self.V = hypotheses
        self.votes = None

    def predict(self, x):
        self.votes = self.V[:, x]
        return np.sign(self.votes.sum(keepdims=True))

    def update(self, x, y):
        self.V = self.V[self.votes == y]


class BitMask:
    """The version space is the bits of an integer; predicts by a Fraction."""

    def __init__(self, hypotheses):
        self.positive = [sum(1 << i for i, label in enumerate(column) if label == 1) for column in hypotheses.T]
        self.mask = (1 << len(hypotheses)) - 1

    def predict(self, x):
        positive = (self.mask & self.positive[x]).bit_count()
        return Fraction(1) if 2 * positive > self.mask.bit_count() else Fraction(-1)

    def update(self, x, y):
        self.mask &= self.positive[x] if y == 1 else ~self.positive[x]


class LooksAtAllExamplesAgain:
    """Keeps the examples alone, and asks every hypothesis about each of them whenever it predicts."""

    def __init__(self, hypotheses):
        self.table, self.told = hypotheses, {}

    def predict(self, x):
        right = np.ones(len(self.table), dtype=bool)
        for instance, label in self.told.items():
            right &= self.table[:, instance] == label
        return int(np.sign(np.where(right, self.table[:, x], 0).sum(dtype=np.longdouble)))

    def update(self, x, y):
        self.told[x] = y
