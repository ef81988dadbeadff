"""The VC dimension of the closed balls in R^d is d + 1 or d + 2, as they lift to halfspaces in R^(d+1).

Source: UML Exercise 9.6.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import product

import sympy
from sympy import And, Eq, Or

from learncheck.exact.certificates import confirmed
from learncheck.exact.linear_programming import Row
from learncheck.exact.separation import Dependence, Vector, inner, separate
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.vectors import any_vector, axes
from learncheck.strategies.play.case import Case, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.points import shattering
from learncheck.strategies.samples.fitting import require_points
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain, Obligation, fact

Point = tuple[int, ...]

D = quantity("‖x−v‖²", "the squared distance of a point from the centre")
r2 = quantity("r²", "the squared radius")
above = quantity("Λ", r"$\langle w,\varphi(x)\rangle + b$, which is at least 0 where the halfspace says +1", real=True)
x2, v2 = sympy.symbols("‖x‖² ‖v‖²", nonnegative=True)
vx = sympy.Symbol("⟨v,x⟩", real=True)

Halfspace = tuple[tuple[int, ...], int]


class LiftedBall(Case, frozen=True, tag="lifted-ball"):
    """A ball in R^d, of integer centre and r² > 0, and integer points."""

    center: Point
    radius_squared: Positive
    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        require(
            len(self.points) > 0 and {len(x) for x in self.points} == {len(self.center)} != {0},
            f"the points {self.points} and the centre {self.center}: give all as many coordinates, at least one",
        )


def lifted_balls(choices: Choices, *, dimension: int, points: int, largest: int) -> LiftedBall:
    """Balls and points with coordinates of at most `largest` in absolute value. Shrinks to the unit ball at 0."""
    d = choices.integer(1, dimension)
    point = partial(any_vector, choices, d, largest)
    return LiftedBall(point(), choices.integer(1, d * largest**2), choices.many(point, least=1, most=points))


def small_lifted_balls(choices: Choices, *, largest: int) -> LiftedBall:
    """All balls in the plane with centres on the grid 0..largest, and all points of a larger grid."""
    grid = tuple(product(range(-1, largest + 2), repeat=2))
    center = (choices.integer(0, largest), choices.integer(0, largest))
    return LiftedBall(center, choices.integer(1, 2 * largest**2), grid)


def lifted_halfspace(center: Sequence[int], radius_squared: int) -> Halfspace:
    """w = (2v, −1) and b = r² − ‖v‖²."""
    return (*(2 * v for v in center), -1), radius_squared - sum(v * v for v in center)


def sides(trace: Trace[LiftedBall, None], of: Callable[[Sequence[int], int], Halfspace] = lifted_halfspace) -> Values:
    """Measure r², ‖x−v‖² and Λ at the point where Λ differs most from r² − ‖x−v‖²."""
    case = trace.case
    radius = case.radius_squared
    w, b = of(case.center, radius)
    pairs = [(distance_squared(case.center, x), inner(w, lift(x)) + b) for x in case.points]
    far, value = max(pairs, key=lambda pair: abs(radius - pair[0] - pair[1]))
    return {r2: radius, D: far, above: value}


x, v = sympy.symbols("x v", real=True)
"""A coordinate of a point, and of the centre."""

by_coordinates = trusted.General(
    r"$\langle w,\varphi(x)\rangle + b = r^2 - \|x-v\|^2$ for $w = (2v, -1)$, $b = r^2 - \|v\|^2$ and "
    r"$\varphi(x) = (x, \|x\|^2)$",
    Eq(above, r2 - D),
    "by induction on the coordinates",
    constructions=(
        trusted.Construction("no coordinates", {above: r2, D: sympy.Integer(0)}, of=()),
        trusted.Construction("a coordinate more", {above: above + 2 * v * x - x**2 - v**2, D: D + (x - v) ** 2}),
    ),
)


LIFTED = Claim(
    "balls-are-lifted-halfspaces",
    r"With $\varphi(x) = (x, \|x\|^2)$ and $\operatorname{sign}(0) = 1$, the ball of centre $v$ and radius $r$ is the "
    r"halfspace of $w = (2v, -1)$ and $b = r^2 - \|v\|^2$ on $\varphi(x)$: so if balls shatter $x_1$, …, $x_m$, then "
    r"halfspaces in $\mathbb{R}^{d+1}$ shatter $\varphi(x_1)$, …, $\varphi(x_m)$.",
    sources=(UML("Exercise 9.6.1"),),
    kind="identity",
    cases=Family(
        lifted_balls,
        exhaust=small_lifted_balls,
        extent="all balls in the plane with centres on the grid up to {largest:coordinates ≤ _}, r² = 1, …, "
        "2·{largest}², at the points of the grid around it",
        search=dict(dimension=2, points=3, largest=3),
        scout=dict(dimension=5, points=20, largest=9),
        quick=dict(largest=3),
        full=dict(largest=5),
    ),
    measure=sides,
    bound=Eq(above, r2 - D),
    proof=Chain(
        using=(by_coordinates(),),
        lines={r"inside is where $Λ \ge 0$": Eq(r2 - D, above)},
        matched=r"$Λ$ and $\|x-v\|^2$ are computed separately, coordinate by coordinate, on balls and points that are "
        "drawn",
    ),
    attained_by=lambda: [LiftedBall((0,) * n, 1, simplex(n)) for n in (1, 3)],
)


def lift(x: Point) -> Point:
    """φ(x) = (x, ‖x‖²)."""
    return (*x, sum(v * v for v in x))


def distance_squared(v: Vector, x: Vector) -> Fraction:
    """‖x − v‖²."""
    return Fraction(sum((a - b) ** 2 for a, b in zip(v, x, strict=True)))


# ---- the VC dimension ----

S = quantity("S", "the size of the largest shattered set among those tried")
d = quantity("d", "the dimension of the space", positive=True)


class BallSet(Case, frozen=True, tag="ball-set"):
    """Points with integer coordinates, shape (m, d), all different."""

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        require_points(self.points)
        require(len(set(self.points)) == len(self.points), f"the points are {self.points}: name each of them once")

    def shattered(self) -> tuple[Point, ...]:
        """A largest subset that balls shatter."""
        return shattering.largest_shattered(self.points, shattered_by_balls)

    def simplex(self) -> tuple[Point, ...]:
        """The simplex in the same dimension, which balls are shown to shatter."""
        points = simplex(len(self.points[0]))
        confirmed(shattered_by_balls(points), f"that balls shatter the points {points}")
        return points


def ball_sets(choices: Choices, *, dimension: int, more: int, largest: int) -> BallSet:
    """Up to `more` points more than balls shatter, in at most `dimension` dimensions, coordinates up to `largest`."""
    d = choices.integer(1, dimension)
    size = choices.integer(1, d + 1 + more)
    points = tuple(any_vector(choices, d, largest) for _ in range(size))
    return BallSet(tuple(dict.fromkeys(points)))


def small_ball_sets(choices: Choices, *, dimension: int, largest: int) -> BallSet:
    """All sets of d + 2 points: on the line at 0..2·largest, in the plane at 0..largest, in space at 0 and 1."""
    d = choices.integer(1, dimension)
    top = {1: 2 * largest, 2: largest}.get(d, 1)
    grid = list(product(range(top + 1), repeat=d))
    return BallSet(choices.subset(d + 2, grid))


SETS = Family(
    ball_sets,
    exhaust=small_ball_sets,
    extent="all sets of d + 2 points, d up to {dimension:d ≤ _}: on the line at 0, …, 2·{largest}, in the plane with "
    "coordinates up to {largest}, in space at 0 and 1",
    search=dict(dimension=2, more=1, largest=2),
    scout=dict(dimension=3, more=2, largest=3),
    quick=dict(dimension=2, largest=2),
    full=dict(dimension=3, largest=3),
)


T, COMBINED = sympy.symbols("T Σλ⟨w|φ(x)⟩", real=True)
"""Σλ_i(r² − ‖x_i − v‖²) for the shattered points, a ball, and any λ_i, including those that make the points dependent;
and Σλ_i⟨w, (x_i, 1)⟩ for w = (2v, r² − ‖v‖²)."""
SQUARES = sympy.Symbol("Σλ‖x‖²", real=True)
WEIGHTS = sympy.Symbol("Σ|λ|", nonnegative=True)


def combined(trace: Trace[BallSet, None], points: Sequence[tuple[int, ...]]) -> Values:
    """Measure S, d and the quantities of the proof for these points.

    λ is 1, −1, 1, … or its negative, and the ball labels the points with its signs.
    """
    coefficients = [(-1) ** i for i in range(len(points))]
    squares = sum(a * inner(x, x) for a, x in zip(coefficients, points, strict=True))
    if squares < 0:
        coefficients, squares = [-a for a in coefficients], -squares
    ball = ball_labelling(points, tuple(coefficients))
    assert ball is not None
    w = (*(2 * v for v in ball.center), ball.radius_squared - inner(ball.center, ball.center))
    distances = [distance_squared(ball.center, x) for x in points]
    return {
        S: len(points),
        d: len(trace.case.points[0]),
        T: sum(a * (ball.radius_squared - far) for a, far in zip(coefficients, distances, strict=True)),
        COMBINED: sum(a * inner(w, (*x, 1)) for a, x in zip(coefficients, points, strict=True)),
        SQUARES: squares,
        WEIGHTS: len(points),
    }


def measure(trace: Trace[BallSet, None]) -> Values:
    """Measure the quantities for the largest shattered set among the points and the notes' own."""
    return combined(trace, max(trace.case.shattered(), trace.case.simplex(), key=len))


