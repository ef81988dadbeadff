"""Wrong and right implementations of AdaBoost, as people hand them in."""

import math
from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """The pseudo-code of the notes; a hypothesis without an error decides alone."""

    def __init__(self, weak_learner, n_rounds):
        self.weak_learner = weak_learner
        self.n_rounds = n_rounds

    def fit(self, X, y):
        D = np.full(len(y), 1 / len(y))
        self.hypotheses, weights = [], []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, D)
            wrong = np.asarray(h(X)) != y
            epsilon = self.error(D, wrong)
            if not wrong.any():
                self.hypotheses, weights = [h], [1.0]
                break
            self.hypotheses.append(h)
            weights.append(self.weight(epsilon))
            D = self.reweight(D, wrong, epsilon)
        self.estimator_weights = np.array(weights)
        return self

    def error(self, D, wrong):
        return D[wrong].sum()

    def weight(self, epsilon):
        return 0.5 * np.log(1 / epsilon - 1)

    def reweight(self, D, wrong, epsilon):
        w = 0.5 * np.log(1 / epsilon - 1)
        D = D * np.exp(np.where(wrong, w, -w))
        return D / D.sum()

    def predict(self, X):
        return np.sign(sum(w * np.asarray(h(X)) for w, h in zip(self.estimator_weights, self.hypotheses, strict=True)))


edit = partial(edited, Textbook)

WRONG = "those from here on"


class StopsNearHalf(Textbook):
    """Stops where a hypothesis is right on less than 50.1%."""

    named = "stops near a half"

    def fit(self, X, y):
        super().fit(X, y)
        for t, w in enumerate(self.estimator_weights):
            if w < 0.002:
                self.hypotheses, self.estimator_weights = self.hypotheses[:t], self.estimator_weights[:t]
                break
        return self

    def predict(self, X):
        return super().predict(X) if self.hypotheses else np.zeros(len(X))


AtMostAHundredRounds = edit(
    "Makes a hundred rounds at most, whatever it is told.", ("= n_rounds", "= min(n_rounds, 100)")
)


class NeverCalls(Textbook):
    """Boosts stumps of its own, and never asks the weak learner."""

    named = "never calls its weak learner"

    def fit(self, X, y):
        self.hypotheses, self.estimator_weights = [lambda X: np.where(X[:, 0] > 0, 1, -1)], np.ones(1)
        return self


CallsOnce = edit(
    "Asks for one hypothesis, and takes it for all rounds.",
    ("range(self.n_rounds)", "range(1)"),
    named="calls its weak learner once",
)


class CallsTooOften(Textbook):
    """Asks for each hypothesis twice, and takes the second."""

    named = "calls its weak learner twice a round"

    def __init__(self, weak_learner, n_rounds):
        super().__init__(lambda X, y, D: (weak_learner(X, y, D), weak_learner(X, y, D))[1], n_rounds)


NeverReweights = edit(
    "Hands the weak learner the uniform distribution in every round.", ("D = self.reweight(D, wrong, epsilon)", "pass")
)
UniformVote = edit("Gives each hypothesis one vote.", ("return 0.5 * np.log(1 / epsilon - 1)", "return 1.0"))
ForgetsTheHalfInTheExponent = edit(
    "Multiplies by exp(+-log(1/epsilon - 1)): the correct weights of the vote, the wrong distribution.",
    ("w = 0.5 * np", "w = np"),
)
ErrorUnderTheUniformDistribution = edit(
    "Counts the errors without the distribution.", ("D[wrong].sum()", "wrong.mean()")
)
LastHypothesis = edit("Returns the hypothesis of the last round.", predict=lambda self, X: self.hypotheses[-1](X))
WeightsTheEdge = edit(
    "Weighs a hypothesis by 1/2 - epsilon in the vote.",
    ("return 0.5 * np.log(1 / epsilon - 1)", "return 0.5 - epsilon"),
)
ForgetsToNormalise = edit("Lets the sum of D shrink, and takes parts of it for errors.", ("D / D.sum()", "D"))
DoublesTheWrong = edit(
    "Doubles the weights of misclassified examples, whatever epsilon is: right if it is a third.",
    ("np.exp(np.where(wrong, w, -w))", "np.where(wrong, 2, 1)"),
)
DividesByZero = edit(
    "Has no answer to a round without errors.",
    ("self.error(D, wrong)", "float(self.error(D, wrong))"),
    ("not wrong.any()", "False"),
)


