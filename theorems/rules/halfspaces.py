"""Rules of learners of halfspaces: Perceptron, Kernel Perceptron, Modified Perceptron, Ellipsoid.

All predict the sign of a score that is a sum of real numbers, so each state has a bound on its rounding error.
"""

import math
from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from learncheck.learners.arrays import Floats
from learncheck.theorems.rules.following import ROUNDING, TIE, Exposed
from learncheck.theorems.rules.labels import Score, SignRule


def _close(w: Floats, slack: Floats | float) -> Exposed:
    """Expose a vector of sums, whose entries are compared on the scale of the largest."""
    return Exposed(w, TIE * np.abs(w).max(initial=0.0) + slack + np.zeros_like(w))


def _length(vector: Floats) -> float:
    return math.sqrt(vector.dot(vector))


class Linear(Protocol):
    """A state that predicts the sign of w·x, which its rounding errors move by at most `noise` of |x|."""

    @property
    def w(self) -> Floats: ...

    def noise(self, size: Floats) -> float: ...


L = TypeVar("L", bound=Linear)


class LinearRule(SignRule[L]):
    """Predict sign(w·x)."""

    quantity = "w·x"

    def score(self, state: L, x: ArrayLike) -> Score:
        x = np.asarray(x, dtype=np.float64)
        size = np.abs(x)
        return Score(float(state.w.dot(x)), float(np.abs(state.w).dot(size)), state.noise(size))

    def key(self, state: L) -> Hashable:
        return state.w.tobytes()


class InstanceSum(NamedTuple):
    """A sum of instances, with the total of their absolute values and their number, which bound its rounding error.

    On integers and short binary fractions the sum is exact, and the bound is negligible. It matters where rounded
    terms cancel: 0.1 + 0.2 − 0.3 is a tie that doubles miss by 5e-17.
    """

    w: Floats
    total: Floats
    terms: int

    @property
    def errors(self) -> Floats:
        """Bound the rounding error of each w_i."""
        # Four roundings per term: one here, and in a learner that scales its weights one for η·x, one for the sum
        # and one for the scaling. Each is at most ROUNDING times the sum so far.
        return 4 * ROUNDING * self.terms * self.total

    def noise(self, size: Floats) -> float:
        """Bound the error of Σ w_i·x_i for |x| = size."""
        return 4 * ROUNDING * self.terms * float(self.total.dot(size))


class PerceptronRule(LinearRule[InstanceSum]):
    """w = 0; predict sign(w·x); on a mistake w ← w + y·x. Source: UML 9.1.2, JAI, VEM Algorithm 1."""

    def start(self, d: int) -> InstanceSum:
        return InstanceSum(np.zeros(d), np.zeros(d), 0)

    def correct(self, state: InstanceSum, x: ArrayLike, y: int) -> tuple[InstanceSum, ...]:
        x = np.asarray(x, dtype=np.float64)
        return (InstanceSum(state.w + x if y == 1 else state.w - x, state.total + np.abs(x), state.terms + 1),)

    def merge(self, state: InstanceSum, other: InstanceSum) -> InstanceSum:
        return InstanceSum(state.w, np.maximum(state.total, other.total), max(state.terms, other.terms))

    def exposes(self, state: InstanceSum) -> Mapping[str, Exposed]:
        return {"w": _close(state.w, state.errors)}


UNDERFLOW = 1e-290
"""Smaller sums of a gaussian kernel are ties: they underflow, sooner where a learner scales them."""


class Support(NamedTuple):
    """The distinct instances of the updates, each with the sum of its labels and their number."""

    kernel: Callable[[Floats, Floats], float]
    instances: tuple[Floats, ...] = ()
    coefficients: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()


