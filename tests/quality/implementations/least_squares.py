"""Wrong and right implementations of LeastSquares, as people hand them in."""

from functools import partial

import numpy as np
from edits import edited


class Textbook:
    """The pseudoinverse of the sample's matrix."""

    def fit(self, X, y):
        self.w = np.linalg.pinv(X) @ y
        return self

    def predict(self, X):
        return X @ self.w


edit = partial(edited, Textbook)

WRONG = "those from here on"

CoarseRank = edit(
    "Takes singular values below a hundred thousandth of the greatest for 0.",
    ("np.linalg.pinv(X) @ y", "np.linalg.lstsq(X, y, rcond=1e-5)[0]"),
    named="a coarse rank",
)
InvertsAlways = edit(
    "Inverts A whether or not it can be.", ("np.linalg.pinv(X) @ y", "np.linalg.inv(X.T @ X) @ (X.T @ y)")
)


class ZeroWhereSingular(Textbook):
    """Answers 0 where A has no inverse."""

    def fit(self, X, y):
        A = X.T @ X
        full = np.linalg.matrix_rank(A) == len(A)
        self.w = np.linalg.solve(A, X.T @ y) if full else np.zeros(len(A))


Ridge = edit(
    "Adds 1e-6 to the diagonal, so that there is an inverse.",
    ("np.linalg.pinv(X) @ y", "np.linalg.solve(X.T @ X + 1e-6 * np.eye(X.shape[1]), X.T @ y)"),
)
WithBias = edit(
    "Adds a constant column.",
    fit=lambda self, X, y: Textbook.fit(self, np.column_stack((X, np.ones(len(X)))), y),
    predict=lambda self, X: Textbook.predict(self, np.column_stack((X, np.ones(len(X))))),
)


class Centres(Textbook):
    """Subtracts the means first, as one does with a bias."""

    def fit(self, X, y):
        self.mean = y.mean()
        self.w = np.linalg.pinv(X - X.mean(axis=0)) @ (y - self.mean)


class ThrowsRepeatsAway(Textbook):
    """Keeps one of several equal examples."""

    def fit(self, X, y):
        rows = np.unique(np.column_stack((X, y)), axis=0)
        return super().fit(rows[:, :-1], rows[:, -1])


RepeatsTheFirstFit = edit(
    "A second fit changes nothing.", ("np.linalg.pinv(X) @ y", 'getattr(self, "w", np.linalg.pinv(X) @ y)')
)


class FewSteps:
    """Gradient descent, ended long before the least."""

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        for _ in range(20):
            self.w -= 0.5 * X.T @ (X @ self.w - y) / max(1e-9, (X * X).sum())

    def predict(self, X):
        return X @ self.w


PredictsSigns = edit("Answers as a halfspace would.", ("return X @ self.w", "return np.sign(X @ self.w)"))


class Memorizes(Textbook):
    """Repeats the targets that it has seen."""

    def fit(self, X, y):
        super().fit(X, y)
        self.seen = {tuple(x): t for x, t in zip(X.tolist(), y, strict=True)}

    def predict(self, X):
        return np.array([self.seen.get(tuple(x), f) for x, f in zip(X.tolist(), super().predict(X), strict=True)])


SkipsTheLast = edit(
    "Leaves the last example out.",
    fit=lambda self, X, y: Textbook.fit(self, X[:-1], y[:-1]) if len(X) > 1 else Textbook.fit(self, X, y),
)


class CutsSmallEigenvalues(Textbook):
    """Takes eigenvalues of X^T X below a millionth of the greatest for 0."""

    def fit(self, X, y):
        D, V = np.linalg.eigh(X.T @ X)
        keep = D > 1e-6 * D.max()
        self.w = V[:, keep] @ ((V[:, keep].T @ (X.T @ y)) / D[keep])


WholeTargets = edit("Takes the targets for integers.", ("@ y", "@ y.astype(int)"))


RIGHT = "those from here on"


class Lstsq:
    """numpy's own, with lists as answers."""

    def fit(self, X, y):
        self.w, *_ = np.linalg.lstsq(X, y, rcond=1e-12)

    def predict(self, X):
        return [float(x @ self.w) for x in X]


class Eigenvalues:
    """V D+ V^T b, as in the notes."""

    def fit(self, X, y):
        D, V = np.linalg.eigh(X.T @ X)
        keep = D > 1e-12 * max(1.0, D.max())
        self.w = V[:, keep] @ ((V[:, keep].T @ (X.T @ y)) / D[keep])

    def predict(self, X):
        return X @ self.w


class AnotherMinimiser(Textbook):
    """Adds something that the sample does not see."""

    def fit(self, X, y):
        _, sizes, V = np.linalg.svd(X)
        rank = int((sizes > 1e-9 * max(1.0, sizes.max())).sum())
        self.w = np.linalg.pinv(X) @ y + 3 * V[rank:].sum(axis=0)
        return self


class QR:
    """Solves R w = Q^T y, by least norm where R is not square."""

    def fit(self, X, y):
        Q, R = np.linalg.qr(X)
        self.w = np.linalg.lstsq(R, Q.T @ y, rcond=1e-12)[0]

    def predict(self, X):
        return X @ self.w


class LinearAlgebraOfScipy:
    """scipy's least squares by another driver; shows no w."""

    def fit(self, X, y):
        from scipy.linalg import lstsq

        self._weights = lstsq(X, y, cond=1e-12, lapack_driver="gelsy")[0]
        return self

    def predict(self, X):
        return np.asarray(X) @ self._weights
