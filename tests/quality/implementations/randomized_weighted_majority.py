"""Wrong and right implementations of RandomizedWeightedMajority, as people hand them in."""

import math
from fractions import Fraction

import numpy as np


class Textbook:
    """Probabilities w / W, and a factor 1 - epsilon for whoever errs."""

    def __init__(self, n, epsilon):
        self.n, self.epsilon = n, epsilon
        self.w = np.ones(n)

    def probabilities(self):
        return self.w / self.w.sum()

    def update(self, advice, y):
        self.w[advice != y] *= 1 - self.epsilon


# Wrong ones


class IgnoresEpsilon(Textbook):
    """Halves, whatever epsilon is."""

    def update(self, advice, y):
        self.w[advice != y] /= 2


class PunishesTheRight(Textbook):
    """Multiplies the weights of those who were right."""

    def update(self, advice, y):
        self.w[advice == y] *= 1 - self.epsilon


class RewardsTheRight(Textbook):
    """Multiplies by 1 + epsilon for being right, which is not 1 - epsilon for being wrong."""

    def update(self, advice, y):
        self.w[advice == y] *= 1 + self.epsilon


class Exponential(Textbook):
    """Takes the factor e^-epsilon for 1 - epsilon."""

    def update(self, advice, y):
        self.w[advice != y] *= math.exp(-self.epsilon)


class FactorEpsilon(Textbook):
    """Multiplies by epsilon."""

    def update(self, advice, y):
        self.w[advice != y] *= self.epsilon


class OnMistakesOnly(Textbook):
    """Updates only where the weighted majority errs."""

    def update(self, advice, y):
        if y * (self.w @ advice) <= 0:
            super().update(advice, y)


class Uniform(Textbook):
    """Draws all experts with the same probability."""

    def probabilities(self):
        return np.full(self.n, 1 / self.n)


class DoesNotNormalise(Textbook):
    """Returns the weights."""

    def probabilities(self):
        return self.w


class SquaresTheWeights(Textbook):
    """Draws an expert with a probability proportional to the square of his weight."""

    def probabilities(self):
        return self.w**2 / (self.w**2).sum()


# Right ones


class KeepsProbabilities(Textbook):
    """Makes the weights sum to 1 in every round."""

    def __init__(self, n, epsilon):
        self.epsilon, self.p = epsilon, np.full(n, 1 / n)

    def probabilities(self):
        return self.p

    def update(self, advice, y):
        p = np.where(advice == y, self.p, (1 - self.epsilon) * self.p)
        self.p = p / p.sum()


class DividesTheRight(Textbook):
    """Divides the weights of those who were right by 1 - epsilon: the same weights, scaled."""

    def update(self, advice, y):
        self.w = np.where(advice == y, self.w / (1 - self.epsilon), self.w)


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


WRONG = {
    "ignores epsilon": IgnoresEpsilon,
    "punishes the right": PunishesTheRight,
    "rewards the right": RewardsTheRight,
    "exponential": Exponential,
    "factor epsilon": FactorEpsilon,
    "on mistakes only": OnMistakesOnly,
    "uniform": Uniform,
    "does not normalise": DoesNotNormalise,
    "squares the weights": SquaresTheWeights,
}
RIGHT = {
    "textbook": Textbook,
    "keeps probabilities": KeepsProbabilities,
    "divides the right": DividesTheRight,
    "counts mistakes": CountsMistakes,
    "logarithms": Logarithms,
    "exact fractions": ExactFractions,
}
