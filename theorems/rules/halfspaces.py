"""Rules of learners of halfspaces: Perceptron, Kernel Perceptron, Modified Perceptron.

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


def close(w: Floats, slack: Floats | float) -> Exposed:
    """Expose a vector of sums, whose entries are compared on the scale of the largest."""
    return Exposed(w, TIE * np.abs(w).max(initial=0.0) + slack + np.zeros_like(w))


def norm(vector: Floats) -> float:
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
        return {"w": close(state.w, state.errors)}


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
        return self.slack * norm(size)


class ModifiedPerceptronRule(LinearRule[Projection]):
    """w = w0; predict sign(w·x); where it errs by more than σ‖w‖, w ← w − (w·x)x. Source: VEM 8.3.2."""

    end = "w has shrunk to nothing but rounding errors, so every prediction from here on is at a tie"

    def start(self, sigma: float, w0: ArrayLike) -> Projection:
        return Projection(float(sigma), np.array(w0, dtype=np.float64), 0.0)

    def correct(self, state: Projection, x: ArrayLike, y: int) -> tuple[Projection, ...]:
        x = np.asarray(x, dtype=np.float64)
        sigma, w, slack = state
        margin, length, x_length = float(w.dot(x)), norm(w), norm(x)
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
        length = norm(w)
        if length <= slack:
            return ()
        if length < 1e-100:  # positive scaling is free, and a power of two is exact
            w, slack = w * 2.0**300, slack * 2.0**300
        return (*unchanged, Projection(sigma, w, slack))

    def merge(self, state: Projection, other: Projection) -> Projection:
        return max(state, other, key=lambda candidate: candidate.slack)


PERCEPTRON = PerceptronRule()