weight, value = sympy.symbols("λ ⟨w|(x|1)⟩", real=True)
ZERO = sympy.Integer(0)

multiplied_out = trusted.General(
    r"$\sum\lambda_i(r^2 - \|x_i - v\|^2) = \sum\lambda_i\langle w, (x_i, 1)\rangle - \sum\lambda_i\|x_i\|^2$ "
    r"for $w = (2v, r^2 - \|v\|^2)$",
    Eq(T, COMBINED - SQUARES),
    "by induction on the terms",
    constructions=(
        trusted.Construction("no points", {T: ZERO, COMBINED: ZERO, SQUARES: ZERO}, of=()),
        trusted.Construction(
            "a point more",
            {T: T + weight * (r2 - D), COMBINED: COMBINED + weight * value, SQUARES: SQUARES + weight * x2},
            {
                r"$\|x-v\|^2 = \|x\|^2 - 2\langle v,x\rangle + \|v\|^2$": Eq(D, x2 - 2 * vx + v2),
                "its product with $w$": Eq(value, 2 * vx + r2 - v2),
            },
        ),
    ),
)


sign, first = sympy.symbols("y y_0", real=True)
"""The label of e_i, and the label of 0."""


@fact(
    "balls shatter 0, $e_1$, …, $e_d$",
    S >= d + 1,
    f"the ball around $(y_1, …, y_d)$ of $r^2 = d$ or $d - 1/2$ gives $e_i$ the label $y_i$; {trusted.IN_WORDS}",
    "theorem",
)
def simplex_shattered(center: int = 1) -> Iterator[Obligation]:
    """Yield the proof that balls shatter 0, e_1, …, e_d.

    Take v = (y_1, …, y_d), and r² = d if 0 is inside, otherwise d − ½. Then ‖e_i − v‖² is d − 1 if y_i = 1, otherwise
    d + 3.
    """
    labels = {"labels": Or(Eq(first, 1), Eq(first, -1)) & Or(Eq(sign, 1), Eq(sign, -1))}
    radius = {"r²": Eq(r2, d - (1 - first) / 4)}
    at_unit = {r"$\|e_i - v\|^2 = \|v\|^2 - 2v_i + 1$": Eq(D, d - 2 * center * sign + 1)}
    yield Obligation(
        "the ball around $(y_1, …, y_d)$ gives $e_i$ its label",
        {**labels, **radius, **at_unit},
        And(Or(Eq(sign, -1), D <= r2), Or(Eq(sign, 1), D > r2)),
    )
    yield Obligation(
        "and 0 its own",
        {**labels, **radius, r"$\|v\|^2 = d$": Eq(D, d)},
        And(Or(Eq(first, -1), D <= r2), Or(Eq(first, 1), D > r2)),
    )
    yield Obligation("its radius is positive", {**labels, **radius, "d": d >= 1}, r2 > 0)