class KernelPerceptronRule(SignRule[Support]):
    """Predict the sign of Σ y_i K(x_i, x) over the mistakes so far. Source: VEM 8.3.1."""

    quantity = "Σ y_i K(x_i, x)"

    def start(self, kernel: Callable[[Floats, Floats], float]) -> Support:
        return Support(kernel)

    def score(self, state: Support, x: ArrayLike) -> Score:
        x = np.asarray(x, dtype=np.float64)
        value = scale = 0.0
        for instance, coefficient, count in zip(state.instances, state.coefficients, state.counts, strict=True):
            similarity = float(state.kernel(instance, x))
            value += coefficient * similarity
            scale += count * abs(similarity)  # includes terms that cancel, because a learner rounds their sum
        return Score(value, scale, UNDERFLOW)

    def correct(self, state: Support, x: ArrayLike, y: int) -> tuple[Support, ...]:
        x = np.array(x, dtype=np.float64)
        for i, instance in enumerate(state.instances):
            if instance.tobytes() == x.tobytes():
                coefficients, counts = list(state.coefficients), list(state.counts)
                coefficients[i] += y
                counts[i] += 1
                return (state._replace(coefficients=tuple(coefficients), counts=tuple(counts)),)
        return (Support(state.kernel, (*state.instances, x), (*state.coefficients, y), (*state.counts, 1)),)

    def key(self, state: Support) -> Hashable:
        terms = zip(state.instances, state.coefficients, state.counts, strict=True)
        return frozenset((instance.tobytes(), coefficient, count) for instance, coefficient, count in terms)


class Projection(NamedTuple):
    """The weights, with a bound on the length of their rounding error."""

    sigma: float
    w: Floats
    slack: float

    def noise(self, size: Floats) -> float:
        return self.slack * _length(size)


class ModifiedPerceptronRule(LinearRule[Projection]):
    """w = w0; predict sign(w·x); where it errs by more than σ‖w‖, w ← w − (w·x)x. Source: VEM 8.3.2."""

    end = "w has shrunk to nothing but rounding errors, so every prediction from here on is at a tie"

    def start(self, sigma: float, w0: ArrayLike) -> Projection:
        return Projection(float(sigma), np.array(w0, dtype=np.float64), 0.0)

    def correct(self, state: Projection, x: ArrayLike, y: int) -> tuple[Projection, ...]:
        x = np.asarray(x, dtype=np.float64)
        sigma, w, slack = state
        margin, length, x_length = float(w.dot(x)), _length(w), _length(x)
        excess = Score(  # by how much the error exceeds σ‖w‖
            abs(margin) - sigma * length,
            float(np.abs(w).dot(np.abs(x))) + sigma * length,
            slack * (x_length + sigma),
        )
        if excess.value < 0 and not excess.is_tie():
            return (state,)
        unchanged = (state,) if excess.is_tie() else ()
        w = w - margin * x
        # The old error is multiplied by I − xxᵀ, which lengthens nothing if x is a unit vector. The new error is the
        # rounding of w·x (d terms), of the product, the difference and a scaling, here and in the learner.
        rounding = 2 * (len(x) + 4) * ROUNDING * length * (1.0 + x_length**2)
        slack = slack * max(1.0, abs(1.0 - x_length**2)) + rounding
        length = _length(w)
        if length <= slack:
            return ()
        if length < 1e-100:  # positive scaling is free, and a power of two is exact
            w, slack = w * 2.0**300, slack * 2.0**300
        return (*unchanged, Projection(sigma, w, slack))

    def merge(self, state: Projection, other: Projection) -> Projection:
        return max(state, other, key=lambda candidate: candidate.slack)


class Ellipse(NamedTuple):
    """The ellipsoid, with bounds on its rounding errors.

    With A = BBᵀ, `error_A` bounds ‖B⁻¹ δA B⁻ᵀ‖ for symmetric δA, the relative error of A in every direction, and `skew`
    bounds it for a learner's A that is not quite symmetric. `error_w` bounds ‖δw‖.
    """

    w: Floats
    A: Floats
    error_w: float
    error_A: float
    skew: float

    def noise(self, size: Floats) -> float:
        return self.error_w * _length(size)


