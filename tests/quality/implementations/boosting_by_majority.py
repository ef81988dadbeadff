"""Wrong and right implementations of boosting by majority, as people hand them in."""

from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """The pseudo-code of the notes."""

    def __init__(self, weak_learner, gamma, n_rounds):
        self.weak_learner, self.gamma, self.n_rounds = weak_learner, gamma, n_rounds

    def fit(self, X, y):
        w = np.ones(len(y))
        self.hypotheses = []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, w)
            self.hypotheses.append(h)
            w = self.reweight(w, np.asarray(h(X)) != y)
        return self

    def alpha(self):
        return (0.5 + self.gamma) / (0.5 - self.gamma)

    def reweight(self, w, wrong):
        return np.where(wrong, self.alpha() * w, w)

    def predict(self, X):
        return np.sign(sum(np.asarray(h(X)) for h in self.hypotheses))


edit = partial(edited, Textbook)

WRONG = "those from here on"

NeverReweights = edit("Hands over equal weights in every round.", ("np.where(wrong, self.alpha() * w, w)", "w"))
TurnsTheFactorRound = edit(
    "Divides the weights of misclassified examples by alpha.", ("self.alpha() * w, w)", "w / self.alpha(), w)")
)
AlphaOfTheWholeEdge = edit(
    "Takes (1 + gamma) / (1 - gamma) for alpha.",
    ("(0.5 + self.gamma) / (0.5 - self.gamma)", "(1 + self.gamma) / (1 - self.gamma)"),
    named="(1 + gamma) / (1 - gamma)",
    keeps_bound=True,
)


class ReweightsAsAdaBoost(Textbook):
    """Takes the factor from the error of the round, as AdaBoost does."""

    named = "reweights as AdaBoost"

    def reweight(self, w, wrong):
        epsilon = w[wrong].sum() / w.sum()
        return np.where(wrong, w * (1 - epsilon) / epsilon, w) if wrong.any() else w


ForgetsEarlierErrors = edit(
    "Weighs alpha where the last hypothesis erred, and 1 elsewhere.", ("self.alpha() * w, w)", "self.alpha(), 1.0)")
)
LastHypothesis = edit("Returns the hypothesis of the last round.", ("in self.hypotheses)", "in self.hypotheses[-1:])"))


OneRoundLess = edit(
    "Counts the rounds from 1, and leaves the last one out.",
    ("range(self.n_rounds)", "range(1, self.n_rounds)"),
    (
        "sum(np.asarray(h(X)) for h in self.hypotheses)",
        "sum([np.asarray(h(X)) for h in self.hypotheses], np.zeros(len(X)))",
    ),
)


class KeepsTheWeightsOfTheLastFit(Textbook):
    """A second fit goes on with the hypotheses of the first."""

    named = "no second fit"

    def __init__(self, weak_learner, gamma, n_rounds):
        super().__init__(weak_learner, gamma, n_rounds)
        self.all = []

    def fit(self, X, y):
        super().fit(X, y)
        self.all += self.hypotheses
        self.hypotheses = self.all
        return self


UnanimousPlus = edit(
    "Predicts + only where two thirds of the hypotheses do.",
    ("np.sign(sum(", "np.where(sum("),
    ("in self.hypotheses))", "in self.hypotheses) > len(self.hypotheses) / 3, 1, -1)"),
    named="plus by two thirds",
)
WeightsUpToAMillion = edit(
    "Lets no weight exceed a million.", ("self.alpha() * w", "np.minimum(self.alpha() * w, 1e6)")
)
VotesInBytes = edit(
    "Adds the votes up in 8 bits.",
    (
        "sum(np.asarray(h(X)) for h in self.hypotheses)",
        "np.sum([h(X) for h in self.hypotheses], axis=0, dtype=np.int8)",
    ),
)
LastVotes = edit(
    "Predicts by the last fifty hypotheses.",
    ("in self.hypotheses)", "in self.hypotheses[-50:])"),
    named="the last fifty votes",
)
FirstVotes = edit(
    "Predicts by the first fifty hypotheses.",
    ("in self.hypotheses)", "in self.hypotheses[:50])"),
    named="the first fifty votes",
)


TwoDecimals = edit("Rounds gamma to two decimals.", ("gamma, n_rounds\n", "round(gamma, 2), n_rounds\n"))
AtLeastAHundredth = edit(
    "Takes no gamma below a hundredth.",
    ("gamma, n_rounds\n", "max(gamma, 0.01), n_rounds\n"),
    named="gamma of a hundredth at least",
)
AThousandVotes = edit(
    "Predicts by the first thousand hypotheses.", ("in self.hypotheses)", "in self.hypotheses[:1000])")
)
AtMostAThousandRounds = edit("Makes a thousand rounds at most.", ("gamma, n_rounds\n", "gamma, min(n_rounds, 1000)\n"))
FirstAndLastVotes = edit(
    "Predicts by the first and the last fifty hypotheses.",
    ("in self.hypotheses)", "in self.hypotheses[:50] + self.hypotheses[50:][-50:])"),
)


RIGHT = "those from here on"

TieIsPlus = edit(
    "Predicts +1 at a tie.",
    ("np.sign(sum(", "np.where(sum("),
    ("in self.hypotheses))", "in self.hypotheses) >= 0, 1, -1)"),
    named="a tie is plus",
)
TieIsMinus = edit(
    "Predicts -1 at a tie, in a list.",
    named="a tie is minus",
    predict=lambda self, X: [1 if vote > 0 else -1 for vote in np.atleast_1d(Textbook.predict(self, X))],
)


class Normalises(Textbook):
    """Hands over a distribution, normalised in every round."""

    def fit(self, X, y):
        w = np.full(len(y), 1 / len(y))
        self.hypotheses = []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, w)
            self.hypotheses.append(h)
            w = self.reweight(w, np.asarray(h(X)) != y)
            w = w / w.sum()


class CountsTheErrors:
    """Keeps how often each example was misclassified, and computes the weights from that, the largest being 1."""

    def __init__(self, weak_learner, gamma, n_rounds):
        self.weak_learner, self.n_rounds = weak_learner, n_rounds
        self.log_alpha = np.log1p(2 * gamma) - np.log1p(-2 * gamma)

    def fit(self, X, y):
        times = np.zeros(len(y), dtype=int)
        self.vote = []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, np.exp(self.log_alpha * (times - times.max())))
            times += np.asarray(h(X)) != y
            self.vote.append(h)
        return self

    def predict(self, X):
        return np.sign(np.sum([h(X) for h in self.vote], axis=0))


DividesTheRight = edit(
    "Divides the weights of the examples that are classified correctly: the same shares.",
    ("self.alpha() * w, w)", "w, w / self.alpha())"),
)
SplitsTheFactor = edit(
    "Multiplies the wrong by the root of alpha and divides the right by it: the same shares.",
    ("self.alpha() * w, w)", "w * np.sqrt(self.alpha()), w / np.sqrt(self.alpha()))"),
)
