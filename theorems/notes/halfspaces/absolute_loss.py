"""Regression under the absolute loss by a linear program. Source: UML 9.2 and Exercise 9.1."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from sympy import And, Eq

from learncheck.exact import independence, separation
from learncheck.exact.linear_programming import least
from learncheck.strategies.halfspaces.vectors import Vector, any_vector
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples import fitting
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity

P = quantity("P", "the optimum of the linear program")
V = quantity("V", r"the least $\sum|\langle w,x_i\rangle - y_i|$, by brute force")
L = quantity("L", "that sum at the program's $w$")

Program = tuple[list[int], list[tuple[int, ...]], list[int]]
"""c, A and b of min ⟨c,z⟩ subject to Az ≥ b."""


class AbsoluteLossSample(Case, frozen=True, tag="absolute-loss-sample"):
    """A sample with integer instances, shape (m, d), and integer values, shape (m,)."""

    points: tuple[Vector, ...]
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        fitting.require_values(self.points, self.values, "value")
        fitting.require_points(self.points)


def absolute_loss_samples(choices: Choices, *, examples: int, dimension: int, largest: int) -> AbsoluteLossSample:
    """Samples with coordinates and values of absolute value at most `largest`. Shrinks to few examples, all 0."""
    d = choices.integer(1, dimension)
    rows: Any = choices.many(
        lambda: (any_vector(choices, d, largest), choices.integer(-largest, largest)), least=1, most=examples
    )
    points, values = zip(*rows, strict=True)
    return AbsoluteLossSample(points, values)


def all_absolute_loss_samples(choices: Choices, *, examples: int, largest: int) -> AbsoluteLossSample:
    """All samples of at most `examples` examples on the line, as multisets."""
    single = [((v,), y) for v in range(-largest, largest + 1) for y in range(-largest, largest + 1)]
    points, values = zip(*choices.sequence(single, most=examples, ascending=True), strict=True)
    return AbsoluteLossSample(points, values)


ABSOLUTE_LOSS_LP = Claim(
    "absolute-loss-lp",
    r"ERM under the absolute loss is a linear program: $\min \sum a_i$ subject to "
    r"$-a_i \le \langle w,x_i\rangle - y_i \le a_i$ and $a_i \ge 0$ has the optimum "
    r"$\min_w \sum|\langle w,x_i\rangle - y_i|$, and the $w$ of its solution attains it.",
    sources=(UML("Exercise 9.1"), UML("9.2")),
    kind="batch",
    cases=Family(
        absolute_loss_samples,
        exhaust=all_absolute_loss_samples,
        extent="all samples of up to {examples:≤ _ examples} examples on the line, in one order each, instances from "
        "−{largest} to {largest} and as many values",
        search=dict(examples=4, dimension=2, largest=3),
        scout=dict(examples=5, dimension=2, largest=9),
        quick=dict(examples=3, largest=1),
        full=dict(examples=4, largest=1),
    ),
    measure=lambda trace: by_program(trace, absolute_loss_program(trace.case.points, trace.case.values)),
    bound=And(Eq(P, V), Eq(L, V)),
    attained_by=lambda: hard_samples(),
    remark="The program is solved in floats; the nearest fractions to its solution and to that of its dual are then "
    "verified exactly. The brute force tries every $w$ that fits as many independent examples exactly as there are: "
    "some minimum is among these.",
)


def hard_samples() -> list[AbsoluteLossSample]:
    """Return a line with a constant and two outliers, and values at one instance: best is their median."""
    line = AbsoluteLossSample(tuple((v, 1) for v in range(6)), (1, 3, 5, 57, 9, -40))
    return [line, *(AbsoluteLossSample(((1,),) * m, tuple(i**3 for i in range(m))) for m in (3, 5))]


def absolute_loss_program(points: Sequence[Sequence[int]], values: Sequence[int]) -> Program:
    """Return the program min a_1 + … + a_m over z = (w, a).

    It is subject to ⟨w,x_i⟩ − y_i ≤ a_i, ⟨w,x_i⟩ − y_i ≥ −a_i and a_i ≥ 0.
    """
    m, d = len(points), len(points[0])
    A: list[tuple[int, ...]] = []
    b: list[int] = []
    for i, (x, y) in enumerate(zip(points, values, strict=True)):
        a_i = tuple(int(j == i) for j in range(m))
        A += [(*(-v for v in x), *a_i), (*x, *a_i), ((0,) * d + a_i)]
        b += [-y, y, 0]
    return [0] * d + [1] * m, A, b


def by_program(trace: Trace[AbsoluteLossSample, None], program: Program) -> Values:
    """Measure P and L of this program, whose optimum is verified, and V."""
    points, values = trace.case.points, trace.case.values
    optimum = least(*program)
    loss = absolute_loss(points, values, optimum.x[: len(points[0])])
    return {P: optimum.value, V: least_loss(points, values), L: loss}


def absolute_loss(points: Sequence[Vector], values: Sequence[int], w: Sequence[Fraction | int]) -> Fraction:
    """Σ|⟨w,x_i⟩ − y_i|."""
    return sum((abs(separation.inner(w, x) - y) for x, y in zip(points, values, strict=True)), Fraction(0))


def least_loss(points: Sequence[Vector], values: Sequence[int]) -> Fraction:
    """min_w Σ|⟨w,x_i⟩ − y_i|, by brute force.

    The sum is convex, piecewise linear and at least 0. So it attains its minimum where it has a corner in as many
    independent directions as the points have, that is, where a largest independent set of points fits exactly.
    """
    losses = []
    for chosen in _bases(points):
        dual = independence.dual_basis([points[i] for i in chosen]) if chosen else []
        w = [sum((values[i] * u[j] for i, u in zip(chosen, dual, strict=True)), 0) for j in range(len(points[0]))]
        losses.append(absolute_loss(points, values, w))
    return min(losses)


def _bases(points: Sequence[Vector]) -> list[tuple[int, ...]]:
    """The largest independent subsets of the points; only the empty one if all points are 0."""
    for size in range(min(len(points), len(points[0])), 0, -1):
        bases = [
            chosen
            for chosen in combinations(range(len(points)), size)
            if independence.linear_dependence([points[i] for i in chosen]) is None
        ]
        if bases:
            return bases
    return [()]
