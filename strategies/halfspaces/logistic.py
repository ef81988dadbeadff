"""The least logistic loss of a sample, enclosed in ball arithmetic, and the weights that come close to it.

The samples are those of `regression.LogisticSample`: `signed` holds the vectors y·x in quarters. Source: UML 9.3.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import arb, arb_mat, ctx, fmpq

from learncheck.exact.balls import ends, fraction
from learncheck.strategies.halfspaces.regression import UNIT, balanced_weights, newton

ABSOLUTE = Fraction(1, 10**6)
"""The absolute tolerance for the mean logistic loss."""


PRECISION = 160
"""The precision of ball arithmetic, in bits."""


NARROW = Fraction(1, 10**15)
"""The greatest allowed width of the bounds on the least logistic loss."""


class NoMinimum(ValueError):
    """The logistic loss has no minimum, or it was not found."""


@dataclass(frozen=True)
class LogisticOptimum:
    """The least mean logistic loss lies between `low` and `high`, with high − low <= NARROW; high is the loss at w.

    Every v whose loss is within the tolerance of the least has (v−w)ᵀH(v−w) <= radius², where `inverse` is H⁻¹. The
    radius is None if no such set was found.
    """

    w: tuple[float, ...]
    low: Fraction
    high: Fraction
    radius: float | None
    inverse: tuple[tuple[float, ...], ...]

    def sign_at(self, x: Sequence[float], slack: float) -> int:
        """Return the sign that ⟨v,x⟩ has for all v whose loss is within the tolerance of the least.

        Return 0 if they are not known to agree, or if |⟨w,x⟩| may be less than `slack`.
        """
        if self.radius is None:
            return 0
        q = np.asarray(x, dtype=float)
        margin, spread = float(np.dot(self.w, q)), math.sqrt(max(0.0, float(q @ np.array(self.inverse) @ q)))
        return int(np.sign(margin)) if abs(margin) > 1.001 * self.radius * spread + slack else 0


def loss(signed: Sequence[Sequence[int]], w: Sequence[float]) -> arb:
    """Return a ball that contains the mean of log(1 + e^(−y⟨w,x⟩)). `signed` holds the y·x in quarters."""
    total = arb(0)
    for x in signed:
        margin = score(x, w)
        total += (1 + (-abs(margin)).exp()).log()
        if margin < 0:  # the exponential of −margin alone exceeds every range where w is huge
            total -= margin
    return total / len(signed)


def score(x: Sequence[int], w: Sequence[float]) -> arb:
    """Return a ball that contains ⟨w,x⟩, for x in quarters."""
    exact = sum((Fraction(v, UNIT) * Fraction(c) for v, c in zip(x, w, strict=True)), Fraction(0))
    return arb(fmpq(exact.numerator, exact.denominator))


def lower(value: arb) -> Fraction:
    """Return the lower end of the ball."""
    return fraction(ends(value)[0])


def upper(value: arb) -> Fraction:
    """Return the upper end of the ball."""
    return fraction(ends(value)[1])


@lru_cache(4096)
def optimum(signed: tuple[tuple[int, ...], ...], tolerance: Fraction = ABSOLUTE) -> LogisticOptimum:
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
        low, high = lower(entropies / len(signed)), upper(loss(signed, w))
        if high - low > NARROW:
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
    alphas = [1 / (1 + score(x, w).exp()) for x in signed]
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
