"""Wrong and right implementations of HalfspaceLP, as people hand them in."""

from fractions import Fraction
from functools import partial

import numpy as np
from edits import edited
from scipy.optimize import linprog, minimize, nnls


class Textbook:
    """max ⟨0,w⟩ subject to Aw >= (1, ..., 1)."""

    bounds = (None, None)
    margin = 1.0

    def fit(self, X, y):
        m, d = X.shape
        A = y[:, None] * X
        solution = linprog(np.zeros(d), A_ub=-A, b_ub=np.full(m, -self.margin), bounds=self.bounds)
        if not solution.success:
            raise ValueError("the sample is not separable")
        self.w = solution.x
        return self

    def predict(self, X):
        return np.where(X @ self.w > 0, 1, -1)


edit = partial(edited, Textbook)

WRONG = "those from here on"

WeightsUpToAThousand = edit("Looks for w between −1000 and 1000 alone.", ("(None, None)", "(-1000, 1000)"))
WeightsAtLeastZero = edit("Leaves linprog its own bounds, w >= 0.", ("(None, None)", "(0, None)"))
NotStrict = edit("Asks for a margin of 0, which w = 0 has.", ("1.0", "0.0"))
LessMargin = edit(
    "Asks for a margin of 1/2: labels all examples rightly, and does not solve the program.", ("1.0", "0.5")
)


class NeverRefuses(Textbook):
    """Labels as well as it can what is not separable."""

    def fit(self, X, y):
        self.w = np.linalg.lstsq(X, y, rcond=None)[0]
        return self


class LeastSquaresFirst(Textbook):
    """Takes the least squares solution for the separator, and refuses where it errs."""

    def fit(self, X, y):
        self.w = np.linalg.lstsq(X, y, rcond=None)[0]
        if (y * (X @ self.w) <= 0).any():
            raise ValueError("the sample is not separable")
        return self


AddsABias = edit(
    "Appends the constant 1 to every instance.",
    fit=lambda self, X, y: Textbook.fit(self, np.hstack([X, np.ones((len(X), 1))]), y),
    predict=lambda self, X: Textbook.predict(self, np.hstack([X, np.ones((len(X), 1))])),
)


class CrashesWhereInfeasible(Textbook):
    """Multiplies by the solution that is not there."""

    def fit(self, X, y):
        solution = linprog(np.zeros(X.shape[1]), A_ub=-y[:, None] * X, b_ub=-np.ones(len(y)), bounds=(None, None))
        self.w = 1.0 * solution.x
        return self


class AddsToTheLastSample(Textbook):
    """A second fit keeps the examples of the first."""

    def __init__(self):
        self.rows = []

    def fit(self, X, y):
        self.rows += [label * x for x, label in zip(X, y, strict=True)]
        return super().fit(np.array(self.rows), np.ones(len(self.rows)))


ForgetsTheLabels = edit("Asks for ⟨w,x_i⟩ >= 1 for all i.", ("y[:, None] * X", "X"))


class FewUpdates(Textbook):
    """A batch Perceptron that gives up after ten updates for each example."""

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        for _ in range(10 * len(y)):
            wrong = np.flatnonzero(y * (X @ self.w) <= 0)
            if not len(wrong):
                self.w = self.w / (y * (X @ self.w)).min()
                return self
            self.w = self.w + y[wrong[0]] * X[wrong[0]]
        raise ValueError("the sample is not separable")


class MemorizesTheSample(Textbook):
    """Right on the sample, and -1 everywhere else."""

    def fit(self, X, y):
        super().fit(X, y)
        self.seen = {tuple(x): label for x, label in zip(X.tolist(), y.tolist(), strict=True)}
        return self

    def predict(self, X):
        return [self.seen.get(tuple(x), -1) for x in X.tolist()]


WeightsUpToAHundredThousand = edit("Looks for w between −100,000 and 100,000 alone.", ("(None, None)", "(-1e5, 1e5)"))


class SlackOfOne(Textbook):
    """Takes a sample for separable where the slacks of all examples add up to 1.5 at most."""

    most = 1.5

    def fit(self, X, y):
        m, d = X.shape
        A = np.hstack([y[:, None] * X, np.eye(m)])
        cost = np.concatenate([np.zeros(d), np.ones(m)])
        bounds = [(None, None)] * d + [(0, None)] * m
        solution = linprog(cost, A_ub=-A, b_ub=-np.ones(m), bounds=bounds)
        if self.too_much(solution.fun, m):
            raise ValueError(f"slack {solution.fun} is left")
        self.w = solution.x[:d]

    def too_much(self, slack, m):
        return slack > self.most


class LittleSlackAnExample(SlackOfOne):
    """Takes a sample for separable where the slack of an example is less than a hundredth in the mean."""

    def too_much(self, slack, m):
        return slack > 0.01 * m


class NinetyNinePercent(SlackOfOne):
    """Refuses only where more than one percent of the examples are on the wrong side."""

    named = "ninety-nine percent"

    def fit(self, X, y):
        super().fit(X, y)
        if (y * (X @ self.w) <= 0).mean() > 0.01:
            raise ValueError("the sample is not separable")

    def too_much(self, slack, m):
        return False


ALooseTolerance = edit(
    "Lets the solver miss the program by a thousandth.",
    ("bounds=self.bounds)", 'bounds=self.bounds, options={"primal_feasibility_tolerance": 1e-3})'),
)


