"""A spiral in ℝ³, on which Perceptron makes as many mistakes as its bound allows, for every number of them.

Its vectors are those of the notes' hint, x_t = (c_t, 1) with one label y, so that w* = (0, 0, y) has y⟨w*,x_t⟩ = 1.
After t mistakes yw is (Z, t), Z = c_1 + … + c_t, and c_(t+1) is a step back along Z, which makes the next round a
mistake, with the rest of its length across, which turns Z. There is such a c as long as t < m: (t + μ)² <=
‖Z‖²(m − 1 + 2μ).
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from operator import add
from typing import Any

import numpy as np
from sympy import And, Eq, Implies, Or, symbols

from learncheck.exact.separation import inner
from learncheck.learners import Perceptron
from learncheck.strategies.halfspaces.vectors import Vector
from learncheck.strategies.play import games
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import up_to
from learncheck.theorems import formal
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Wide
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.halfspaces.perceptron import radius_and_separator
from learncheck.theorems.notes.halfspaces.separators import B2, R2, M, a, b, exact, m, rounds_of_code


class SpiralGame(games.Game, frozen=True, tag="spiral-game"):
    """m rounds in ℝ³ in each of which the Perceptron must err, although its bound allows exactly m mistakes.

    The first prediction is contradicted, and all later labels are the same as the first. See `spiral`. Source: UML
    Exercise 9.4.
    """

    size: int

    def arguments(self) -> tuple[Any, ...]:
        return (3,)

    def script(self) -> Sequence[tuple[int, int]]:
        return [(i, games.CONTRADICT) for i in range(self.size)]

    def environment(self) -> games.Environment:
        return games.Remembered(np.array(spiral(self.size)) / SPIRAL_UNIT, one_label=True)


T = quantity("T", "the rounds")

MU = Fraction(1, 100)
"""The spirals that are played are rounded: they have y⟨w,x⟩ = −1/128 and ‖x‖² = m + 1/32 but for multiples of 2^-18."""


def is_spiral(trace: Trace) -> bool:
    """Whether the examples are those of a spiral, decided exactly."""
    xs = [exact(round.instance) for round in trace.rounds]
    before = accumulate(xs, lambda total, x: tuple(map(add, total, x)))
    steps_back = all(-MU <= inner(total, x) < 0 for total, x in zip(before, xs[1:], strict=False))
    lengths = all(x[2] == 1 and 2 * MU <= inner(x, x) - trace.case.size <= Fraction(1, 16) for x in xs)
    return steps_back and lengths and len({round.label for round in trace.rounds}) == 1


SPIRAL = Premise(
    r"the examples are $x_t = (c_t, 1)$, all with one label $y$, $m + 1/50 \le \|x_t\|^2 \le m + 1/16$, and "
    r"$-1/100 \le \langle x_1 + \dots + x_{t-1}, x_t\rangle < 0$ from the second on",
    is_spiral,
)


p, q, u, v, alpha, beta, t, length = symbols("p q u v α β t ℓ", real=True)
"""The coordinates of Z and of c, the shares of Z and of Z turned by 90° in c, t, and ‖c‖²."""
Z2 = p**2 + q**2

step_back = trusted.General(
    r"for $Z \ne 0$ in the plane with $(t + \mu)^2 \le \|Z\|^2\ell$ there is a $c$ with $\langle Z,c\rangle = "
    r"-(t + \mu)$ and $\|c\|^2 = \ell$: $c = \alpha Z + \beta Z′$ with $\alpha\|Z\|^2 = -(t + \mu)$ and "
    r"$\beta\|Z\|^2 = \sqrt{\|Z\|^2\ell - (t + \mu)^2}$",
    Implies(
        And(
            Z2 > 0,
            Eq(alpha * Z2, -(t + MU)),
            Eq(beta**2 * Z2**2, Z2 * length - (t + MU) ** 2),
            Eq(u, alpha * p - beta * q),
            Eq(v, alpha * q + beta * p),
        ),
        And(Eq(p * u + q * v, -(t + MU)), Eq(u**2 + v**2, length)),
    ),
    "multiplied out in coordinates",
)


def measure(trace: Trace) -> Values:
    return {**radius_and_separator(trace), m: trace.case.size, T: len(trace.rounds)}


TIGHT_IN_3D = Claim(
    "perceptron-tight-in-3d",
    r"For every $m$ there is a sequence of $m$ examples in $\mathbb{R}^3$ with $(RB)^2 < m + 1$, so that the bound of "
    "Theorem 9.1 allows no more than $m$ mistakes, on which Perceptron makes $m$, however it breaks ties: a spiral.",
    sources=(UML("Exercise 9.4"),),
    label="tight",
    learner=Perceptron,
    cases=Family(
        up_to(SpiralGame, size=(1, "size")),
        extent="m = 1, ..., {size:m ≤ _}",
        search=dict(size=8),
        scout=dict(size=40),
        quick=dict(size=40),
        full=dict(size=100),
        grows=dict(size=Wide(256)),
        beyond="the least w that separates m examples is found exactly, which takes all their products, m² of them",
    ),
    assuming=(SPIRAL,),
    measure=measure,
    bound=And(M >= m, R2 * B2 < m + 1),
    watch=("w",),
    proof=Induction(
        assuming={SPIRAL: And(R2 <= m + Fraction(1, 16), B2 <= 1)},
        start={M: 0, T: 0, a: 0, b: 0},
        rounds={
            "a round": Transition(
                holds={
                    "it adds 1 to $a$": Eq(Next(a), a + 1),
                    "it adds at least $m$ to $b$": Next(b) >= b + m,
                    r"and $2\mu$ more at first": Or(b > 0, Next(b) >= m + 2 * MU),
                },
                sets={M: M + 1, T: T + 1},
            )
        },
        invariant={
            "every round is a mistake": Eq(M, T),
            "$a = T$": Eq(a, T),
            r"$b \ge Tm + 2\mu$": Or(And(Eq(T, 0), Eq(b, 0)), And(T >= 1, b >= T * m + 2 * MU)),
            r"if $T < m$, then $\|Z\|^2 = b - T^2$ leaves room for a step back": Or(
                Eq(T, 0), T > m - 1, And(b - T**2 > 0, (T + MU) ** 2 <= (b - T**2) * (m - 1 + 2 * MU))
            ),
        },
        using=(step_back(),),
        ends={"there are $m$ examples": Eq(T, m)},
        code=lambda: rounds_of_code(
            up,
            assuming=of_spiral,
            counts={M: lambda round: round.mistake, T: lambda round: True},
            kind=formal.round.every_round,
        ),
        reading=r"$w^* = (0, 0, y)$ has $y\langle w^*,x\rangle = 1$ in every round, so that $B \le 1$. A step back by "
        r"$T + \mu$ makes $y\langle w,x\rangle = -\mu$, which is no tie; with $\|c\|^2 = m - 1 + 2\mu$ the next "
        "example is one of a spiral.",
    ),
    attained_by=lambda: map(SpiralGame, (1, 2, 5, 20, 200)),
    remark=r"$(RB)^2$ is less than $m + 1/16$, and $y\langle w,x\rangle$ is about −1/128; the label of the first "
    "round, a tie, contradicts the prediction. With $(RB)^2 = m$ itself the proof of the bound holds with equality, so "
    "that every round is a tie, which a learner may break to its advantage: see perceptron-tight-in-3d-exactly.",
)


def up(trace: Trace) -> tuple[int, ...]:
    """Return w* = (0, 0, y)."""
    return (0, 0, trace.rounds[0].label)


def of_spiral(round: "formal.round.Happened") -> "formal.round.Granted":
    """State what this says of a round: w* = (0, 0, y), and yw is the sum of the instances, as all were mistakes."""
    w, margin = round.before, round.label * (round.before @ round.x)
    back = (w @ w == 0) | ((margin < 0) & (margin >= -MU))
    return {SPIRAL: (round.label * (round.target @ round.x) == 1) & (round.x @ round.x >= m + 2 * MU) & back}


def spiral(size: int) -> tuple[Vector, ...]:
    """The instances of a `SpiralGame`: integer vectors over SPIRAL_UNIT that stand for (a, b, 1).

    After the first instance y⟨w,x⟩ < 0. Follows UML's hint, with w* = (0, 0, y). Let Z = Σ (a, b) over the t rounds so
    far, so w = y(Z, t). The next (a, b) has length √(m − 1 + excess) and ⟨Z,(a,b)⟩ = −t − margin: a step back along Z,
    with the remaining length across it, which turns Z. Then R² < m + 1 and ‖w*‖ = 1, so ⌊(RB)²⌋ <= m, and m mistakes
    are made.

    With excess = margin = 0 every round would be a tie and (RB)² = m. Ties cannot be avoided if (RB)² = m mistakes are
    made: then the proof of the bound holds with equality in every round, so y⟨w,x⟩ = 0 in each.
    """
    length_squared = size - 1 + SPIRAL_EXCESS
    Z, c = 0j, complex(math.sqrt(length_squared))
    instances = []
    for t in range(size):
        if t > 0:
            reached = math.sqrt(Z.real * Z.real + Z.imag * Z.imag)
            back = (t + SPIRAL_MARGIN) / reached
            c = complex(-back, math.sqrt(length_squared - back * back)) * Z / reached
        a, b = round(c.real * SPIRAL_UNIT), round(c.imag * SPIRAL_UNIT)
        instances.append((a, b, SPIRAL_UNIT))
        Z += complex(a, b) / SPIRAL_UNIT
    return tuple(instances)


SPIRAL_UNIT = 2**18
SPIRAL_MARGIN = 1 / 128
"""−y⟨w,x⟩ from the second round on, up to rounding: too far from 0 for a tie."""
SPIRAL_EXCESS = 1 / 32
"""R² − m, up to rounding."""
