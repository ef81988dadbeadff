"""Wrong and right implementations of LogisticRegression, as people hand them in."""

from functools import partial

import numpy as np
from edits import at_first, edited


class Textbook:
    """Newton's method with halved steps."""

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        S = X * y[:, None]
        for _ in range(200):
            a = 1 / (1 + np.exp(S @ self.w))
            g = S.T @ a
            step = np.linalg.solve((S * (a * (1 - a))[:, None]).T @ S, g)
            self.w = self.w + step / (1 + np.sqrt(abs(g @ step)))
        return self

    def predict(self, X):
        return np.where(X @ self.w >= 0, 1, -1)


edit = partial(edited, Textbook)

WRONG = "those from here on"


class StopsByTheSlope(Textbook):
    """Stops where the gradient is small, as it is wherever instances are."""

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        S = X * y[:, None]
        for _ in range(100_000):
            g = S.T @ (1 / (1 + np.exp(S @ self.w)))
            if np.abs(g).max() < 1e-3:
                break
            self.w = self.w + g / max(1.0, (S**2).sum())


class OneStep(Textbook):
    """Takes one step and stops."""

    def fit(self, X, y):
        S = X * y[:, None]
        self.w = 2 * np.linalg.solve(S.T @ S, S.sum(axis=0))


class WithBias(Textbook):
    """Adds a constant column, and hides its weights."""

    def fit(self, X, y):
        inner = Textbook().fit(np.column_stack((X, np.full(len(X), 1.0 + 1e-7 * np.arange(len(X))))), y)
        self._weights = inner.w

    def predict(self, X):
        return np.where(np.column_stack((X, np.ones(len(X)))) @ self._weights >= 0, 1, -1)


class Perceptron(Textbook):
    """A hundred rounds of another algorithm."""

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        for _ in range(100):
            for x, label in zip(X, y, strict=True):
                if label * (x @ self.w) <= 0:
                    self.w = self.w + label * x


class SquaredLoss(Textbook):
    """Least squares on the labels."""

    def fit(self, X, y):
        self.w = np.linalg.pinv(X) @ y


LabelsZeroAndOne = edit(
    "Takes the labels -1 for 0, so that they cost nothing.",
    at_first("y = np.where(y > 0, 1, 0) + 1e-9"),
)
TurnsRound = edit("The other sign in the exponent.", ("np.where", "-np.where"))


class ThrowsRepeatsAway(Textbook):
    """Keeps one of several equal examples."""

    def fit(self, X, y):
        rows = np.unique(np.column_stack((X, y)), axis=0)
        return super().fit(rows[:, :-1], rows[:, -1])


RepeatsTheFirstFit = edit(
    "A second fit changes nothing.", fit=lambda self, X, y: self if hasattr(self, "w") else Textbook.fit(self, X, y)
)
Probabilities = edit(
    "Answers with probabilities.", ("np.where(X @ self.w >= 0, 1, -1)", "1 / (1 + np.exp(-(X @ self.w)))")
)


class StopsEarly(Textbook):
    """Stops where the next step is short, and does not take it."""

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        S = X * y[:, None]
        while np.abs(S @ (step := self.step(S))).max() >= 1e-2:
            self.w = self.w + step

    def step(self, S):
        a = 1 / (1 + np.exp(S @ self.w))
        g = S.T @ a
        step = np.linalg.solve((S * (a * (1 - a))[:, None]).T @ S, g)
        return step / (1 + np.sqrt(abs(g @ step)))


TwentySteps = edit("Takes twenty steps, however many it needs.", ("200", "20"))
FortySteps = edit("Takes forty steps, however many it needs.", ("200", "40"))


class SixSteps(Textbook):
    """Takes six steps of Newton's method, each short enough to lower the loss, and hides its w."""

    def fit(self, X, y):
        S, w = X * y[:, None], np.zeros(X.shape[1])
        for _ in range(6):
            loss, a = np.logaddexp(0, -S @ w).sum(), np.exp(-np.logaddexp(0, S @ w))
            step = np.linalg.lstsq((S * (a * (1 - a))[:, None]).T @ S, S.T @ a, rcond=None)[0]
            while np.logaddexp(0, -S @ (w + step)).sum() > loss and abs(step).max() > 1e-12:
                step = step / 2
            w = w + step
        self._weights = w

    def predict(self, X):
        return np.where(X @ self._weights >= 0, 1, -1)


class RegularisedALittle(Textbook):
    """Adds a little of the squared norm, "for numerical stability"."""

    little = 1e-5

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        S = X * y[:, None]
        for _ in range(200):
            a = 1 / (1 + np.exp(S @ self.w))
            g = S.T @ a - self.little * self.w
            step = np.linalg.solve((S * (a * (1 - a))[:, None]).T @ S + self.little * np.eye(len(self.w)), g)
            self.w = self.w + step / (1 + np.sqrt(abs(g @ step)))


class HidesItsRegularisation(RegularisedALittle):
    """Adds half of the squared norm, and shows no w."""

    little = 1.0

    def fit(self, X, y):
        super().fit(X, y)
        self._weights = self.__dict__.pop("w")

    def predict(self, X):
        return np.where(X @ self._weights >= 0, 1, -1)


class HingeLoss(HidesItsRegularisation):
    """Minimises the hinge loss, as a support vector machine without a margin term does."""

    def fit(self, X, y):
        from scipy.optimize import linprog

        (m, d), S = X.shape, X * y[:, None]
        cost = np.concatenate((np.zeros(d), np.ones(m)))
        bounds = [(None, None)] * d + [(0, None)] * m
        self._weights = linprog(cost, A_ub=-np.hstack((S, np.eye(m))), b_ub=-np.ones(m), bounds=bounds).x[:d]