RIGHT = "those from here on"


class SlackBelowOne(SlackOfOne):
    """Takes a sample for separable where all slacks add up to 0.9 at most: then no example is on the wrong side.

    Where nothing separates, they add up to 1 at least; where something does, the least of their sums is 0.
    """

    most = 0.9


class ZeroAtTies(Textbook):
    """Predicts 0 at a tie, and returns nothing from `fit`."""

    def fit(self, X, y):
        super().fit(X, y)

    def predict(self, X):
        return np.sign(X @ self.w)


class LeastAbsoluteWeights(Textbook):
    """The solution of least Σ|w_i|, with w = u - v and u, v >= 0: the bounds that linprog brings."""

    def fit(self, X, y):
        m, d = X.shape
        A = y[:, None] * X
        solution = linprog(np.ones(2 * d), A_ub=np.hstack([-A, A]), b_ub=-np.ones(m))
        if solution.status != 0:
            raise ValueError("no separator")
        self.w = solution.x[:d] - solution.x[d:]


class Slack:
    """Minimises the sum of slacks, which is 0 just where the sample is separable; w is a column."""

    def fit(self, X, y):
        m, d = X.shape
        A = np.hstack([y[:, None] * X, np.eye(m)])
        cost = np.concatenate([np.zeros(d), np.ones(m)])
        bounds = [(None, None)] * d + [(0, None)] * m
        solution = linprog(cost, A_ub=-A, b_ub=-np.ones(m), bounds=bounds)
        if solution.fun > 0.5:
            raise ValueError(f"slack {solution.fun} is left")
        self.w = solution.x[:d, None] * 1.001
        return self

    def predict(self, X):
        return [1 if v > 0 else -1 for v in X @ self.w]


class NearestPoint:
    """The separator of least norm, from the point of the hull that is nearest to 0; exposes no state."""

    def fit(self, X, y):
        hull = (y[:, None] * X).T
        scale = np.abs(hull).max() or 1.0
        weights, _ = nnls(np.vstack([hull / scale, np.ones(len(y))]), np.append(np.zeros(len(hull)), 1.0))
        direction = hull @ weights
        if np.linalg.norm(direction) <= 1e-9 * scale * weights.sum():
            raise ValueError("0 lies in the hull")
        self.direction = direction
        return self

    def predict(self, X):
        rounding = 1e-12 * np.abs(X) @ np.abs(self.direction)
        return np.sign(np.where(np.abs(X @ self.direction) > rounding, X @ self.direction, 0.0))


class ExactElimination:
    """Fourier-Motzkin elimination in Fractions; w is a list."""

    def fit(self, X, y):
        d = X.shape[1]
        signed = zip(X.tolist(), y.tolist(), strict=True)
        rows = [([*(int(s) * Fraction(v) for v in x), Fraction(1)], {i}) for i, (x, s) in enumerate(signed)]
        systems = []
        for j in range(d):
            systems.append([row for row, _ in rows])
            low = [row for row in rows if row[0][j] > 0]
            high = [row for row in rows if row[0][j] < 0]
            rows = [row for row in rows if row[0][j] == 0]
            for p, first in low:
                for q, second in high:
                    if len(first | second) <= j + 2:  # others are implied (Chernikov)
                        rows.append(([a / p[j] - b / q[j] for a, b in zip(p, q, strict=True)], first | second))
        if any(row[d] > 0 for row, _ in rows):
            raise ValueError("0 >= 1")
        w = [Fraction(0)] * d
        for j in reversed(range(d)):
            rest = [(row, row[d] - sum(row[k] * w[k] for k in range(j + 1, d))) for row in systems[j]]
            lows = [right / row[j] for row, right in rest if row[j] > 0]
            highs = [right / row[j] for row, right in rest if row[j] < 0]
            w[j] = max(lows) if lows else min(highs, default=Fraction(0))
        self.exact = w
        self.w = [float(v) for v in w]
        return self

    def predict(self, X):
        signs = [sum(a * Fraction(v) for a, v in zip(self.exact, x, strict=True)) for x in X.tolist()]
        return [(s > 0) - (s < 0) for s in signs]


class PerceptronFirst(ExactElimination):
    """A batch Perceptron, and elimination for samples that it does not separate soon, or that nothing separates."""

    named = "Perceptron first"

    def fit(self, X, y):
        rows = y[:, None] * X
        w = np.zeros(X.shape[1])
        for _ in range(10_000):
            margins = rows @ w
            if (margins > 0).all():
                self.exact = [Fraction(v) / Fraction(margins.min()) for v in w]
                self.w = w / margins.min()
                return self
            w = w + rows[np.argmin(margins)]
        return super().fit(X, y)


class SupportVectors(Textbook):
    """The program first, then its solution of least norm."""

    def fit(self, X, y):
        super().fit(X, y)
        rows = y[:, None] * X
        scale = np.abs(rows).max()
        optimum = minimize(
            lambda w: w @ w,
            self.w * scale,
            jac=lambda w: 2 * w,
            constraints={"type": "ineq", "fun": lambda w: rows @ w / scale - 1, "jac": lambda w: rows / scale},
        )
        margin = (rows @ optimum.x).min()
        if margin > 0:
            self.w = optimum.x / margin
        return self
