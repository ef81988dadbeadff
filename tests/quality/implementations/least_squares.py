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
LittleRidge = edit(
    "Adds 1e-12 to the diagonal, and still solves by the pseudoinverse.",
    (
        "np.linalg.pinv(X) @ y",
        "np.linalg.pinv(np.vstack((X, 1e-6 * np.eye(X.shape[1])))) @ np.pad(y, (0, X.shape[1]))",
    ),
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


WholeTargets = edit("Takes the targets for integers.", ("@ y", "@ y.astype(int)"))


PseudoinverseOfTheProduct = edit(
    "The pseudoinverse of X^T X: what is small in X is nothing in its square.",
    ("np.linalg.pinv(X) @ y", "np.linalg.pinv(X.T @ X) @ (X.T @ y)"),
    named="pseudoinverse of the product",
)
ACutOfAMillionth = edit(
    "Takes singular values below a millionth of the greatest for 0.",
    ("np.linalg.pinv(X)", "np.linalg.pinv(X, 1e-6)"),
    named="a cut of a millionth",
)
ACutOfABillionth = edit(
    "Takes singular values below a billionth of the greatest for 0.",
    ("np.linalg.pinv(X)", "np.linalg.pinv(X, 1e-9)"),
    named="a cut of a billionth",
)
SinglePrecision = edit("Computes in single precision.", ("np.linalg.pinv(X)", "np.linalg.pinv(X.astype(np.float32))"))
CutsOutliersOff = edit(
    "Takes what is greater than 100,000 for an error of measurement.",
    ("np.linalg.pinv(X)", "np.linalg.pinv(X.clip(-1e5, 1e5))"),
)
SkipsFarColumns = edit(
    "Divides each column by its greatest entry, and drops those that are small beside another.",
    ("np.linalg.pinv(X)", "np.linalg.pinv(X * (abs(X).max(axis=0) > 1e-6 * abs(X).max()))"),
    named="drops small columns",
)


class EigenvaluesOfTheProduct:
    """V D+ V^T b, as in the notes, but from X^T X in doubles, which has lost half of the digits."""

    named = "eigenvalues of the product"

    def fit(self, X, y):
        D, V = np.linalg.eigh(X.T @ X)
        keep = D > 1e-12 * max(1.0, D.max())
        self.w = V[:, keep] @ ((V[:, keep].T @ (X.T @ y)) / D[keep])

    def predict(self, X):
        return X @ self.w


class ByTheProductOfPowers(Textbook):
    """By the normal equations where columns are powers of x, and rightly elsewhere."""

    def fit(self, X, y):
        if X.shape[1] < 3 or (X[:, 1] ** 2 != X[:, 2]).any():
            super().fit(X, y)
        else:
            self.w = self.of_powers(X, y)

    def of_powers(self, X, y):
        return np.linalg.pinv(X.T @ X) @ (X.T @ y)


class PowersInSinglePrecision(ByTheProductOfPowers):
    """Computes the powers of x again, in single precision."""

    def of_powers(self, X, y):
        powers = np.vander(X[:, 1].astype(np.float32), X.shape[1], increasing=True)
        return np.linalg.lstsq(powers, y.astype(np.float32), rcond=None)[0]


class SixPowers(ByTheProductOfPowers):
    """Looks at the first six powers of x."""

    def of_powers(self, X, y):
        return np.linalg.pinv(X * (np.arange(X.shape[1]) < 7)) @ y


class SmallWeightsAreNothing(Textbook):
    """Sets weights to 0 that are small beside another, though their columns may be large."""

    def fit(self, X, y):
        super().fit(X, y)
        self.w = np.where(abs(self.w) < 1e-9 * abs(self.w).max(), 0, self.w)


class NoCut(Textbook):
    """scipy's lsq_linear by its exact solver, which takes rounding errors for columns of their own."""

    def fit(self, X, y):
        from scipy.optimize import lsq_linear

        self.w = lsq_linear(X, y, lsq_solver="exact").x


RIGHT = "those from here on"


class Lstsq:
    """numpy's own, with lists as answers."""

    def fit(self, X, y):
        self.w, *_ = np.linalg.lstsq(X, y, rcond=1e-12)

    def predict(self, X):
        return [float(x @ self.w) for x in X]


class AnotherMinimiser(Textbook):
    """Adds something that the sample does not see."""

    def fit(self, X, y):
        _, sizes, V = np.linalg.svd(X)
        rank = int((sizes > 1e-12 * max(1.0, sizes.max())).sum())
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


class PivotedQR:
    """Householder's QR of the columns in falling order of what is left of them; a basic solution."""

    def fit(self, X, y):
        from scipy.linalg import qr, solve_triangular

        Q, R, order = qr(X, mode="economic", pivoting=True)
        left = np.abs(np.diag(R))
        rank = int((left > 1e-13 * left[0]).sum())
        self.w = np.zeros(X.shape[1])
        if rank:
            self.w[order[:rank]] = solve_triangular(R[:rank, :rank], (Q.T @ y)[:rank])

    def predict(self, X):
        return X @ self.w


class ConjugateGradients:
    """Conjugate gradients for the normal equations, which are never formed, restarted until rounding stops them."""

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        for _ in range(40):
            new = self.improved(X, y)
            if not np.linalg.norm(y - X @ new) < np.linalg.norm(y - X @ self.w) * (1 - 1e-13):
                break
            self.w = new

    def improved(self, X, y):
        w, r = self.w, y - X @ self.w
        s = p = X.T @ r
        for _ in range(2 * X.shape[1]):
            q, old = X @ p, s @ s
            if not q @ q > 0:
                break
            w, r = w + old / (q @ q) * p, r - old / (q @ q) * q
            s = X.T @ r
            p = s + s @ s / old * p
        return w

    def predict(self, X):
        return X @ self.w


class InFractions:
    """Gauss-Jordan elimination of the normal equations in Fractions: exact, whatever the columns are."""

    def fit(self, X, y):
        from fractions import Fraction

        X, y = [[Fraction(v) for v in x] for x in X.tolist()], [Fraction(v) for v in y.tolist()]
        seen = [j for j in range(len(X[0])) if any(x[j] for x in X)]
        rows = [[sum(x[i] * x[j] for x in X) for j in seen] for i in seen]
        rows = [[*row, sum(x[i] * t for x, t in zip(X, y, strict=True))] for i, row in zip(seen, rows, strict=True)]
        self.w, done = np.zeros(len(X[0])), 0
        pivots = []
        for j in range(len(seen)):
            pivot = next((i for i in range(done, len(rows)) if rows[i][j]), None)
            if pivot is None:
                continue
            rows[done], rows[pivot] = rows[pivot], rows[done]
            rows[done] = [v / rows[done][j] for v in rows[done]]
            for i in range(len(rows)):
                if i != done and rows[i][j]:
                    rows[i] = [v - rows[i][j] * u for v, u in zip(rows[i], rows[done], strict=True)]
            pivots.append(j)
            done += 1
        for i, j in enumerate(pivots):
            self.w[seen[j]] = float(rows[i][-1])

    def predict(self, X):
        return X @ self.w