class AddsToTheLastFit(Textbook):
    """A second fit keeps the hypotheses of the first."""

    def __init__(self, weak_learner, n_rounds):
        super().__init__(weak_learner, n_rounds)
        self.old = []

    def fit(self, X, y):
        super().fit(X, y)
        self.old += zip(self.estimator_weights, self.hypotheses, strict=True)
        self.estimator_weights, self.hypotheses = (list(column) for column in zip(*self.old, strict=True))
        return self


class StopsWhenTheVoteIsRight:
    """Ends the training as soon as the vote makes no error on the sample."""

    keeps_bound = True  # the training error is 0 wherever it stops early

    def __init__(self, weak_learner, n_rounds):
        self.weak_learner, self.n_rounds = weak_learner, n_rounds

    def fit(self, X, y):
        D = np.full(len(y), 1 / len(y))
        self.vote = []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, D)
            wrong = np.asarray(h(X)) != y
            if not wrong.any():
                self.vote = [(1.0, h)]
                break
            epsilon = D[wrong].sum()
            self.vote.append((0.5 * np.log(1 / epsilon - 1), h))
            D = np.where(wrong, D / (2 * epsilon), D / (2 * (1 - epsilon)))
            if (self.predict(X) == y).all():
                break
        return self

    def predict(self, X):
        return np.sign(sum(w * np.asarray(h(X)) for w, h in self.vote))


class TakesASmallErrorForNone(Textbook):
    """Lets a hypothesis with an error below 1e-12 decide alone."""

    def fit(self, X, y):
        super().fit(X, y)
        for h, weight in zip(self.hypotheses, self.estimator_weights, strict=True):
            if weight > 0.5 * math.log(1e12):
                self.hypotheses, self.estimator_weights = [h], np.ones(1)


class IgnoresLightVotes(Textbook):
    """Leaves out hypotheses of less than a ten-thousandth of the greatest weight."""

    named = "ignores light votes"

    def predict(self, X):
        heavy = [w >= 1e-4 * max(self.estimator_weights) for w in self.estimator_weights]
        return np.sign(
            sum(
                w * np.asarray(h(X))
                for w, h, counts in zip(self.estimator_weights, self.hypotheses, heavy, strict=True)
                if counts
            )
        )


ClipsErrors = edit(
    "Keeps errors from 0 and 1 by a millionth, so that the logarithm is finite.",
    ("self.error(D, wrong)", "np.clip(self.error(D, wrong), 1e-6, 1 - 1e-6)"),
    named="errors of a millionth at least",
)


TwoHundredVotes = edit(
    "Predicts by the first two hundred hypotheses.",
    ("zip(self.estimator_weights, self.hypotheses", "zip(self.estimator_weights[:200], self.hypotheses[:200]"),
)
AThousandVotes = edit(
    "Predicts by the first thousand hypotheses.",
    ("zip(self.estimator_weights, self.hypotheses", "zip(self.estimator_weights[:1000], self.hypotheses[:1000]"),
)
LastVotes = edit(
    "Predicts by the last two hundred hypotheses.",
    ("zip(self.estimator_weights, self.hypotheses", "zip(self.estimator_weights[-200:], self.hypotheses[-200:]"),
)


class ShowsTheErrors(Textbook):
    """Exposes the errors of its hypotheses as their weights."""

    def fit(self, X, y):
        super().fit(X, y)
        self._votes = self.estimator_weights
        self.estimator_weights = 1 / (1 + np.exp(2 * self._votes))
        return self

    def predict(self, X):
        return np.sign(sum(w * np.asarray(h(X)) for w, h in zip(self._votes, self.hypotheses, strict=True)))


