"""Wrong variants of the claims about costs: bounds of a smaller order, and learners that do the same more slowly."""

from dataclasses import replace

import numpy as np
from changes import bound, learner
from sympy import log, sqrt

from learncheck.learners import AdaBoost, DecisionStump, Ellipsoid, Halving, Perceptron, ThresholdHalving
from learncheck.learners.batch.boolean import ConjunctionElimination, DecisionListLearner
from learncheck.learners.batch.exhaustive import FiniteERM, SubsetERM
from learncheck.learners.batch.perceptron import Pocket
from learncheck.learners.batch.rectangles import IntervalERM, RectangleERM
from learncheck.theorems.notes.erm.costs import L, P, T, m, sorting
from learncheck.theorems.notes.erm.round_costs import H, b, d, k, n, s, spent


class StepByStep(ThresholdHalving):
    """Looks for the end of the interval step by step."""

    def update(self, k, y):
        x = 2 * k
        while self.l < x < self.r:
            if y == 1:
                self.r = self.r - 2
            else:
                self.l = self.l + 2


def slow(wrong):
    """The claim on a slow learner, at small sizes alone."""

    def mutate(claim):
        small = replace(claim.cases, scout=claim.cases.search)
        return replace(claim, cases=small, attained_by=()), wrong

    return mutate


def step_by_step(claim):
    """On grids of which the steps can be gone through."""
    small = replace(claim.cases, scout=dict(grid=500, rounds=2))
    return replace(claim, cases=small, attained_by=()), StepByStep


class OnlyOne(Halving):
    """Asks one hypothesis, by a number that it keeps."""

    asked = 0

    def predict(self, x):
        return int(self.hypotheses[self.asked, x])

    def update(self, x, y):
        pass


class FullProduct(Ellipsoid):
    """Multiplies whole matrices."""

    def update(self, x, y):
        self.A = self.A @ np.eye(self.d)
        super().update(x, y)


class Gram(Perceptron):
    """Goes through x xᵀ."""

    def predict(self, x):
        return int(np.sign((np.outer(self.w, x) * np.eye(len(x))).sum()))


class EveryThreshold(DecisionStump):
    """Evaluates each threshold on all examples: O(dm²)."""

    def fit(self, X, y, sample_weight=None):
        least = np.inf
        for j in range(X.shape[1]):
            for theta in [float(v) for v in X[:, j]]:
                errors = (np.where(X[:, j] <= theta, 1, -1) != y).sum()
                if errors < least:
                    least, self.j, self.theta, self.b = errors, j, theta, 1
        return self


class AllPairsOfLiterals(ConjunctionElimination):
    """Goes through the pairs of variables."""

    def fit(self, X, y):
        for v in X[y == 1]:
            np.outer(v, v)
        return super().fit(X, y)


class SortedRectangle(RectangleERM):
    """Sorts each coordinate for its least and its greatest value."""

    def fit(self, X, y):
        positive = np.sort(X[y == 1], axis=0)
        self.a, self.b = positive[0:1].min(axis=0, initial=np.inf), positive[-1:].max(axis=0, initial=-np.inf)
        return self


class OneRectangleMore(SubsetERM):
    """Takes one side more than determine a rectangle, and each subset m² times."""

    def __init__(self, make, size):
        super().__init__(make, lambda n: 2 * n + 1)

    def fit(self, X, y):
        for _ in range(len(y) ** 2):
            super().fit(X, y)
        return self


class CubicIntervals(IntervalERM):
    """Counts the errors of each interval anew."""

    def fit(self, X, y):
        x = X[:, 0].tolist()
        best = -1
        for a in x:
            for c in x:
                right = sum(label == (1 if a <= v <= c else -1) for v, label in zip(x, y.tolist(), strict=True))
                if right > best:
                    best, self.a, self.b = right, a, c
        return self


class TriesEveryRule(DecisionListLearner):
    """Looks for the best rule among pairs of variables, and then takes the first consistent one."""

    def search(self, X, y):
        for _ in range(X.shape[1] ** 2):
            X.T @ X
        return super().search(X, y)


class EvaluatesAllAgain(FiniteERM):
    """Counts the errors once for each example again."""

    def fit(self, X, y):
        for _ in range(len(y)):
            super().fit(X, y)
        return self


class VotesEveryRound(AdaBoost):
    """Computes the vote of all hypotheses so far in every round."""

    def fit(self, X, y):
        super().fit(X, y)
        for t in range(len(self.hypotheses)):
            sum(w * h(X) for w, h in zip(self.estimator_weights[:t].tolist(), self.hypotheses[:t], strict=True))
        return self


class NeverChecks(Pocket):
    """Corrects without looking whether the new weights are better."""

    def fit(self, X, y):
        w = np.zeros(X.shape[1])
        for i in range(self.max_updates):
            w = w + y[i % len(y)] * X[i % len(y)]
        self.w = w
        return self


MUTANTS = {
    "threshold-halving-cost": [
        ("O(√log n)", bound(b <= 28 * sqrt(log(n, 2)) + 28)),
        ("one end is all the state", bound(s <= log(n, 2) + 6)),
        ("nine operations", bound(k <= 9)),
        ("step by step", step_by_step),
    ],
    "naive-halving-cost": [("n²", bound(spent >= n**2)), ("asks one hypothesis", learner(OnlyOne))],
    "halving-cost": [
        ("O(log|H|)", bound(spent <= 10 * log(H + 1, 2))),
        ("asks one hypothesis", learner(OnlyOne)),
    ],
    "ellipsoid-cost": [("O(d)", bound(spent <= 50 * d)), ("whole matrices", learner(FullProduct))],
    "perceptron-cost": [("O(√d)", bound(spent <= 10 * sqrt(d))), ("goes through x xᵀ", learner(Gram))],
    "stump-erm-cost": [
        ("O(d + m)", bound(spent <= 20 * (d + m))),
        ("no sorting", bound(sorting <= d * m)),
        ("each threshold on all examples", learner(EveryThreshold)),
    ],
    "conjunction-elimination-cost": [
        ("O(m + n)", bound(spent <= 5 * (m + n))),
        ("pairs of variables", learner(AllPairsOfLiterals)),
    ],
    "rectangle-erm-cost": [("O(m + n)", bound(spent <= 5 * (m + n))), ("sorts", learner(SortedRectangle))],
    "rectangle-erm-agnostic-cost": [
        ("O(mn)", bound(spent <= 50 * m * n)),
        ("one side more, m² times", slow(OneRectangleMore)),
    ],
    "interval-erm-cost": [("O(m)", bound(spent <= 10 * m)), ("counts anew", slow(CubicIntervals))],
    "decision-lists-cost": [
        ("O(m + n)", bound(spent <= 20 * (m + n))),
        ("products of all pairs", slow(TriesEveryRule)),
    ],
    "finite-class-erm-cost": [
        ("O(|H| + m)", bound(spent <= 2 * (H + m))),
        ("evaluates all again", slow(EvaluatesAllAgain)),
        ("fewer", bound(spent <= H * m - 1)),
    ],
    "adaboost-cost": [("O(T + m)", bound(spent <= 20 * (T + m))), ("votes in every round", learner(VotesEveryRound))],
    "pocket-cost": [
        ("as cheap as PLA", bound(P <= 6 * n + 2)),
        ("PLA as dear", bound(L >= m * n)),
        ("never checks", learner(NeverChecks)),
    ],
}
