"""Wrong and right implementations of boosting by majority, as people hand them in."""

import numpy as np


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


WRONG = "those from here on"


class NeverReweights(Textbook):
    """Hands over equal weights in every round."""

    def reweight(self, w, wrong):
        return w


class TurnsTheFactorRound(Textbook):
    """Divides the weights of misclassified examples by alpha."""

    def reweight(self, w, wrong):
        return np.where(wrong, w / self.alpha(), w)


class AlphaOfTheWholeEdge(Textbook):
    """Takes (1 + gamma) / (1 - gamma) for alpha."""

    named = "(1 + gamma) / (1 - gamma)"
    keeps_bound = True

    def alpha(self):
        return (1 + self.gamma) / (1 - self.gamma)


class RootOfAlpha(Textbook):
    """Multiplies by the root of alpha, as if the weights of the right ones were divided by it too."""

    named = "the root of alpha"
    keeps_bound = True

    def reweight(self, w, wrong):
        return np.where(wrong, np.sqrt(self.alpha()) * w, w)


class DividesTheRightToo(Textbook):
    """Multiplies the wrong by alpha and divides the right by it."""

    def reweight(self, w, wrong):
        return np.where(wrong, self.alpha() * w, w / self.alpha())


class ReweightsAsAdaBoost(Textbook):
    """Takes the factor from the error of the round, as AdaBoost does."""

    named = "reweights as AdaBoost"

    def reweight(self, w, wrong):
        epsilon = w[wrong].sum() / w.sum()
        return np.where(wrong, w * (1 - epsilon) / epsilon, w) if wrong.any() else w


class ForgetsEarlierErrors(Textbook):
    """Weighs alpha where the last hypothesis erred, and 1 elsewhere."""

    def reweight(self, w, wrong):
        return np.where(wrong, self.alpha(), 1.0)


class LastHypothesis(Textbook):
    """Returns the hypothesis of the last round."""

    def predict(self, X):
        return np.asarray(self.hypotheses[-1](X))


class OneRoundLess(Textbook):
    """Counts the rounds from 1, and leaves the last one out."""

    def fit(self, X, y):
        w = np.ones(len(y))
        self.hypotheses = []
        for _ in range(1, self.n_rounds):
            h = self.weak_learner(X, y, w)
            self.hypotheses.append(h)
            w = self.reweight(w, np.asarray(h(X)) != y)
        return self

    def predict(self, X):
        return np.sign(sum((np.asarray(h(X)) for h in self.hypotheses), start=np.zeros(len(X))))


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


class UnanimousPlus(Textbook):
    """Predicts + only where two thirds of the hypotheses do."""

    named = "plus by two thirds"

    def predict(self, X):
        votes = sum(np.asarray(h(X)) for h in self.hypotheses)
        return np.where(votes > len(self.hypotheses) / 3, 1, -1)


class AtMostTwoHundredRounds(Textbook):
    """Makes two hundred rounds at most."""

    def __init__(self, weak_learner, gamma, n_rounds):
        super().__init__(weak_learner, gamma, min(n_rounds, 200))


class WeightsUpToAMillion(Textbook):
    """Lets no weight exceed a million."""

    def reweight(self, w, wrong):
        return np.minimum(super().reweight(w, wrong), 1e6)


class VotesInBytes(Textbook):
    """Adds the votes up in 8 bits."""

    def predict(self, X):
        return np.sign(np.sum([h(X) for h in self.hypotheses], axis=0, dtype=np.int8))


class LastVotes(Textbook):
    """Predicts by the last fifty hypotheses."""

    named = "the last fifty votes"

    def predict(self, X):
        return np.sign(sum(np.asarray(h(X)) for h in self.hypotheses[-50:]))


class FirstVotes(Textbook):
    """Predicts by the first fifty hypotheses."""

    named = "the first fifty votes"

    def predict(self, X):
        return np.sign(sum(np.asarray(h(X)) for h in self.hypotheses[:50]))


RIGHT = "those from here on"


class TieIsPlus(Textbook):
    """Predicts +1 at a tie."""

    named = "a tie is plus"

    def predict(self, X):
        return np.where(super().predict(X) >= 0, 1, -1)


class TieIsMinus(Textbook):
    """Predicts -1 at a tie, in a list."""

    named = "a tie is minus"

    def predict(self, X):
        return [1 if vote > 0 else -1 for vote in np.atleast_1d(super().predict(X))]


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


class DividesTheRight(Textbook):
    """Divides the weights of the examples that are classified correctly: the same shares."""

    def reweight(self, w, wrong):
        return np.where(wrong, w, w / self.alpha())


class SplitsTheFactor(Textbook):
    """Multiplies the wrong by the root of alpha and divides the right by it: the same shares."""

    def reweight(self, w, wrong):
        root = np.sqrt(self.alpha())
        return np.where(wrong, w * root, w / root)