EXACT_PROOF = Chain(
    means={
        r"a shattered set is given the labels $\operatorname{sign}(\lambda_i)$ by some ball, so that no "
        r"$\lambda_i(r^2 - \|x_i - v\|^2)$ is negative, and some is positive": T > 0,
        r"the signs of all $\lambda_i$ are turned where $\sum\lambda_i\|x_i\|^2 < 0$": SQUARES >= 0,
    },
    using=(trusted.dependence(S, d + 1, COMBINED, WEIGHTS), multiplied_out(), simplex_shattered),
    lines={
        r"of more than $d + 1$ vectors $(x_i, 1)$, $\sum\lambda_i\langle w, (x_i, 1)\rangle = 0$ for all $w$": Or(
            S <= d + 1, Eq(COMBINED, 0)
        ),
        r"$T = -\sum\lambda_i\|x_i\|^2$ is not positive": Or(S <= d + 1, T <= 0),
    },
    matched=r"the ball and the labels are those of the largest shattered sets that are found",
    reading=r"As $\sum\lambda_i = 0$ and not all are zero, some $\lambda_i$ is negative: its point lies outside, "
    "and its term is positive.",
)

VC_BALLS = Claim(
    "vc-balls",
    r"$d + 1 \le \operatorname{VCdim}(\text{closed balls in}\ \mathbb{R}^d) \le d + 2$: 0, $e_1$, …, $e_d$ is "
    r"shattered, and no $d + 3$ points are, as halfspaces in $\mathbb{R}^{d+1}$ do not shatter them.",
    sources=(UML("Exercise 9.6"),),
    label="lower",
    cases=SETS,
    measure=measure,
    bound=And(S >= d + 1, S <= d + 2),
    proof=EXACT_PROOF,
    attained_by=lambda: simplices(),
    remark="The proof shows more: no $d + 2$ points are shattered (vc-balls-exact, in learncheck-beyond).",
)


