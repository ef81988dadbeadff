"""Conformance to least squares and logistic regression, decided exactly or in ball arithmetic.

- `least_squares`: a minimiser and the least loss, in rationals
- `linear_fit`: whether real answers, on and off the sample, are those of a minimiser
- `logistic_optimum`: bounds on the least logistic loss, and a set that contains every w whose loss is close to it
- `logistic_fit`: whether labels are those of such a w
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat
from numpy.typing import NDArray

from learncheck.exact.balls import ends, fraction
from learncheck.exact.decimals import apart, decimal
from learncheck.exact.separation import inner
from learncheck.strategies.halfspaces.regression import UNIT, balanced_weights, newton
from learncheck.theorems.rules.batch import FITS, BatchFit
from learncheck.theorems.rules.following import ROUNDING, TIE
from learncheck.theorems.rules.labels import with_sign

Rows = tuple[tuple[Fraction, ...], ...]
Reals = tuple[Fraction, ...]

RELATIVE = Fraction(1, 10**9)
"""The relative tolerance for the training loss of least squares."""
NORMAL_EQUATIONS = 1e-5
"""The most that solving the normal equations in doubles may lose of the targets."""
ABSOLUTE = Fraction(1, 10**6)
"""The absolute tolerance for the mean logistic loss."""


# ---- least squares ----


@dataclass(frozen=True)
class LeastLoss:
    """A minimiser w of Σ (⟨w,x_i⟩ − y_i)², the ⟨w,x_i⟩, which all minimisers share, and the mean of the squares."""

    w: Reals
    fitted: Reals
    loss: Fraction


def matrix(rows: Sequence[Sequence[Any]]) -> fmpq_mat:
    """Return the rational matrix with these rows of ints or Fractions."""
    return fmpq_mat([[fmpq(*Fraction(v).as_integer_ratio()) for v in row] for row in rows])


def column(values: Sequence[Any]) -> fmpq_mat:
    """Return the rational matrix with one column, of ints, Fractions or floats."""
    return matrix([[v] for v in values])


def fractions(column: fmpq_mat) -> Reals:
    """Return the entries of a matrix, row by row."""
    return tuple(fraction(v) for row in column.tolist() for v in row)


def normal_equations(X: fmpq_mat, y: fmpq_mat) -> tuple[fmpq_mat, fmpq_mat]:
    """Return A = Σ x_i x_iᵀ and b = Σ y_i x_i. Source: UML (9.6)."""
    return X.transpose() * X, X.transpose() * y


def solution(A: fmpq_mat, b: fmpq_mat) -> fmpq_mat:
    """Solve Aw = b, with 0 for the free variables. Raises ValueError if there is no solution."""
    size = A.ncols()
    reduced, rank = fmpq_mat([[*row, *side] for row, side in zip(A.tolist(), b.tolist(), strict=True)]).rref()
    w = [fmpq(0)] * size
    for i in range(rank):
        pivot = next(j for j in range(size + 1) if reduced[i, j] != 0)
        if pivot == size:
            raise ValueError("Aw = b has no solution: b is not in the range of A")
        w[pivot] = reduced[i, size]
    return fmpq_mat([[v] for v in w])


@lru_cache(4096)
def least_squares(rows: Rows, targets: Reals) -> LeastLoss:
    """Minimise the mean squared loss of a linear function by exact elimination. Source: UML 9.2.1."""
    X, y = matrix(rows), matrix([[v] for v in targets])
    w = solution(*normal_equations(X, y))
    fitted = X * w
    return LeastLoss(fractions(w), fractions(fitted), mean_square(fractions(fitted), targets))


def mean_square(answers: Sequence[Any], targets: Reals) -> Fraction:
    """Return the mean of the (answer − target)² exactly, with floats at their binary values."""
    gaps = (Fraction(a) - y for a, y in zip(answers, targets, strict=True))
    return sum((gap * gap for gap in gaps), Fraction(0)) / len(targets)


def rounding_of(rows: Rows, targets: Reals) -> Fraction:
    """Bound the mean squared loss that rounding may add, as the square of an error in X·w.

    A stable solver errs by a small multiple of md·2⁻⁵³ of ‖X‖‖w‖ + ‖y‖, and of cond(X) times what is left of y, since
    it finds a minimiser of a slightly different sample (Higham, Accuracy and Stability of Numerical Algorithms, 20.1).
    ‖X‖ is added, because a minimiser that is not the shortest has entries that cancel in X·w. Solving the normal
    equations errs by as much as md·cond(X)²·2⁻⁵³ of ‖y‖, which is allowed up to 1e-5, and 1e-9 in any case.
    """
    X = np.array([[float(v) for v in row] for row in rows])
    least = least_squares(rows, targets)
    rank = matrix(rows).rank()
    sizes = np.linalg.svd(X, compute_uv=False)[:rank]
    # Three digits are enough, and they do not depend on the CPU.
    condition = float(f"{sizes[0] / sizes[-1]:.3g}") if rank else 1.0
    y, w, x = (_norm(numbers) for numbers in (targets, least.w, [v for row in rows for v in row]))
    left = math.sqrt(len(targets) * float(least.loss))
    unit = 8 * X.size * ROUNDING
    stable = unit * (x * (1 + w) + y + condition * left)
    off = max(TIE * y, min(unit * condition**2, NORMAL_EQUATIONS) * y, stable)
    return Fraction(off) ** 2 / len(targets)


def _norm(vector: Sequence[Fraction]) -> float:
    return math.sqrt(float(sum((v * v for v in vector), Fraction(0))))


def linear_fit(rows: Rows, targets: Reals, answers: Sequence[Any], queries: Rows, beyond: Sequence[Any]) -> BatchFit:
    """Whether one linear function of least loss gives all the answers.

    All minimisers agree on the sample. A query Σ c_i x_i must get the answer Σ c_i⟨w,x_i⟩. The answers to other
    queries are free, as long as all answers together are those of one linear function.
    """
    least = least_squares(rows, targets)
    slack = math.sqrt(float(len(targets) * (RELATIVE * least.loss + rounding_of(rows, targets))))
    gap = math.sqrt(sum((float(Fraction(float(a)) - f)) ** 2 for a, f in zip(answers, least.fitted, strict=True)))
    if gap > slack:
        return BatchFit(False, f"its answers on the sample are {gap:.3g} away from those of least loss")
    X = matrix(rows)
    for number, query in enumerate(queries):
        combination = _combined(X, query)
        if combination is None:
            continue
        due = sum((c * f for c, f in zip(combination, least.fitted, strict=True)), Fraction(0))
        off = abs(float(Fraction(float(beyond[number])) - due))
        spread = math.sqrt(sum(float(c) ** 2 for c in combination))
        scale = sum(abs(float(c * f)) for c, f in zip(combination, least.fitted, strict=True))
        if off > spread * slack + TIE * scale:
            point, (right, own) = ", ".join(map(str, query)), apart(float(due), float(beyond[number]))
            return BatchFit(False, f"the answer on ({point}) is determined by the sample: {right}, not {own}")
    return _one_linear_function([*rows, *queries], np.array([*answers, *beyond]), slack)


def _combined(X: fmpq_mat, query: Sequence[Fraction]) -> Reals | None:
    """Return the c of least norm with Σ c_i x_i = query; None if there is none."""
    q = matrix([[v] for v in query])
    try:
        u = solution(X.transpose() * X, q)  # c = Xu solves Xᵀc = q
    except ValueError:
        return None
    return fractions(X * u)


def _one_linear_function(rows: Sequence[Sequence[Fraction]], answers: NDArray[Any], slack: float) -> BatchFit:
    """Whether the answers satisfy every linear dependence of the rows, up to rounding, or each up to the slack."""
    Z = matrix(rows).transpose()
    reduced, rank = Z.rref()
    pivots = [next(j for j in range(Z.ncols()) if reduced[i, j] != 0) for i in range(rank)]
    largest = float(np.abs(answers).max(initial=0.0))
    for j in set(range(Z.ncols())) - set(pivots):  # row j is the combination of pivot rows in column j
        factors = [float(fraction(reduced[i, j])) for i in range(rank)]
        due = sum(c * answers[p] for c, p in zip(factors, pivots, strict=True))
        if abs(due - answers[j]) > (1 + sum(map(abs, factors))) * (2 * TIE * largest + slack):
            own, right = apart(float(answers[j]), due)
            return BatchFit(False, f"no linear function answers {own} where its other answers add up to {right}")
    return FITS


def pseudoinverse(A: fmpq_mat) -> fmpq_mat:
    """Return A⁺ = VD⁺Vᵀ of the symmetric A = VDVᵀ.

    No eigenvalues are computed: with a factorization A = CR of full rank, A⁺ = Rᵀ(RRᵀ)⁻¹(CᵀC)⁻¹Cᵀ.
    """
    reduced, rank = A.rref()
    size = A.ncols()
    if rank == 0:
        return A
    R = fmpq_mat([[reduced[i, j] for j in range(size)] for i in range(rank)])
    pivots = [next(j for j in range(size) if R[i, j] != 0) for i in range(rank)]
    C = fmpq_mat([[A[i, p] for p in pivots] for i in range(size)])
    return R.transpose() * (R * R.transpose()).inv() * (C.transpose() * C).inv() * C.transpose()


def least_by_projection(columns: Sequence[Sequence[Fraction]], targets: Reals) -> Fraction:
    """Return the least mean squared loss of a linear combination of the columns, without normal equations.

    The columns are orthogonalised one by one, and the projection on each is subtracted from the targets.
    """
    basis: list[tuple[list[Fraction], Fraction]] = []
    rest = list(targets)
    for column in columns:
        p = list(column)
        for q, square in basis:
            share = inner(p, q) / square
            p = [a - share * b for a, b in zip(p, q, strict=True)]
        square = inner(p, p)
        if square == 0:
            continue  # a combination of the previous columns
        basis.append((p, square))
        share = inner(rest, p) / square
        rest = [a - share * b for a, b in zip(rest, p, strict=True)]
    return inner(rest, rest) / len(targets)


# ---- logistic regression ----

PRECISION = 160
"""The precision of ball arithmetic, in bits."""
CLOSE = Fraction(1, 10**15)
"""The greatest allowed width of the bounds on the least logistic loss."""


class NoMinimum(ValueError):
    """The logistic loss has no minimum, or it was not found."""


@dataclass(frozen=True)
class LogisticOptimum:
    """The least mean logistic loss lies between `low` and `high`, with high − low <= CLOSE; high is the loss at w.

    Every v whose loss is within the tolerance of the least has (v−w)ᵀH(v−w) <= radius², where `inverse` is H⁻¹. The
    radius is None if no such set was found.
    """

    w: tuple[float, ...]
    low: Fraction
    high: Fraction
    radius: float | None
    inverse: tuple[tuple[float, ...], ...]

    def sign_at(self, x: Sequence[float]) -> int:
        """Return the sign that ⟨v,x⟩ has for all v whose loss is within the tolerance of the least.

        Return 0 if they are not known to agree.
        """
        if self.radius is None:
            return 0
        q = np.asarray(x, dtype=float)
        margin, spread = float(np.dot(self.w, q)), math.sqrt(max(0.0, float(q @ np.array(self.inverse) @ q)))
        return int(np.sign(margin)) if abs(margin) > 1.001 * self.radius * spread + TIE else 0


def logistic_loss(signed: Sequence[Sequence[int]], w: Sequence[float]) -> arb:
    """Return a ball that contains the mean of log(1 + e^(−y⟨w,x⟩)). `signed` holds the y·x in quarters."""
    total = arb(0)
    for x in signed:
        margin = _score(x, w)
        total += (1 + (-abs(margin)).exp()).log()
        if margin < 0:  # the exponential of −margin alone exceeds every range where w is huge
            total -= margin
    return total / len(signed)


def _score(x: Sequence[int], w: Sequence[float]) -> arb:
    exact = sum((Fraction(v, UNIT) * Fraction(c) for v, c in zip(x, w, strict=True)), Fraction(0))
    return arb(fmpq(exact.numerator, exact.denominator))


def lower(value: arb) -> Fraction:
    """Return the lower end of the ball."""
    return fraction(ends(value)[0])


def upper(value: arb) -> Fraction:
    """Return the upper end of the ball."""
    return fraction(ends(value)[1])


@lru_cache(4096)
def logistic_optimum(signed: tuple[tuple[int, ...], ...], tolerance: Fraction = ABSOLUTE) -> LogisticOptimum:
    """Find the least loss by Newton's method, bound it by duality, and bound the set of all w close to it.

    Lower bound: for weights 0 < α_i < 1 with Σ α_i y_i x_i = 0 the loss is at least the mean entropy of the α_i,
    because log(1+e^(−z)) >= h(α) − αz. Upper bound: the loss at w itself. Raises NoMinimum.
    """
    w = newton(signed)
    weights = balanced_weights(signed)
    if weights is None:
        raise NoMinimum("no weights 0 < α_i < 1 with Σ α_i y_i x_i = 0 were found: some halfspace separates, if weakly")
    with ctx.workprec(PRECISION):
        entropies = arb(0)
        for alpha in weights:
            a = arb(alpha)
            entropies -= a * a.log() + (1 - a) * (1 - a).log()
        low, high = lower(entropies / len(signed)), upper(logistic_loss(signed, w))
        if high - low > CLOSE:
            raise NoMinimum(f"the least loss is only known within {float(high - low):g}")
        radius, inverse = _nearby(signed, w, high - low + tolerance)
        return LogisticOptimum(w, low, high, radius, inverse)


def _nearby(
    signed: tuple[tuple[int, ...], ...], w: tuple[float, ...], most: Fraction
) -> tuple[float | None, tuple[tuple[float, ...], ...]]:
    """Return R and H⁻¹ such that the loss exceeds that of w by more than `most` wherever (v−w)ᵀH(v−w) > R².

    Let δ = v − w and let t be the maximum of |⟨δ,x_i⟩| on the set. As σ'(z+s) >= σ'(z)e^(−|s|), the boundary of the set
    has f(v) − f(w) >= −‖∇f(w)‖R + ½e^(−t)R², with the norm of H⁻¹. As f is convex, this also holds farther out. R is
    None if no radius was found.
    """
    m, size = len(signed), len(w)
    S = arb_mat([[arb(v) / UNIT for v in x] for x in signed])
    alphas = [1 / (1 + _score(x, w).exp()) for x in signed]
    curved = arb_mat([[S[i, j] * alphas[i] * (1 - alphas[i]) / m for j in range(size)] for i in range(m)])
    inverse = (S.transpose() * curved).inv()
    gradient = S.transpose() * arb_mat([[-a / m] for a in alphas])
    slope = abs((gradient.transpose() * inverse * gradient)[0, 0]).sqrt()
    widest = arb(0)
    for i in range(m):
        x = arb_mat([[S[i, j]] for j in range(size)])
        reach = abs((x.transpose() * inverse * x)[0, 0]).sqrt()
        widest = reach if reach > widest or not reach < widest else widest
    due = arb(fmpq(most.numerator, most.denominator))
    rows = tuple(tuple(float(inverse[i, j]) for j in range(size)) for i in range(size))
    radius = arb(2 * due).sqrt()
    for _ in range(30):
        radius = arb(float(radius)) * arb("1.1")
        if (-(radius * widest)).exp() * radius**2 / 2 - slope * radius > due:
            return float(radius.upper()) * 1.0001, rows
    return None, rows


def logistic_fit(
    signed: tuple[tuple[int, ...], ...], points: NDArray[Any], labels: Sequence[int], off_sample: NDArray[Any],
    tolerance: Fraction = ABSOLUTE,
) -> BatchFit:  # fmt: skip
    """Whether the labels, on and off the sample, are those of a w whose loss is within the tolerance of the least."""
    least = logistic_optimum(signed, tolerance)
    for x, label in zip(np.vstack((points, off_sample)), labels, strict=True):
        due = least.sign_at(x)
        if due and label != due:
            point = ", ".join(map(decimal, x))
            return BatchFit(
                False, f"({point}) has the label {due:+d} for every w of almost least loss, not {with_sign(int(label))}"
            )
    return FITS
