"""The VC dimension of halfspaces in R^d is d + 1, and d without a bias.

The unit vectors, and 0 where there is a bias, are shattered. Of more points some combination Σλ_i x_i is 0, and no
halfspace gives them the signs of the λ_i. Source: UML 9.1.3, Theorems 9.2, 9.3.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial

import sympy
from sympy import And, Eq, Or

from learncheck.exact.certificates import confirmed
from learncheck.exact.independence import dual_basis, linear_dependence
from learncheck.exact.separation import (
    Dependence,
    Points,
    Separator,
    inner,
    rational_rows,
    separate,
    with_constant,
)
from learncheck.strategies.halfspaces.vectors import Vector, any_vector, axes
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.points import shattering
from learncheck.strategies.samples.fitting import require_points
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain, Fact, Obligation, fact

S = quantity("S", "the size of the largest shattered set among those tried")
d = quantity("d", "the dimension of the space", positive=True)

COMBINED = sympy.Symbol("Σλ⟨w|x⟩", real=True)
"""Σλ_i⟨w,x_i⟩ for the shattered points, any λ_i, including those that make the points dependent, and a w."""
WEIGHTS, APART = sympy.symbols("Σ|λ| g", nonnegative=True)
"""Σ|λ_i|; the least y_i⟨w,x_i⟩ for labels y_i with λ_i = y_i|λ_i|."""


class PointSet(Case, frozen=True, tag="point-set"):
    """Points with integer coordinates, shape (m, d), and whether the halfspaces have a bias (`affine`)."""

    points: tuple[Vector, ...]
    affine: bool

    def __post_init__(self) -> None:
        require_points(self.points)

    def shattered(self) -> tuple[Vector, ...]:
        """A largest subset that they shatter, with verified evidence for it and against all larger ones."""
        return shattering.largest_shattered(self.points, lambda subset: shattered_by_halfspaces(subset, self.affine))


def point_sets(choices: Choices, *, affine: bool, dimension: int, more: int, largest: int) -> PointSet:
    """Up to `more` points more than halfspaces can shatter, in at most `dimension` dimensions.

    Coordinates are at most `largest` in absolute value. Shrinks to few points on a line, near 0.
    """
    d = choices.integer(1, dimension)
    size = choices.integer(1, d + affine + more)
    return PointSet(tuple(dict.fromkeys(any_vector(choices, d, largest) for _ in range(size))), affine)


def small_point_sets(choices: Choices, *, affine: bool, dimension: int, largest: int) -> PointSet:
    """All sets of one point more than halfspaces can shatter.

    On the line and in the plane coordinates are at most `largest` in absolute value. In space they are -1, 0
    and 1, or 0 and 1 where there is a bias.
    """
    d = choices.integer(1, dimension)
    span = range(-largest, largest + 1) if d < 3 else range(int(affine) - 1, 2)
    everything = list(itertools.product(span, repeat=d))
    return PointSet(choices.subset(d + affine + 1, everything), affine)


def halfspaces(affine: bool) -> Family:
    """Sets of points that are too large for halfspaces to shatter."""
    space = "0 and 1" if affine else "1"
    return Family(
        partial(point_sets, affine=affine),
        exhaust=partial(small_point_sets, affine=affine),
        extent=(
            f"all sets of d + {1 + affine} points, d up to {{dimension:d ≤ _}}, "
            f"coordinates up to {{largest}} ({space} in space)"
        ),
        search=dict(dimension=3, more=1, largest=2),
        scout=dict(dimension=4, more=2, largest=3),
        quick=dict(dimension=2, largest=1),
        full=dict(dimension=3, largest=2),
    )


GIVES_THE_SIGNS = (
    r"a shattered set is given any labels $y_i$ with $\lambda_i = y_i|\lambda_i|$ by some $w$: "
    r"$y_i\langle w,x_i\rangle \ge g > 0$ for all $i$"
)

sign, first = sympy.symbols("y y_0", real=True)
"""The label of e_i, and the label of 0."""
product = sympy.Symbol("⟨w,x⟩+b", real=True)


@fact(
    "homogeneous halfspaces shatter $e_1$, …, $e_d$",
    S >= d,
    f"$w = (y_1, …, y_d)$ gives $e_i$ the label $y_i$, UML Theorem 9.2; {trusted.IN_WORDS}",
    "theorem",
)
def units_shattered(weight: int = 1) -> Iterator[Obligation]:
    """Yield the proof that w = (y_1, …, y_d) gives e_i its label, for ⟨w,e_i⟩ = w_i."""
    yield Obligation(
        "$w = (y_1, …, y_d)$ gives $e_i$ its label",
        {"labels": Or(Eq(sign, 1), Eq(sign, -1)), r"$\langle w,e_i\rangle = w_i$": Eq(product, weight * sign)},
        sign * product > 0,
    )


@fact(
    "halfspaces shatter 0, $e_1$, …, $e_d$",
    S >= d + 1,
    "$w = (y_1, …, y_d)$ and $b = y_0/2$ give $e_i$ the label $y_i$, and 0 the label $y_0$, UML Theorem 9.3; "
    f"{trusted.IN_WORDS}",
    "theorem",
)
def simplex_shattered(bias: Fraction = Fraction(1, 2)) -> Iterator[Obligation]:
    """Yield the proof that w = (y_1, …, y_d) and b = y_0/2 give e_i and 0 their labels."""
    labels = {"labels": Or(Eq(first, 1), Eq(first, -1)) & Or(Eq(sign, 1), Eq(sign, -1))}
    b = sympy.Rational(bias) * first
    yield Obligation(
        "$w = (y_1, …, y_d)$ and $b = y_0/2$ give $e_i$ its label",
        {**labels, r"$\langle w,e_i\rangle + b = w_i + b$": Eq(product, sign + b)},
        sign * product > 0,
    )
    yield Obligation("and 0 its own", {**labels, r"$\langle w,0\rangle + b = b$": Eq(product, b)}, first * product > 0)


def dependent(coordinates: sympy.Expr, lower: Fact) -> Chain:
    """The proof: more points than coordinates have λ_i with Σλ_i x_i = 0, and no w gives them these signs.

    `lower` shows that as many points as coordinates are shattered.
    """
    return Chain(
        means={GIVES_THE_SIGNS: APART > 0},
        using=(
            trusted.dependence(S, coordinates, COMBINED, WEIGHTS),
            trusted.weighted_total(COMBINED, WEIGHTS, APART),
            lower,
        ),
        lines={
            r"of more points $\sum\lambda_i\langle w,x_i\rangle = \langle w, \sum\lambda_i x_i\rangle = 0$": Or(
                S <= coordinates, Eq(COMBINED, 0)
            ),
            r"it is at least $g\sum|\lambda_i| > 0$": Or(S <= coordinates, COMBINED > 0),
        },
        matched="$w$ and the labels are those of the largest shattered sets that are found",
    )


def measure(trace: Trace[PointSet, None]) -> Values:
    """Measure S, d, g, Σ|λ_i| and Σλ_i⟨w,x_i⟩ for the shattered points, λ = 1, −1, 1, … and a w with these signs.

    The notes' own points are among those that are tried.
    """
    case = trace.case
    largest = max(case.shattered(), _shattered(unit_vectors(len(case.points[0]), case.affine)), key=len)
    points = with_constant(largest) if case.affine else largest
    coefficients = [(-1) ** i for i in range(len(points))]
    apart = separate(points, coefficients) if points else None
    products = [inner(apart.w, x) for x in points] if isinstance(apart, Separator) else []
    return {
        S: len(largest),
        d: len(case.points[0]),
        COMBINED: sum(a * z for a, z in zip(coefficients, products, strict=True)),
        WEIGHTS: sum(map(abs, coefficients)),
        APART: min((y * z for y, z in zip(coefficients, products, strict=True)), default=1),
    }


HOMOGENEOUS = Claim(
    "vc-homogeneous-halfspaces",
    r"The VC dimension of homogeneous halfspaces in $\mathbb{R}^d$ is $d$: $e_1$, …, $e_d$ is shattered, no $d+1$ "
    "points are.",
    sources=(UML("Theorem 9.2"),),
    label="tight",
    cases=halfspaces(affine=False),
    measure=measure,
    bound=And(S >= d, S <= d),
    proof=dependent(d, units_shattered),
    attained_by=lambda: units(affine=False),
)

AFFINE = Claim(
    "vc-halfspaces",
    r"The VC dimension of the halfspaces in $\mathbb{R}^d$ is $d+1$: 0, $e_1$, …, $e_d$ is shattered and no $d+2$ "
    "points are.",
    sources=(UML("Theorem 9.3"),),
    label="tight",
    cases=halfspaces(affine=True),
    measure=measure,
    bound=And(S >= d + 1, S <= d + 1),
    proof=dependent(d + 1, simplex_shattered),
    attained_by=lambda: units(affine=True),
)


def unit_vectors(d: int, affine: bool, extra: bool = False) -> PointSet:
    """The notes' shattered set e_1, ..., e_d, and 0 where there is a bias; with (1, ..., 1) if `extra`."""
    zero, ones = ((0,) * d,) * affine, ((1,) * d,) * (extra and d > 1)
    return PointSet((*zero, *axes(d), *ones), affine)