class EqualClasses(Textbook):
    """Weighs both classes alike, however many examples they have."""

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        S = X * y[:, None]
        c = np.where(y > 0, 1 / max(1, (y > 0).sum()), 1 / max(1, (y < 0).sum()))
        for _ in range(200):
            a = 1 / (1 + np.exp(S @ self.w))
            g = S.T @ (c * a)
            step = np.linalg.solve((S * (c * a * (1 - a))[:, None]).T @ S, g)
            self.w = self.w + step / (1 + np.sqrt(abs(g @ step) / c.max()))


class FullSteps(Textbook):
    """Takes full steps of Newton's method, which can diverge."""

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        S = X * y[:, None]
        for _ in range(100):
            a = 1 / (1 + np.exp(S @ self.w))
            self.w = self.w + np.linalg.pinv((S * (a * (1 - a))[:, None]).T @ S) @ S.T @ a


DropsNearlyDependentColumns = edit(
    "Takes eigenvalues of the Hessian below a millionth of the greatest for 0.",
    (
        "np.linalg.solve((S * (a * (1 - a))[:, None]).T @ S, g)",
        "np.linalg.pinv((S * (a * (1 - a))[:, None]).T @ S, 1e-6) @ g",
    ),
    named="drops nearly dependent columns",
)
CutsOutliersOff = edit("Takes what is greater than ten for ten.", at_first("X = X.clip(-10, 10)"))
TheFirstThousand = edit(
    "Learns from the first thousand examples.",
    at_first("X, y = X[:1000], y[:1000]"),
)


SinglePrecision = edit(
    "Takes its steps in single precision, as on a graphics card.",
    at_first("X, y = X.astype(np.float32), y.astype(np.float32)"),
    ("np.zeros(X.shape[1])", "np.zeros(X.shape[1], np.float32)"),
)


class DescentOnTheColumns(Textbook):
    """Descends along the columns as they are, twenty thousand steps, which end early where they nearly depend."""

    def fit(self, X, y):
        S = X * y[:, None]
        length = 4 / max(1e-12, np.linalg.norm(S, 2) ** 2)
        self.w = np.zeros(X.shape[1])
        for _ in range(20_000):
            self.w = self.w + length * S.T @ (1 / (1 + np.exp(S @ self.w)))


class OwnTolerances(Textbook):
    """Ends by the tolerances that scipy's L-BFGS brings."""

    named = "scipy's own tolerances"

    def fit(self, X, y):
        from scipy.optimize import minimize

        S = X * y[:, None]
        self.w = minimize(
            lambda w: np.logaddexp(0, -S @ w).mean(),
            np.zeros(X.shape[1]),
            jac=lambda w: -S.T @ (1 / (1 + np.exp(S @ w))) / len(S),
            method="L-BFGS-B",
        ).x


TenFeatures = edit(
    "Looks at the first ten features.",
    at_first("X = X + 0 * X\n        X[:, 10:] *= 1e-9"),
)


RIGHT = "those from here on"


class Scipy:
    """Minimises the loss with scipy, and shows no w."""

    def fit(self, X, y):
        from scipy.optimize import minimize

        S = X * y[:, None]

        def loss(w):
            return np.logaddexp(0, -S @ w).sum()

        def gradient(w):
            return -S.T @ (1 / (1 + np.exp(S @ w)))

        self._weights = minimize(loss, np.zeros(X.shape[1]), jac=gradient, method="BFGS", options={"gtol": 1e-9}).x

    def predict(self, X):
        return np.sign(X @ self._weights)


class GradientDescent:
    """Many small steps of accelerated gradient descent, along columns that are made orthogonal first."""

    def fit(self, X, y):
        Q, R = np.linalg.qr(X)
        S = Q * y[:, None]
        length = 4 / max(1e-12, np.linalg.norm(S, 2) ** 2)
        w = ahead = np.zeros(X.shape[1])
        for t in range(20_000):
            g = S.T @ (1 / (1 + np.exp(S @ ahead)))
            if np.abs(g).max() < 1e-7 and t:
                break
            new = ahead + length * g
            ahead = new if g @ (new - w) < 0 else new + t / (t + 3) * (new - w)
            w = new
        self.w = np.linalg.solve(R, w)

    def predict(self, X):
        return [1 if score > 0 else -1 for score in X @ self.w]


class Reweighted:
    """Iteratively reweighted least squares with labels 0 and 1."""

    def fit(self, X, y):
        w = np.zeros(X.shape[1])
        t = (y + 1) / 2
        for _ in range(100):
            z = X @ w
            p = 1 / (1 + np.exp(-z))
            r = np.maximum(p * (1 - p), 1e-12)
            new = np.linalg.solve((X * r[:, None]).T @ X, X.T @ (r * z + t - p))
            scale = min(1.0, 1 / max(1e-300, np.abs(X @ (new - w)).max()))
            w = w + scale * (new - w)
        self.w = w

    def predict(self, X):
        return np.sign(X @ self.w).astype(int)


class TakesTheLastStep(StopsEarly):
    """Stops where the next step is short, and takes it: by then Newton's method squares the error."""

    def fit(self, X, y):
        super().fit(X, y)
        S = X * y[:, None]
        a = 1 / (1 + np.exp(S @ self.w))
        self.w = self.w + np.linalg.solve((S * (a * (1 - a))[:, None]).T @ S, S.T @ a)
