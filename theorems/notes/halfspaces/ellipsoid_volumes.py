"""Volumes of the Ellipsoid's float matrices, enclosed without a determinant.

Let A be the matrix that the learner holds, x an instance, and z = Ax + e with a rounding error e. The cut of the notes,
made with z, is

    B = η(A − βzzᵀ)   where η = d²/(d²−1) and β = 2/((d+1)·⟨x,z⟩), rounded.

By the matrix determinant lemma det(B) = η^d·(1 − βzᵀA⁻¹z)·det(A), where zᵀA⁻¹z = ⟨z,x⟩ + ⟨A⁻ᵀz,e⟩; without rounding
the factor is q² = η^d·(1 − 2/(d+1)). The learner's matrix after the cut is A' = B + E. All its entries are known, and
so is E, up to the rounding in computing B. And det(A')/det(B) = det(I + B⁻¹E) lies between (1 − f)^d and (1 + f)^d for
f = ‖B⁻¹‖‖E‖ < 1. Two bounds are carried from cut to cut: one on ‖A⁻¹‖, by the Sherman-Morrison formula

    B⁻¹ = (A⁻¹ + βA⁻¹z(A⁻ᵀz)ᵀ/(1 − βzᵀA⁻¹z))/η   where A⁻¹z = x + A⁻¹e and A⁻ᵀz = x + A⁻ᵀ((A − Aᵀ)x + e),

and one on ‖A − Aᵀ‖, as A' − A'ᵀ = η(A − Aᵀ) + E − Eᵀ. They start at 1 and at 0. So after k cuts V² = det(A) is q^(2k),
up to a bounded factor from all the rounding. This takes d² operations per cut, for many cuts at once. An exact
determinant takes d³ operations on long integers.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from learncheck.learners.arrays import Floats
from learncheck.strategies.play.case import Rounds, Trace, once
from learncheck.theorems.language.at_once import stacked
from learncheck.theorems.language.claim import NotExposed
from learncheck.theorems.rules import following

LARGEST_DIMENSION = 1000
SCALES = (1e-100, 1e100)
"""Between these norms an underflow is negligible compared with a rounding: they differ by a factor of 10^100."""
UP = 1 + 1e-9
"""The factor that compensates for the rounding of norms, a relative (d² + 3)·ROUNDING, and of the sums of bounds."""
ENTRIES = 2**15
"""The number of matrix entries that are processed together."""
PRECISION = 64


@once
def volumes(trace: Trace) -> Mapping[int, arb]:
    """Return balls that contain V², keyed by id(A), for the states that are known to come from the unit ball by cuts.

    The balls end at the first state that does not come from the one before by a cut along the round's instance, up to
    rounding, or at which the rounding error is too large.
    """
    if not trace.rounds.snapshots:
        return {}
    try:
        return dict(_volumes(trace.rounds))
    except (NotExposed, LookupError, TypeError, ValueError, OverflowError):
        return {}  # a state of another kind


def _volumes(rounds: Rounds) -> Iterator[tuple[int, arb]]:
    start = rounds.snapshots[0]["A"]
    d = len(start)
    if d > LARGEST_DIMENSION or not np.array_equal(start, np.eye(d)):
        return
    cuts = np.flatnonzero(rounds.changed("A")).tolist()
    held = [start, *(rounds.snapshots[t + 1]["A"] for t in cuts)]
    if not all(_is_matrix(A, d) for A in held[1:]):
        return
    with ctx.workprec(PRECISION), np.errstate(all="ignore"):
        due = _due(d)
        volume, error, bounds = arb(1), 0.0, (1.0, 0.0)  # of the cuts so far: ∏ q², and |log| of the rest
        yield id(start), volume
        if not cuts:
            return
        x = stacked([rounds.instances[t] for t in cuts]).astype(np.float64, copy=False)
        for A, norms in zip(held[1:], _norms(held, x), strict=True):
            off, bounds = _cut(d, bounds, *norms)
            error = (error + off) * UP
            if not error < 1:
                return
            volume = volume * due
            yield id(A), volume * arb(1, math.expm1(error) * UP)


@lru_cache
def _due(d: int) -> arb:
    """Return q², enclosed at the precision of the context."""
    return arb(fmpq(d * d, d * d - 1) ** d * fmpq(d - 1, d + 1))


def _is_matrix(A: Any, d: int) -> bool:
    return isinstance(A, np.ndarray) and A.shape == (d, d) and A.dtype == np.float64


def _norms(matrices: Sequence[Floats], x: Floats) -> list[list[float]]:
    """Return for each cut upper bounds on ‖A‖, ‖x‖, ‖z‖ and ‖E‖, and the rounded ⟨x,z⟩."""
    cuts, d = x.shape
    eta = d * d / (d * d - 1)
    width = max(min(ENTRIES // d**2, cuts), 1)
    room = np.empty((2, width + 1, d, d))  # reused: allocating it for every part costs more than the work
    z, s, norm_A, norm_off = np.empty((cuts, d)), np.empty(cuts), np.empty(cuts), np.empty(cuts)
    for first in range(0, cuts, width):
        part = slice(first, min(first + width, cuts))
        size = part.stop - first
        whole, off = room[0, : size + 1], room[1, :size]
        np.concatenate(matrices[first : part.stop + 1], out=whole.reshape(-1, d))
        before, after = whole[:-1], whole[1:]
        np.matmul(before, x[part, :, None], out=z[part, :, None])
        np.matmul(x[part, None, :], z[part, :, None], out=s[part, None, None])
        factors = (eta * (2 / ((d + 1) * s[part])))[:, None] * z[part]
        np.einsum("ti,tj->tij", factors, z[part], out=off)
        norm_A[part] = _norm(before)
        off += after
        whole *= eta
        off -= before  # now it is A' − η(A − βzzᵀ)
        norm_off[part] = _norm(off)
    norm_z, beta = _norm(z), 2 / ((d + 1) * s)
    # An entry of ηβzzᵀ takes up to 4 roundings in ηβ, 2 in its products and, as part of A' + ηβzzᵀ, 2 in the first sum;
    # one of ηA takes up to 3. The second sum is E itself, rounded.
    rounded = 8 * following.ROUNDING * UP * eta * (norm_A + beta * norm_z**2)
    norms: list[list[float]] = np.stack((norm_A, _norm(x), norm_z, norm_off * UP + rounded, s), axis=1).tolist()
    return norms


def _norm(arrays: Floats) -> Floats:
    """Return an upper bound on the root of the sum of squares, for each array."""
    rows = arrays.reshape(len(arrays), -1)
    return np.asarray(np.sqrt(np.matmul(rows[:, None, :], rows[:, :, None])[:, 0, 0]) * UP)


def _cut(
    d: int, bounds: tuple[float, float], A: float, x: float, z: float, E: float, s: float
) -> tuple[float, tuple[float, float]]:
    """Bound the distance of log(det(A')/det(A)) from log q², and ‖A'⁻¹‖ and ‖A' − A'ᵀ‖ from the bounds of A.

    The distance is NaN if it cannot be bounded.
    """
    inverse, skew = bounds
    low, high = SCALES
    if not (low < A < high and low < x < high and low < z < high and s > 0):
        return math.nan, bounds
    gamma = (d + 2) * following.ROUNDING * UP  # of inner products of d terms, in whatever order
    e = gamma * A * x
    back = x + inverse * (skew * x + e) * UP  # ‖A⁻¹z‖ and ‖A⁻ᵀz‖
    relative = (gamma * x * z + back * e) / s * UP + 4 * following.ROUNDING  # of βzᵀA⁻¹z against 2/(d+1)
    share = 2 * relative / (d - 1) * UP  # of 1 − βzᵀA⁻¹z
    if not share < 1 / 2:
        return math.nan, bounds
    eta, beta = d * d / (d * d - 1), 2 / ((d + 1) * s)
    left = (d - 1) / (d + 1) * (1 - share)
    inverse_B = (inverse + beta * back**2 / left) / eta * UP
    f = inverse_B * E * UP
    if not f < 1 / 2:
        return math.nan, bounds
    return (-math.log1p(-share) - d * math.log1p(-f)) * UP, (inverse_B / (1 - f) * UP, (eta * skew + 2 * E) * UP)
