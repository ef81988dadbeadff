"""Wrong and right implementations of Consistent, as people hand them in."""

import random
from functools import partial

import numpy as np
from edits import edited, told_by_the_last_fifty


class FirstAlive:
    """The textbook form: the first hypothesis that is alive predicts."""

    def __init__(self, hypotheses):
        self.hypotheses = np.array(hypotheses)
        self.alive = np.ones(len(hypotheses), dtype=bool)

    def predict(self, x):
        return int(self.hypotheses[np.flatnonzero(self.alive)[0], x])

    def update(self, x, y):
        self.alive = self.alive & (self.hypotheses[:, x] == y)


edit = partial(edited, FirstAlive)

WRONG = "those from here on"

NeverUpdates = edit(
    "The first hypothesis of all predicts for ever.", ("self.alive = self.alive & (self.hypotheses[:, x] == y)", "pass")
)


RemembersOneRound = edit(
    "Keeps whatever agrees with the last example, and forgets the earlier ones.",
    ("self.alive & (self.hypotheses[:, x] == y)", "self.hypotheses[:, x] == y"),
)
RemovesByItsOwnPrediction = edit(
    "Keeps the hypotheses that agree with its prediction in the place of the label.", ("== y", "== self.predict(x)")
)
IgnoresAlive = edit(
    "Filters the hypotheses, but predicts by the last of all, alive or not.", ("np.flatnonzero(self.alive)[0]", "-1")
)


class UpdatesOnMistakesOnly:
    """Skips the update after a right prediction: later hypotheses may contradict earlier examples."""

    keeps_bound = True  # the one that predicted goes with every mistake

    def __init__(self, hypotheses):
        self.version_space = [tuple(h) for h in hypotheses]

    def predict(self, x):
        return int(self.version_space[0][x])

    def update(self, x, y):
        if self.predict(x) != y:
            self.version_space = [h for h in self.version_space if h[x] == y]


class RemovesOneHypothesis(UpdatesOnMistakesOnly):
    """Drops only the hypothesis that predicted, and none of the others that erred."""

    def update(self, x, y):
        if self.predict(x) != y:
            self.version_space = self.version_space[1:]


LastFiftyExamples = edit("Remembers the last fifty examples alone.", update=told_by_the_last_fifty)


class LastFiftyInstances(FirstAlive):
    """Learns from the last fifty instances alone."""

    def update(self, x, y):
        if x >= self.hypotheses.shape[1] - 50:
            super().update(x, y)


class LearnsFromTwentyInstances(FirstAlive):
    """Learns from the first twenty instances that it sees, and remembers the labels of all others."""

    def __init__(self, hypotheses):
        super().__init__(hypotheses)
        self.labels = {}

    def predict(self, x):
        return self.labels.get(x) or int(np.sign(self.hypotheses[self.alive, x].sum())) or 1

    def update(self, x, y):
        self.labels[x] = y
        if len(self.labels) <= 20:
            super().update(x, y)


class LastFiftyHypotheses(FirstAlive):
    """Knows the last fifty hypotheses alone; none of them is left where another one labels the sequence."""

    def __init__(self, hypotheses):
        super().__init__(hypotheses[-50:])

    def predict(self, x):
        return super().predict(x) if self.alive.any() else 1


RIGHT = "those from here on"

LastAlive = edit("Picks the last hypothesis that is alive.", ("[0]", "[-1]"))


class RandomAlive(FirstAlive):
    """Picks a random hypothesis that is alive, a new one at every call."""

    def __init__(self, hypotheses):
        super().__init__(hypotheses)
        self.random = random.Random(1)

    def predict(self, x):
        return int(self.hypotheses[self.random.choice(np.flatnonzero(self.alive).tolist()), x])


Majority = edit(
    "Predicts the majority's label, which some hypothesis that is alive gives too.",
    ("int(self.hypotheses[np.flatnonzero(self.alive)[0], x])", "1 if self.hypotheses[self.alive, x].sum() > 0 else -1"),
)


class Minority(FirstAlive):
    """Predicts the rarer label wherever the hypotheses that are alive differ."""

    def predict(self, x):
        labels = self.hypotheses[self.alive, x]
        if (labels == labels[0]).all():
            return labels[0]
        return -1.0 if labels.sum() > 0 else 1.0


class ShrinkingTable:
    """Cuts rows off the table; predicts by a one-element array."""

    def __init__(self, hypotheses):
        self.H = hypotheses

    def predict(self, x):
        return self.H[:1, x]

    def update(self, x, y):
        self.H = self.H[self.H[:, x] == y]


class SearchesItsHistory:
    """Stores the examples and looks for a consistent hypothesis at each prediction."""

    def __init__(self, hypotheses):
        self.hypotheses = hypotheses
        self.seen = []

    def predict(self, x):
        return next(h[x] for h in self.hypotheses if all(h[z] == y for z, y in self.seen))

    def update(self, x, y):
        self.seen.append((x, y))


class PassesOverTheFallen:
    """Moves on to the next hypothesis where one errs, if that has been right in all rounds."""

    def __init__(self, hypotheses):
        self.left, self.told = iter(hypotheses.tolist()), {}
        self.current = next(self.left)

    def predict(self, x):
        return float(self.current[x])

    def update(self, x, y):
        self.told[x] = y
        while any(self.current[instance] != label for instance, label in self.told.items()):
            self.current = next(self.left)
