"""Samples for linear, polynomial and logistic regression.

- `RegressionSample`: real targets, for a learner of linear functions
- `PolynomialSample`: points on the line; the learner gets ψ(x) = (1, x, ..., x^n)
- `LogisticSample`: labels that no halfspace separates, not even weakly

Coordinates and targets are in quarters, so that floats hold them exactly. Source: UML 9.2, 9.3.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

from learncheck.exact.answers import answered_by, reals_of
from learncheck.exact.separation import inner as exact_inner
from learncheck.learners.arithmetic import exp, inner, product, solve
from learncheck.strategies.halfspaces.vectors import Vector, any_vector, nonzero_vector, signed
from learncheck.strategies.play.case import Case, Coordinates, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import FLIPPED, Earlier, Handed, PointSample, Sample, require_one_each

UNIT = 4
"""The denominator of coordinates."""


def predicted_reals(learner: Any, X: NDArray[Any]) -> NDArray[Any]:
    """The real numbers that the learner, in this or another process, predicts for the rows of X, shape (len(X),).

    Raises InvalidAnswer if it does not return that many finite numbers.
    """
    ask = learner.predict_reals if hasattr(learner, "predict_reals") else learner.predict
    with answered_by("predict"):
        return reals_of(ask(X.copy()), len(X))


def floats(rows: Sequence[Sequence[int]], width: int) -> NDArray[Any]:
    """Convert rows of quarters to floats, shape (len(rows), width)."""
    return np.array(rows, dtype=float).reshape(-1, width) / UNIT


# ---- real targets ----


ANOTHER = Earlier("another sample", lambda X, y: (X[::-1] + 1, 2 * y + 3))


class RealTargets(Sample, frozen=True, kw_only=True):
    """A sample with real targets. With `again`, the learner fits another sample first."""

    again: bool = False

    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        """The instances of the sample."""
        raise NotImplementedError

    def values(self) -> tuple[Fraction, ...]:
        """The targets."""
        raise NotImplementedError

    def further(self) -> tuple[tuple[Fraction, ...], ...]:
        """Instances beyond the sample, the queries; none by default."""
        return ()

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        return self.shown(self.rows(), self.values(), self.further())

    def outcome(self, trace: Trace) -> Mapping[str, Any]:
        """All but the errors: a real answer is hardly ever its target."""
        return {name: value for name, value in super().outcome(trace).items() if name != "errors"}

    def handed(self) -> Handed:
        X, y, queries = (np.array(part, dtype=float) for part in (self.rows(), self.values(), self.further()))
        return Handed(X, y, queries.reshape(-1, X.shape[1]), ANOTHER if self.again else None)

    def ask(self, learner: Any, X: NDArray[Any]) -> NDArray[Any]:
        return predicted_reals(learner, X)


class RegressionSample(RealTargets, frozen=True, tag="regression-sample"):
    """Points, targets and queries in quarters."""

    coordinates = Coordinates(vectors=("points", "queries"))

    points: tuple[Vector, ...]
    targets: Vector
    queries: tuple[Vector, ...] = ()
    parts = UNIT

    def __post_init__(self) -> None:
        require_one_each(self.points, self.targets, "target")

    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        return tuple(tuple(Fraction(v, self.parts) for v in x) for x in self.points)

    def values(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(v, self.parts) for v in self.targets)

    def further(self) -> tuple[tuple[Fraction, ...], ...]:
        return tuple(tuple(Fraction(v, self.parts) for v in x) for x in self.queries)


class FineRegressionSample(RegressionSample, frozen=True, tag="fine-regression-sample"):
    """The same in units of 2⁻²⁴, which no number that is small in itself outweighs, such as one added to a diagonal."""

    parts = 2**24


class PolynomialSample(RealTargets, frozen=True, tag="polynomial-sample"):
    """Points on the line and targets, in quarters; the learner sees ψ(x) = (1, x, ..., x^degree)."""

    points: Vector
    targets: Vector
    degree: int

    def __post_init__(self) -> None:
        require_one_each(self.points, self.targets, "target")

    def xs(self) -> tuple[Fraction, ...]:
        """The points."""
        return tuple(Fraction(v, UNIT) for v in self.points)

    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        return tuple(psi(x, self.degree) for x in self.xs())

    def values(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(v, UNIT) for v in self.targets)


def psi(x: Fraction, degree: int) -> tuple[Fraction, ...]:
    """ψ(x) = (1, x, ..., x^degree). Source: UML 9.2.2."""
    return tuple(x**k for k in range(degree + 1))


def regression_samples(
    choices: Choices, *, examples: int, dimensions: int, reach: int, queries: int
) -> RegressionSample:
    """Samples of at most `examples` examples, each once or twice; of full rank or not, as columns may be repeated.

    Shrinks to one example on the line, 0 with the target 0.
    """
    size = choices.integer(1, dimensions)
    repeated = [choices.integer(0, 2) for _ in range(size)]  # 2: repeat the previous column

    def instance() -> Vector:
        x: list[int] = []
        for again in repeated:
            x.append(x[-1] if x and again == 2 else choices.integer(-reach, reach))
        return tuple(x)

    drawn = choices.many(
        lambda: (instance(), choices.integer(-3 * reach, 3 * reach), choices.integer(1, 2)), least=1, most=examples
    )
    rows = [(x, y) for x, y, copies in drawn for _ in range(copies)]
    points, targets = zip(*rows, strict=True)
    further = choices.many(lambda: any_vector(choices, size, reach), most=queries)
    return RegressionSample(points, targets, further, again=choices.flag())


def every_regression_sample(choices: Choices, *, examples: int) -> RegressionSample:
    """Every sample of at most `examples` examples in the plane, with coordinates 0, 1/4 or 1/2 and targets 0 or 1."""
    rows = choices.several(
        lambda: ((choices.integer(0, 1), choices.integer(0, 2)), UNIT * choices.integer(0, 1)), least=1, most=examples
    )
    points, targets = zip(*rows, strict=True)
    return RegressionSample(points, targets, ((1, 0), (0, 1), (1, 1), (-2, 3)))


def polynomial_samples(choices: Choices, *, examples: int, degree: int, reach: int) -> PolynomialSample:
    """Samples of at most `examples` points. Shrinks to one point, 0, with the target 0 and degree 0."""
    rows = choices.many(
        lambda: (2 * choices.integer(-reach, reach), choices.integer(-3 * reach, 3 * reach)), least=1, most=examples
    )
    points, targets = zip(*rows, strict=True)
    return PolynomialSample(points, targets, choices.integer(0, degree), again=choices.flag())


def every_polynomial_sample(choices: Choices, *, examples: int, degree: int) -> PolynomialSample:
    """Every sample of at most `examples` of the points −1, −1/2, 0, 1/2, 1, with targets 0 or 1."""
    points = choices.sequence((-4, -2, 0, 2, 4), most=examples)
    targets = tuple(UNIT * choices.integer(0, 1) for _ in points)
    return PolynomialSample(points, targets, choices.integer(0, degree))


# ---- labels ----


class LogisticSample(PointSample, frozen=True, tag="logistic-sample"):
    """Labelled points for a learner of logistic regression. With `again`, it fits the opposite labels first."""

    earlier = FLIPPED

    def signed(self) -> tuple[Vector, ...]:
        """The y·x, in quarters."""
        return signed(self.points, self.labels)


class ShortLogisticSample(LogisticSample, frozen=True, tag="short-logistic-sample"):
    """The same with coordinates in units of 2⁻⁹, which makes w long: its loss is that of 2⁻⁷w on quarters."""

    unit = 2.0**-9


def logistic_samples(
    choices: Choices,
    *,
    dimensions: int,
    reach: int,
    pool: int,
    copies: int,
    queries: int,
    full_rank: bool = False,
    not_separable: bool = False,
) -> LogisticSample:
    """Samples in which points may occur several times, with both labels.

    full_rank:     the points span the space.
    not_separable: no halfspace separates the sample, not even weakly.

    Shrinks to one point on the line with both labels.
    """
    size = choices.integer(1, dimensions)
    drawn: list[tuple[Vector, int]] = []
    for _ in range(choices.integer(size, max(size, pool))):
        x = nonzero_vector(choices, size, reach)
        drawn += [(x, 1)] * (choices.integer(0, copies) + 1)
        drawn += [(x, -1)] * abs(choices.integer(-1, copies))
    points, labels = zip(*drawn, strict=True)
    beyond = choices.many(lambda: any_vector(choices, size, reach), most=queries)
    case = LogisticSample(points, labels, beyond, choices.flag())
    if full_rank and not spans(points):
        choices.reject()
    if not_separable and balanced_weights(case.signed()) is None:
        choices.reject()
    return case


def every_logistic_sample(choices: Choices, *, examples: int) -> LogisticSample:
    """Every non-separable sample of at most `examples` of the points 1/4, 1/2 and 3/4 on the line."""
    rows = tuple((choices.integer(1, 3), choices.label()) for _ in range(choices.integer(2, examples)))
    case = LogisticSample(tuple((x,) for x, _ in rows), tuple(y for _, y in rows), ((-1,), (2,)))
    if balanced_weights(case.signed()) is None:
        choices.reject()
    return case


def spans(points: Sequence[Sequence[int]]) -> bool:
    """Whether the points span the space."""
    return bool(fmpq_mat([[fmpq(v) for v in x] for x in points]).rank() == len(points[0]))


@lru_cache(4096)
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


# ---- margins, and samples without a minimiser ----


class ScorePair(Case, frozen=True, tag="score"):
    """Two real numbers, margins or scores. There is nothing to play."""

    first: Fraction
    second: Fraction


def scores(choices: Choices, *, reach: int) -> ScorePair:
    """Pairs of quarters of absolute value at most reach/4. Shrinks to 0 and 0."""
    return ScorePair(Fraction(choices.integer(-reach, reach), UNIT), Fraction(choices.integer(-reach, reach), UNIT))


class Separated(Case, frozen=True, tag="separated-sample"):
    """A sample in quarters, a vector w = target, and a vector v = start. There is nothing to play."""

    points: tuple[Vector, ...]
    labels: Vector
    target: Vector
    start: Vector

    def signed(self) -> tuple[Vector, ...]:
        """The y·x, in quarters."""
        return signed(self.points, self.labels)


def separated_samples(
    choices: Choices, *, dimensions: int, reach: int, pool: int, separated: bool = False
) -> Separated:
    """Samples labelled by some w, with either label if the margin is 0; with any labels unless `separated`.

    Shrinks to one example on the line.
    """
    size = choices.integer(1, dimensions)
    target, start = nonzero_vector(choices, size, reach), any_vector(choices, size, reach)
    points = choices.pool(lambda: nonzero_vector(choices, size, reach), most=pool)
    margins = [exact_inner(x, target) for x in points]
    signs = [choices.label() for _ in points]
    labels = tuple(
        sign if margin == 0 or not separated else (1 if margin > 0 else -1)
        for sign, margin in zip(signs, margins, strict=True)
    )
    if separated and not any(margins):
        choices.reject()
    return Separated(points, labels, target, start)


# ---- predictors of few bits ----


class FewBits(Case, frozen=True, tag="few-bit-predictors"):
    """All x ↦ ⟨w,x⟩ + b in d dimensions with coefficients of `bits` bits each.

    The bits are a number in two's complement or, if `signed`, a sign and a magnitude, so that 0 has two encodings.
    """

    dimension: int
    bits: int
    signed: bool = False

    def numbers(self) -> list[int]:
        """The numbers that the words of `bits` bits encode."""
        half = 2 ** (self.bits - 1)
        if self.signed:
            return [sign * size for sign in (1, -1) for size in range(half)]
        return list(range(-half, half))


MOST_PREDICTORS = 2**12


def few_bits(choices: Choices, *, dimension: int, bits: int) -> FewBits:
    """Classes of at most MOST_PREDICTORS predictors. Shrinks to one dimension and one bit."""
    size = choices.integer(1, dimension)
    width = choices.integer(1, bits)
    if 2 ** (width * (size + 1)) > MOST_PREDICTORS:
        choices.reject()
    return FewBits(size, width, choices.flag())
