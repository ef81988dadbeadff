"""What a mistake leaves of an ellipsoid that is cut beyond its centre has a smaller ellipsoid around it than E′."""

from fractions import Fraction
from typing import Any

import numpy as np
from sympy import And, Eq

from learncheck.exact.definiteness import is_semidefinite
from learncheck.learners import Ellipsoid
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.notes.halfspaces.ellipsoid import determinant
from learncheck.theorems.notes.halfspaces.ellipsoid_code import d
from learncheck.theorems.notes.halfspaces.ellipsoid_cuts import (
    A_MISTAKE,
    ONE_CUT,
    V2,
    HalfCut,
    N,
    beyond,
    half_cuts,
    quadratic,
    scaled,
)

D2 = quantity(
    "D²", r"the square of $\operatorname{Vol}/\operatorname{Vol}(B)$ for the ellipsoid of the deep cut", positive=True
)


def depth(trace: Trace[HalfCut, None]) -> Fraction:
    """Return −y⟨w,x⟩/σ, the distance of the cut beyond the centre, in half-axes."""
    round = trace.rounds[0]
    return Fraction(-round.label * (round.before["w"] @ round.instance)) / trace.case.sigma


def deep_cut(trace: Trace[HalfCut, None]) -> tuple[Any, Any]:
    """Return the centre and the matrix of the ellipsoid for a cut of depth a < 1, from its top and the rim at a."""
    round = trace.rounds[0]
    size, a, length = trace.case.dimension, depth(trace), trace.case.sigma
    A, w = round.before["A"], round.before["w"]
    t = A @ round.instance / length
    centre = w + round.label * (1 + size * a) / (size + 1) * t
    taken = 2 * (1 + size * a) / ((size + 1) * (1 + a))
    return centre, size**2 * (1 - a * a) / (size**2 - 1) * (A - taken * np.outer(t, t))


def deeper(trace: Trace[HalfCut, None]) -> Values:
    """Measure N for the ellipsoid of the deep cut, its D², V² and d."""
    round = trace.rounds[0]
    size, a = trace.case.dimension, depth(trace)
    centre, A = deep_cut(trace)
    # On the rest of E the height s is between a and 1. With the same kind of multipliers:
    # 1 − q_a = α_a(1 − q) + β_a(s − a)(1 − s).
    alpha = Fraction(size**2 - 1, size**2) / (1 - a * a)
    beta = 2 * (size + 1) * (1 + size * a) / (size**2 * (1 - a) ** 2 * (1 + a))
    before = quadratic(round.before["A"], round.before["w"])
    gap = quadratic(A, centre) - scaled(before, alpha) - scaled(beyond(trace, a), beta)
    inside = is_semidefinite(gap.tolist())
    return {N: int(not inside), D2: determinant(A), V2: determinant(round.after["A"]), d: size}


@premise(r"the cut is deep: $0 < -y\langle w,x\rangle < \sqrt{x^\top Ax}$")
def A_DEEP_CUT(trace: Trace) -> bool:
    """Whether 0 < −y⟨w,x⟩ < σ."""
    return 0 < depth(trace) < 1


DEEP_CUT = Claim(
    "ellipsoid-deep-cut",
    r"If $0 < -y\langle w,x\rangle < \sqrt{x^\top Ax}$, a smaller ellipsoid than $E'$ contains all of "
    r"$E \cap \{v : y\langle v,x\rangle > 0\}$.",
    sources=(LEC("Intuition"),),
    learner=Ellipsoid,
    cases=Family(
        half_cuts,
        beyond=ONE_CUT,
        search=dict(dimensions=3, reach=2),
        scout=dict(dimensions=4, reach=3),
    ),
    assuming=(A_MISTAKE, A_DEEP_CUT),
    measure=deeper,
    bound=And(Eq(N, 0), D2 < V2),
    watch=("w", "A"),
    judged=False,
    reading="ours",
    remark='So the notes\' "minimum volume", which they say of the first mistake, is not to be read of every '
    "mistake. The ellipsoid of the deep cut touches what is left of $E$ at its top and at its rim, as "
    "$E'$ touches the half.",
)