def simplices() -> list[BallSet]:
    """Sets of d + 1 points that balls shatter, alone and with the point (2, ..., 2)."""
    return [*(BallSet(simplex(n)) for n in (1, 2, 3, 5)), *(BallSet((*simplex(n), (2,) * n)) for n in (1, 2, 4))]


def simplex(d: int) -> tuple[Point, ...]:
    """0, e_1, ..., e_d."""
    return ((0,) * d, *axes(d))


@cache
def shattered_by_balls(points: tuple[Point, ...]) -> bool:
    """Whether balls shatter the points, with verified evidence for either answer."""
    return all(ball_labelling(points, labelling) is not None for labelling in product((1, -1), repeat=len(points)))


Labelling = tuple[int, ...]


@dataclass(frozen=True)
class Ball:
    """{x : ‖x − v‖² <= r²}, with r² > 0."""

    center: Row
    radius_squared: Fraction

    def verify(self, points: Sequence[Point], labelling: Labelling) -> bool:
        """Whether the ball gives the labelling, with no point on its sphere."""
        return self.radius_squared > 0 and all(
            y * (self.radius_squared - distance_squared(self.center, x)) > 0
            for x, y in zip(points, labelling, strict=True)
        )


def ball_labelling(points: Sequence[Point], labelling: Labelling) -> Ball | None:
    """A verified ball that gives the labelling; None where a verified dependence shows that there is none.

    Balls are the halfspaces ⟨u,x⟩ − s‖x‖² + c >= 0 with s > 0: of centre u/2s and r² = c/s + ‖u/2s‖².
    """
    d = len(points[0])
    if max(labelling) < 0:  # a small ball beyond all points
        beyond = max(x[0] for x in points) + 2
        ball = Ball((Fraction(beyond), *(Fraction(0),) * (d - 1)), Fraction(1))
    else:
        lifted = [*((*x, -sum(v * v for v in x), 1) for x in points), (0,) * d + (1, 0)]
        answer = separate(lifted, (*labelling, 1))
        if isinstance(answer, Dependence):
            confirmed(answer.verify(lifted, (*labelling, 1)), f"that no ball gives {points} the labels {labelling}")
            return None
        *u, s, c = answer.w
        center = tuple(v / (2 * s) for v in u)
        ball = Ball(center, c / s + inner(center, center))
    confirmed(ball.verify(points, labelling), f"that {ball} gives {points} the labels {labelling}")
    return ball
