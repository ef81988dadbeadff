"""The rule of Ellipsoid, whose states have bounds on the rounding errors of the vector and of the matrix."""

import math
from collections.abc import Hashable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from learncheck.learners.arrays import Floats
from learncheck.theorems.rules.following import ROUNDING, TIE, Exposed
from learncheck.theorems.rules.halfspaces import LinearRule, close, norm


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
        return self.error_w * norm(size)


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
        # only the factor d²/(d²−1) changes it, and the new B⁻¹ multiplies its part along u by √((d+1)/(d−1)). A single
        # entry of Ax that is not 0 leaves none.
        # The step Ax/√(xᵀAx) = Bu is at most √λ_max long and inherits the relative error; w takes 1/(d+1) of it.
        eigenvalues = np.linalg.eigvalsh(A)
        widest = math.sqrt(abs(eigenvalues[-1]))
        condition = float(eigenvalues[-1] / eigenvalues[0])
        rounding = math.sqrt(d) * (d + 1) / (d - 1) * ROUNDING * condition
        error_A += 18 * rounding
        skew = math.sqrt((d + 1) / (d - 1)) * skew + 4 * rounding * (np.count_nonzero(Ax) > 1)
        error_w += widest / (d + 1) * (error_A + skew) + 4 * ROUNDING * (norm(w) + widest)
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
            "w": close(state.w, state.error_w),
            "A": Exposed(state.A, (TIE + state.error_A + state.skew) * np.outer(width, width)),
        }


ELLIPSOID = EllipsoidRule()
