"""The ellipsoid contains the version space."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from sympy import Rational

from learncheck.exact.balls import fraction
from learncheck.exact.definiteness import rationals
from learncheck.learners import Ellipsoid
from learncheck.strategies.halfspaces import vectors
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import LEC, Claim, Values, as_printed, quantity
from learncheck.theorems.language.limits import Long, Varied
from learncheck.theorems.notes.halfspaces.ellipsoid import (
    GRID_HYPOTHESES,
    REALIZABLE,
    ellipsoid_of,
    first,
    grid_of,
)
from learncheck.theorems.notes.halfspaces.ellipsoid_floor import DECIDED_EXACTLY, ROOMY_GAMES
from learncheck.theorems.notes.halfspaces.ellipsoid_inside import stays_inside
from learncheck.theorems.notes.halfspaces.ellipsoid_mistakes import GRID

Q = quantity(
    "Q",
    r"the greatest $(v-w_t)^\top A_t^{-1}(v-w_t)$ over all $t$ and all $v$ of the version space $V_t$",
    real=True,
)

ROUNDING = Rational(1, 10**9)
"""How far rounding may push Q above 1: w and A are floats, and the top and the rim of a half lie exactly on E'."""


def farthest_hypothesis(longest: float) -> Callable[[Trace], Values]:
    """Return a measure of Q over the vectors of G^d of length at most `longest` that agree with the labels so far."""

    def measure(trace: Trace) -> Values:
        size, fineness = trace.case.dimension, grid_of(trace)
        every = vectors.grid(size, fineness)
        alive = every[(every**2).sum(axis=1) <= longest**2 * fineness**2]
        worst = _farthest_of(alive, fineness, *first(trace))
        for round in trace.rounds:
            alive = alive[round.label * (alive @ np.rint(round.instance * trace.case.denominator)) > 0]
            worst = max(worst, _farthest_of(alive, fineness, *ellipsoid_of(round.after, trace)))
        return {Q: worst}

    return measure


def _farthest_of(alive: Any, fineness: int, w: Any, A: Any) -> Fraction:
    """Return the greatest q, or 0 without vectors: candidates are found in floats, and then decided in rationals."""
    if not len(alive):
        return Fraction(0)
    try:
        away = alive / fineness - w
        values = (away * np.linalg.solve(A, away.T).T).sum(axis=1)
        inverse = rationals(A).inv()
        gaps = (
            rationals([[Fraction(int(p), fineness) - Fraction(float(c))] for p, c in zip(v, w, strict=True)])
            for v in alive[values >= values.max() * (1 - NEAR)]
        )
        return max(fraction((gap.transpose() * inverse * gap)[0, 0]) for gap in gaps)
    except (np.linalg.LinAlgError, ZeroDivisionError):
        return Fraction(10**9)  # not an ellipsoid


NEAR = 1e-9
"""A vector is a candidate if its q in floats is within this relative distance of the greatest."""


CONTAINS = Claim(
    "ellipsoid-contains-version-space",
    r"$E_t$ contains every $v \in G^d$ of length at most 1 that agrees with all labels so far.",
    sources=(LEC("The Ellipsoid Learner"),),
    learner=Ellipsoid,
    cases=replace(
        GRID,
        search=dict(dimensions=3, n=3, pool=4, rounds=8),
        scout=dict(dimensions=3, n=3, pool=6, rounds=8),
        quick=dict(dimension=2, n=1, rounds=3, signed=2),
        full=dict(dimension=2, n=2, rounds=3, signed=2),
        grows=dict(pool=Varied(), rounds=Long(1000)),
        beyond=DECIDED_EXACTLY,
    ),
    assuming=GRID_HYPOTHESES,
    measure=farthest_hypothesis(1.0),
    bound=Q <= 1 + ROUNDING,
    latex=r"Q \le 1 + 10^{-9}",
    watch=("w", "A"),
    proof=stays_inside(Q, REALIZABLE),
    needs_state=True,
    repairs="ellipsoid-contains-version-space-as-printed",
    remark="Of a halfspace only the direction matters, so that each has a $v$ of length at most 1, on a grid "
    "that is fine enough. $Q = 1$ is reached: $e_1$ lies on the unit ball, and on every $E'$ of which it "
    "is the top.",
)

CONTAINS_AS_PRINTED = as_printed(
    CONTAINS,
    "We maintain an ellipsoid $E_t$ that contains $V_t$, the vectors of $G^d$ that agree with all labels so far.",
    cases=ROOMY_GAMES,
    measure=farthest_hypothesis(float("inf")),
    bound=Q <= 1,
    flaw=r"$E_1$ is the unit ball, and $V_1 = G^d$ reaches beyond it: (1, ..., 1) has the length $\sqrt{d}$.",
    worked=(
        "Take d = 2 and n = 1. Nothing has been played, so V_1 = G^2 and E_1 is the unit ball.",
        "The vector v = (1, 1) of V_1 has vᵀv = {Q}.",
        "E_1 contains v only if vᵀv ≤ 1.",
    ),
)
