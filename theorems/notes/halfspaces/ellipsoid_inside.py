"""What agrees with the labels stays inside of Ellipsoid's ellipsoid: its own round on letters, seen from such a v.

Write q(v) = (v−w)ᵀA⁻¹(v−w), which is at most 1 inside of E, and s = y⟨v−w,x⟩/σ. If y⟨v,x⟩ > 0, a mistake has s > 0, and
s² <= q(v) <= 1 by Cauchy–Schwarz. So 1 − q′(v) = (d²−1)/d²·(1 − q(v)) + 2(d+1)/d²·s(1 − s) >= 0.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import And, Eq, Integer, Or, Symbol, cancel, symbols

from learncheck.theorems import formal
from learncheck.theorems.language import trusted
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart, Induction, Transition, together
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.halfspaces import ellipsoid_code
from learncheck.theorems.notes.halfspaces.ellipsoid import DIMENSIONS
from learncheck.theorems.notes.halfspaces.ellipsoid_code import (
    AWAY,
    CUT,
    d,
    rounds_as_printed,
    side,
    square_after_the_cut,
    y,
)

reached = Symbol("⟨v,x⟩", real=True)
q, s, sigma = symbols("q s σ", real=True)
"""Those of a cut, of which nothing is known but what a path says."""


def after_a_cut(label: int) -> tuple[Any, Any]:
    """Return q'(v), and by how much d²·uᵀA'⁻¹u is above (d²−1)·uᵀA⁻¹u for a u with ⟨u,x⟩ = yσs."""
    forms = (CUT.reduced(square_after_the_cut(v)) for v in (AWAY, CUT.letter("u")))
    bare = {y: label, ellipsoid_code.q: q, ellipsoid_code.s: s, ellipsoid_code.sigma: sigma}
    inside, square = (form[()].subs(bare) for form in forms)
    return inside, cancel(d**2 * square - (d**2 - 1) * q)


def rounds_around(Q: Symbol, *, realizable: Premise) -> "formal.round.Runs":
    """Rounds of an Ellipsoid learner's own code, from any E, where Q is the greatest q(v) so far of the v that agree.

    realizable: the hypothesis that y⟨v,x⟩ > 0, for the v that is farthest after the round.
    """

    def rounds(learner: type) -> Iterator[CodePath]:
        for (label, prediction, cuts), met, owed in formal.quantities.worded_paths(rounds_as_printed(learner)):
            premises = {
                r"$A$ is positive definite: $\sigma^2 = x^\top Ax > 0$ and $q \ge 0$": And(sigma > 0, q >= 0),
                r"$s = y\langle v-w,x\rangle/\sigma$": Eq(sigma * s, label * (reached - side)),
                r"Cauchy–Schwarz for $\langle a,b\rangle = a^\top Ab$": s**2 <= q,
                "$v$ was among those before": q <= Q,
            }
            inside, larger = after_a_cut(label) if cuts else (Q, Integer(0))
            yield CodePath(
                "no mistake" if prediction == label else "a mistake",
                together(met, premises),
                {Next(Q): inside},
                assuming={realizable: label * reached > 0},
                due={**owed, r"$A'^{-1} \ge (d^2-1)/d^2\cdot A^{-1}$ is positive definite": larger >= 0},
            )

    def starts(learner: type) -> Iterator[CodeStart]:
        for size in range(2, 2 * formal.constructed.SMALL):
            ellipsoid = learner(size)
            wrong = formal.constructed.faults(ellipsoid, ("w", "A"), {"d": d}, {d: size})
            unit = (
                np.array_equal(formal.constructed.exact_array(ellipsoid.A), np.eye(size))
                and not formal.constructed.exact_array(ellipsoid.w).any()
            )
            words = f"{learner.__name__} in {size} dimensions starts with the unit ball, on which $e_1$ lies"
            yield CodeStart("; ".join((words, *wrong)), {d: size}, {Q: 1}, bool(unit) and not wrong)

    angle = trusted.cauchy_schwarz(sigma * s, q, sigma**2)
    return formal.round.own_run(
        formal.round.Runs(
            "from any ellipsoid, for any x and any v that agrees, in any dimension", rounds, starts, (angle,)
        )
    )


def stays_inside(Q: Symbol, realizable: Premise) -> Induction:
    """Build the proof that the greatest q(v) so far stays at most 1."""
    return Induction(
        means=DIMENSIONS,
        start={Q: 1},
        rounds={
            "a mistake": Transition(holds={"what agrees with the label stays inside": Or(Q > 1, Next(Q) <= 1)}),
            "no mistake": Transition(keeps=(Q,)),
        },
        invariant={"all that agrees is inside": Q <= 1},
        code=lambda: rounds_around(Q, realizable=realizable),
        reading=r"In exact arithmetic. $1 - q'(v) = (d^2-1)/d^2\cdot(1 - q(v)) + 2(d+1)/d^2\cdot s(1 - s)$ is what the "
        "code computes, as in ellipsoid-half-cut; a round moves the farthest $v$ by it, or leaves $Q$ as it was.",
    )
