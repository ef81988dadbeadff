"""Samples for linear, polynomial and logistic regression.

- `RegressionSample`: real targets, for a learner of linear functions
- `PolynomialSample`: points on the line; the learner gets ψ(x) = (1, x, ..., x^n)
- `LogisticSample`: labels that no halfspace separates, not even weakly

Coordinates and targets are in quarters, so that floats hold them exactly. Source: UML 9.2, 9.3.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar

import numpy as np
from flint import fmpq, fmpq_mat

from learncheck.exact.answers import answered_by, reals_of
from learncheck.learners.arithmetic import exp, inner, product, solve
from learncheck.learners.arrays import Array, Floats
from learncheck.strategies.halfspaces.vectors import Vector, signed
from learncheck.strategies.play.case import Coordinates, Trace
from learncheck.strategies.samples.fitting import FLIPPED, Earlier, Handed, PointSample, Sample, require_values

UNIT = 4
"""The denominator of coordinates."""


def predicted_reals(learner: object, X: Array) -> Floats:
    """The real numbers that the learner, in this or another process, predicts for the rows of X, shape (len(X),).

    Raises InvalidAnswer if it does not return that many finite numbers.
    """
    ask = getattr(learner, "predict_reals" if hasattr(learner, "predict_reals") else "predict")
    with answered_by("predict"):
        return reals_of(ask(X.copy()), len(X))


# ---- real targets ----


ANOTHER = Earlier("another sample", lambda X, y: (X[::-1] + 1, 2 * y + 3))


class RegressionSample(Sample, frozen=True, tag="regression-sample"):
    """Points, real targets and queries, in quarters. With `again`, the learner fits another sample first."""

    coordinates = Coordinates(vectors=("points", "queries"))
    parts: ClassVar[int] = UNIT

    points: tuple[Vector, ...]
    targets: Vector
    queries: tuple[Vector, ...] = ()
    again: bool = False

    def __post_init__(self) -> None:
        require_values(self.points, self.targets, "target")

    def instance(self, x: Vector) -> tuple[Fraction, ...]:
        """What the learner sees of a point or query."""
        return tuple(Fraction(v, self.parts) for v in x)

    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        """The instances of the sample."""
        return tuple(map(self.instance, self.points))

    def values(self) -> tuple[Fraction, ...]:
        """The targets."""
        return tuple(Fraction(v, self.parts) for v in self.targets)

    def further(self) -> tuple[tuple[Fraction, ...], ...]:
        """Instances beyond the sample, the queries."""
        return tuple(map(self.instance, self.queries))

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        return self.shown(self.rows(), self.values(), self.further())

    def outcome(self, trace: Trace) -> Mapping[str, object]:
        """All but the errors: a real answer is hardly ever its target."""
        return {name: value for name, value in super().outcome(trace).items() if name != "errors"}

    def handed(self) -> Handed:
        X, y, queries = (np.array(part, dtype=float) for part in (self.rows(), self.values(), self.further()))
        return Handed(X, y, queries.reshape(-1, X.shape[1]), ANOTHER if self.again else None)

    def ask(self, learner: object, X: Array) -> Floats:
        return predicted_reals(learner, X)


class PolynomialSample(RegressionSample, frozen=True, tag="polynomial-sample"):
    """Points of the line; of a point x the learner sees ψ(x) = (1, x, ..., x^degree). Source: UML 9.2.2."""

    coordinates = Coordinates()

    degree: int = 1

    def instance(self, x: Vector) -> tuple[Fraction, ...]:
        (value,) = super().instance(x)
        return tuple(value**k for k in range(self.degree + 1))


# ---- labels ----


class LogisticSample(PointSample, frozen=True, tag="logistic-sample"):
    """Labelled points for a learner of logistic regression. With `again`, it fits the opposite labels first."""

    earlier = FLIPPED

    def signed(self) -> tuple[Vector, ...]:
        """The y·x, in quarters."""
        return signed(self.points, self.labels)


def balanced_weights(signed: tuple[Vector, ...]) -> tuple[fmpq, ...] | None:
    """Exact weights α, 0 < α_i < 1, with Σ α_i y_i x_i = 0; None if none were found.

    If the points span the space, such weights show that no w other than 0 has y_i⟨w,x_i⟩ >= 0 for all i (Stiemke). They
    are the α_i = 1 − φ(y_i⟨w,x_i⟩) near the minimiser w of the logistic loss, projected to satisfy the equation.
    """
    S = fmpq_mat([[fmpq(v) for v in x] for x in signed])
    if S.rank() < len(signed[0]):
        return None
    z = inner(np.array(signed, dtype=float) / UNIT, np.array(newton(signed)))
    alpha = fmpq_mat([[fmpq(*float(v).as_integer_ratio())] for v in 1 / (1 + exp(np.clip(z, -500, 500)))])
    alpha = alpha - S * (S.transpose() * S).inv() * (S.transpose() * alpha)
    weights = tuple(alpha[i, 0] for i in range(len(signed)))
    return weights if all(0 < v < 1 for v in weights) else None


@lru_cache(4096)
def newton(signed: tuple[Vector, ...]) -> tuple[float, ...]:
    """An approximate minimiser of Σ log(1 + e^(−y⟨w,x⟩)), by damped Newton steps; meaningless if there is none."""
    S = np.array(signed, dtype=float) / UNIT
    w = np.zeros(S.shape[1])
    for _ in range(60):
        alpha = 1 / (1 + exp(np.clip(inner(S, w), -500, 500)))
        gradient = inner(S.T, alpha)
        H = product(S.T * (alpha * (1 - alpha)), S)
        try:
            step = solve(H, gradient)
        except ValueError:
            break
        length = math.sqrt(abs(float(inner(gradient, step))))
        w = w + step / (1 + length if length > 0.5 else 1)
        if length < 1e-10 or not np.isfinite(w).all() or np.abs(w).max() > 200:
            break  # the remaining error is of the order of the square of the step
    return tuple(w.tolist()) if np.isfinite(w).all() else (0.0,) * S.shape[1]