class FirstAndLastVotes(Textbook):
    """Predicts by the first and the last hundred hypotheses."""

    def predict(self, X):
        votes = list(zip(self.estimator_weights, self.hypotheses, strict=True))
        return np.sign(sum(w * np.asarray(h(X)) for w, h in votes[:100] + votes[100:][-100:]))


RIGHT = "those from here on"

TieIsPlus = edit(
    "Predicts +1 at a tie of the vote.",
    ("np.sign(sum(", "np.where(sum("),
    ("strict=True)))", "strict=True)) >= 0, 1, -1)"),
)
VoteInBits = edit(
    "Weighs hypotheses by log2(1/epsilon - 1): the same vote, scaled.", ("return 0.5 * np.log(", "return np.log2(")
)
MultipliesTheWrongOnly = edit(
    "Multiplies misclassified examples by (1 - epsilon) / epsilon and normalises.",
    ("np.exp(np.where(wrong, w, -w))", "np.where(wrong, (1 - epsilon) / epsilon, 1)"),
)
HalfForEachSide = edit(
    "Gives half of the new distribution to the errors and half to the rest.",
    reweight=lambda self, D, wrong, epsilon: np.where(wrong, D / (2 * epsilon), D / (2 * (1 - epsilon))),
)


class FromTheMargins:
    """Keeps the score of the vote, and computes D from its margins with a softmax in every round."""

    def __init__(self, weak_learner, n_rounds):
        self.weak_learner, self.n_rounds = weak_learner, n_rounds

    def fit(self, X, y):
        f = np.zeros(len(y))
        self.vote = []
        for _ in range(self.n_rounds):
            margins = -y * f
            D = np.exp(margins - margins.max())
            D /= D.sum()
            h = self.weak_learner(X, y, D)
            p = np.asarray(h(X), dtype=float)
            epsilon = D @ (p != y)
            if epsilon == 0:
                self.vote = [(h, 1.0)]
                return
            alpha = np.arctanh(1 - 2 * epsilon)
            f += alpha * p
            self.vote.append((h, alpha))

    def predict(self, X):
        score = np.zeros(len(X))
        for h, alpha in self.vote:
            score += alpha * np.asarray(h(X))
        return [1 if s > 0 else -1 for s in score]


class PythonLoops:
    """Lists, loops and `math`; a perfect hypothesis gets a weight that outvotes all others."""

    def __init__(self, weak_learner, n_rounds):
        self.weak_learner, self.n_rounds = weak_learner, n_rounds

    def fit(self, X, y):
        m = len(y)
        D = [1 / m] * m
        self.hypotheses, self.estimator_weights = [], []
        for _ in range(self.n_rounds):
            h = self.weak_learner(X, y, np.array(D))
            p = [int(v) for v in h(X)]
            epsilon = sum(D[i] for i in range(m) if p[i] != y[i])
            self.hypotheses.append(h)
            if epsilon == 0:
                self.estimator_weights.append(1 + sum(self.estimator_weights))
                break
            alpha = math.log((1 - epsilon) / epsilon)
            self.estimator_weights.append(alpha)
            D = [D[i] * math.exp(alpha) if p[i] != y[i] else D[i] for i in range(m)]
            total = sum(D)
            D = [v / total for v in D]
        return self

    def predict(self, X):
        columns = [[float(v) for v in h(X)] for h in self.hypotheses]
        scores = [
            sum(w * column[i] for w, column in zip(self.estimator_weights, columns, strict=True)) for i in range(len(X))
        ]
        return [(s > 0) - (s < 0) for s in scores]


class Logarithms(Textbook):
    """Stores log D."""

    def reweight(self, D, wrong, epsilon):
        log_D = np.log(D) + np.where(wrong, 1, -1) * self.weight(epsilon)
        return np.exp(log_D - np.log(np.exp(log_D).sum()))