def units(affine: bool) -> list[PointSet]:
    """The shattered sets of the notes, alone and with one more point."""
    return [
        *(unit_vectors(n, affine) for n in (1, 2, 3, 6)),
        *(unit_vectors(n, affine, extra=True) for n in (2, 4)),
    ]


@cache
def _shattered(tried: PointSet) -> tuple[tuple[int, ...], ...]:
    return tried.shattered()


def shattered_by_halfspaces(points: Points, affine: bool) -> bool:
    """Whether halfspaces, homogeneous unless `affine`, shatter the points, with verified evidence for either answer.

    They do just when the points are independent, with a last coordinate 1 if `affine`. Independent points have a dual
    basis u_i, ⟨u_i,x_j⟩ = [i = j], and sum_i y_i u_i labels them by y. If sum_i a_i x_i = 0 then the labelling
    y_i = sign(a_i) is given by no halfspace. Source: UML 9.1.3.
    """
    lifted = with_constant(points) if affine else rational_rows(points)
    dependence = linear_dependence(lifted)
    if dependence is not None:
        labelling = tuple(-1 if a < 0 else 1 for a in dependence)
        ruled_out = Dependence(tuple(map(abs, dependence))).verify(lifted, labelling)
        confirmed(ruled_out, f"that no halfspace gives the points {points} the labels {labelling}")
        return False
    columns = list(zip(*dual_basis(lifted), strict=True))
    given = (
        Separator(tuple(inner(labelling, column) for column in columns)).verify(lifted, labelling)
        for labelling in itertools.product((1, -1), repeat=len(lifted))
    )
    confirmed(all(given), f"that halfspaces give all labels to the points {points}")
    return True