# A game is judged as long as the relative error of A stays below a tenth of the 1e-9 that defines a tie, and what a
# learner may have made of its symmetry is small.
ELLIPSOID_ERROR = 1e-10
MOST_SKEW = 1e-7


class EllipsoidRule(LinearRule[Ellipse]):
    """w = 0, A = I; predict sign(w·x); on a mistake w ← w + y/(d+1)·Ax/√(xᵀAx) and
    A ← d²/(d²−1)·(A − 2/(d+1)·Ax(Ax)ᵀ/(xᵀAx)). Source: LEC, The Ellipsoid Learner.
    """

    end = "the update divides by √(xᵀAx) = 0, or A is too ill-conditioned to tell in doubles what is due"

    def start(self, d: int) -> Ellipse:
        return Ellipse(np.zeros(d), np.eye(d), 0.0, 0.0, 0.0)

    def correct(self, state: Ellipse, x: ArrayLike, y: int) -> tuple[Ellipse, ...]:
        x = np.asarray(x, dtype=np.float64)
        w, A, error_w, error_A, skew = state
        d = len(x)
        Ax = A.dot(x)
        xAx = float(x.dot(Ax))
        if not 0 < xAx < math.inf:
            return ()
        # How the round changes the errors. Write A = BBᵀ, u = Bᵀx/‖Bᵀx‖ and δA = BEBᵀ. To first order the exact
        # update keeps the part of E along u (measured by the new B), multiplies the mixed part by √((d−1)/(d+1))
        # and keeps the rest, so ‖E‖ does not grow. The round's own roundings, measured by the old B in units of
        # √d·2⁻⁵³·cond(A), are 4 for Ax (which occurs twice in the outer product), 2 for xᵀAx and 3 for the rest.
        # They count twice, because the learner rounds as well, and the new B⁻¹ multiplies them by (d+1)/(d−1).
        # A difference of A_ij and A_ji, which (2/(d+1)·(Ax)_i)·(Ax)_j/xᵀAx leaves, is no part of the outer product:
        # only the factor d²/(d²−1) changes it, and the new B⁻¹ multiplies its part along u by √((d+1)/(d−1)).
        # The step Ax/√(xᵀAx) = Bu is at most √λ_max long and inherits the relative error; w takes 1/(d+1) of it.
        eigenvalues = np.linalg.eigvalsh(A)
        widest = math.sqrt(abs(eigenvalues[-1]))
        condition = float(eigenvalues[-1] / eigenvalues[0])
        rounding = math.sqrt(d) * (d + 1) / (d - 1) * ROUNDING * condition
        error_A += 18 * rounding
        skew = math.sqrt((d + 1) / (d - 1)) * skew + 4 * rounding
        error_w += widest / (d + 1) * (error_A + skew) + 4 * ROUNDING * (_length(w) + widest)
        if not (condition > 0 and error_A <= ELLIPSOID_ERROR and skew <= MOST_SKEW):
            return ()
        w = w + (y / ((d + 1) * math.sqrt(xAx))) * Ax
        A = d * d / (d * d - 1) * (A - 2 / ((d + 1) * xAx) * np.outer(Ax, Ax))
        return (Ellipse(w, A, error_w, error_A, skew),)

    def key(self, state: Ellipse) -> Hashable:
        return state.w.tobytes() + state.A.tobytes()

    def merge(self, state: Ellipse, other: Ellipse) -> Ellipse:
        return max(state, other, key=lambda candidate: candidate.error_w)

    def exposes(self, state: Ellipse) -> Mapping[str, Exposed]:
        # |δA_ij| = |e_iᵀ B E Bᵀ e_j| ≤ ‖E‖·‖Bᵀe_i‖·‖Bᵀe_j‖ = ‖E‖·√(A_ii A_jj).
        width = np.sqrt(np.diag(state.A))
        return {
            "w": _close(state.w, state.error_w),
            "A": Exposed(state.A, (TIE + state.error_A + state.skew) * np.outer(width, width)),
        }


PERCEPTRON, ELLIPSOID = PerceptronRule(), EllipsoidRule()
