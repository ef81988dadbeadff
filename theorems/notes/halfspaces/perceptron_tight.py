"""Sequences on which Perceptron makes as many mistakes as its bound allows: UML Exercises 9.3 and 9.4."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from sympy import And, Eq

from learncheck.learners import Perceptron
from learncheck.learners.arrays import Array
from learncheck.strategies.halfspaces import games
from learncheck.strategies.play.case import Label, Trace
from learncheck.strategies.play.choices import up_to
from learncheck.strategies.play.games import Oblivious
from learncheck.theorems.language.claim import UML, Claim, Family, Values
from learncheck.theorems.language.limits import Wide
from learncheck.theorems.language.step import Step, always
from learncheck.theorems.notes.halfspaces.perceptron import radius_and_separator
from learncheck.theorems.notes.halfspaces.separators import B2, R2, M, m


class OrthogonalGame(Oblivious, frozen=True, tag="orthogonal-game"):
    """m <= 4 instances in ℝ³ on which every update is orthogonal to w, all labelled +1.

    For m <= 3 they are the axes. Source: UML Exercise 9.4.
    """

    size: int

    def arguments(self) -> tuple[Any, ...]:
        return (3,)

    def examples(self) -> Sequence[tuple[Array, Label]]:
        rows = np.array(FOUR, dtype=float) if self.size == 4 else np.eye(3)
        return [(x, 1) for x in rows[: self.size]]


FOUR = ((0, 1, 1), (0, 1, -1), (1, 0, 1), (1, 0, -1))


def measures_of_size(trace: Trace) -> Values:
    return {**radius_and_separator(trace), m: trace.case.size}


sequences = partial(Claim, label="tight", learner=Perceptron, measure=measures_of_size)
"""A claim about sequences of every length on which the bound is met."""

TIGHT = sequences(
    "perceptron-tight",
    r"For every $m$ there is a sequence with $R \le 1$, separated by a $w^*$ with $\|w^*\|^2 = m$, on which "
    "Perceptron makes $m$ mistakes before it converges: $e_1$, ..., $e_m$. It is played here for $m \\le 20$ and some "
    "larger $m$.",
    sources=(UML("Exercise 9.3"),),
    cases=Family(
        up_to(games.AxesGame, size=(1, "size")),
        extent="m = 1, ..., {size:m ≤ _}",
        search=dict(size=8),
        scout=dict(size=24),
        quick=dict(size=20),
        full=dict(size=60),
        grows=dict(size=Wide(1000)),
        beyond="m examples in ℝᵐ: the largest game would have 2³⁰ entries",
    ),
    bound=And(M >= m, M <= R2 * B2),
    steps=(
        Step(r"$R \le 1$", R2 <= 1, when=always),
        Step(r"$\|w^*\|^2 = m$ for the shortest $w^*$ with $y\langle w^*,x\rangle \ge 1$", Eq(B2, m), when=always),
    ),
    attained_by=lambda: map(games.AxesGame, (1, 2, 5, 20, 200)),
    remark="The axes are presented twice. The labels of the first pass contradict the learner, so that no tie-break "
    "spares it a mistake; in the second pass it makes none.",
)

TIGHT_IN_3D_EXACTLY = sequences(
    "perceptron-tight-in-3d-exactly",
    r"For $m \le 4$ there is a sequence of $m$ rational examples in $\mathbb{R}^3$ with $(RB)^2 = m$, on which "
    "Perceptron makes $m$ mistakes, since a zero margin is one.",
    sources=(UML("Exercise 9.4"),),
    cases=Family(
        up_to(OrthogonalGame, size=(1, "size")),
        extent="m = 1, ..., {size:m ≤ _}",
        search=dict(size=4),
        scout=dict(size=4),
        quick=dict(size=4),
        full=dict(size=4),
        beyond="the claim speaks of m ≤ 4 alone",
    ),
    bound=M >= R2 * B2,
    steps=(Step("the bound is $m$", Eq(R2 * B2, m), when=always),),
    attained_by=lambda: map(OrthogonalGame, (1, 2, 3, 4)),
    judged=False,
    reading="ours",
    remark=r"For $m \ge 5$ rational coordinates cannot do it, as far as we looked. Let $v_t = y_t x_t$. Equality "
    r"in the proof fixes all inner products of the projections of $w = v_1 + \dots + v_t$ and of $v_{t+1}$ "
    "to the plane orthogonal to $w^*$; their Gram determinant is $t(m-1-t)/m$ times a square. In a "
    "rational plane the Gram determinants of all rational pairs differ by squares only, but $t(m-1-t)$, "
    "$t = 1$, ..., $m-2$, do not for any $m$ from 5 to 1000.",
)
