"""The VC dimension of halfspaces in R^d is d + 1, and d without a bias; shattered points force a mistake each.

Source: UML Theorems 9.2, 9.3; 10.1.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial

import sympy
from sympy import And, Eq, Or

from learncheck import learners
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
from learncheck.strategies.play.games import CONTRADICT
from learncheck.strategies.points import shattering
from learncheck.strategies.samples.fitting import require_points
from learncheck.strategies.tables.finite_class import FiniteClassGame, Version, cube
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import premise
from learncheck.theorems.language.proof import Chain, Fact, Obligation, fact

# ---- point sets, and games on them ----


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


def unit_vectors(d: int, affine: bool, extra: bool = False) -> PointSet:
    """The notes' shattered set e_1, ..., e_d, and 0 where there is a bias; with (1, ..., 1) if `extra`."""
    zero, ones = ((0,) * d,) * affine, ((1,) * d,) * (extra and d > 1)
    return PointSet((*zero, *axes(d), *ones), affine)


def contradicted(hypotheses: tuple[tuple[int, ...], ...], columns: Sequence[int]) -> FiniteClassGame:
    """A game that contradicts a learner of a finite class on these columns, as far as the class allows."""
    return FiniteClassGame(hypotheses, tuple((column, CONTRADICT) for column in columns))


def shattered_class_games(choices: Choices, *, points: int, rows: int, shattered: bool = False) -> FiniteClassGame:
    """Classes on at most `points` instances, and a largest set that each shatters, in some order.

    Without `shattered` any columns are presented. Shrinks to few instances and hypotheses.
    """
    size = choices.integer(1, points)
    hypotheses = choices.rows(size, rows)
    columns = shattering.largest_shattered_columns(hypotheses) if shattered else choices.some_of(size)
    if columns:
        turn = choices.integer(0, len(columns) - 1)
        columns = columns[turn:] + columns[:turn]
    return contradicted(hypotheses, columns)


def small_shattered_class_games(choices: Choices, *, points: int, shattered: bool = False) -> FiniteClassGame:
    """Every class that contains the labelling +1 everywhere, and a largest set that it shatters.

    The other classes are these with some labels negated. Without `shattered` all instances are presented.
    """
    rows = cube(points)
    members = 2 * choices.integer(0, 2 ** (len(rows) - 1) - 1) + 1
    hypotheses = tuple(row for code, row in enumerate(rows) if members >> code & 1)
    columns = shattering.largest_shattered_columns(hypotheses) if shattered else tuple(range(points))
    return contradicted(hypotheses, columns)


def whole_cube(points: int) -> FiniteClassGame:
    """All labellings of the points."""
    return contradicted(cube(points), range(points))


S = quantity("S", "the size of the largest shattered set among those tried")
d = quantity("d", "the dimension of the space", positive=True)
M = quantity("M", "the mistakes")
k = quantity("k", "the size of a shattered set")

# ---- halfspaces ----


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


@cache
def _shattered(tried: PointSet) -> tuple[tuple[int, ...], ...]:
    return tried.shattered()


def units(affine: bool) -> Callable[[], Iterable[Case]]:
    """The shattered sets of the notes, alone and with one more point."""
    return lambda: [
        *(unit_vectors(n, affine) for n in (1, 2, 3, 6)),
        *(unit_vectors(n, affine, extra=True) for n in (2, 4)),
    ]


COMBINED = sympy.Symbol("Σλ⟨w|x⟩", real=True)
"""Σλ_i⟨w,x_i⟩ for the shattered points, any λ_i, including those that make the points dependent, and a w."""
WEIGHTS, APART = sympy.symbols("Σ|λ| g", nonnegative=True)
"""Σ|λ_i|; the least y_i⟨w,x_i⟩ for labels y_i with λ_i = y_i|λ_i|."""

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
    attained_by=units(affine=False),
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
    attained_by=units(affine=True),
)

# ---- learners that are contradicted ----

LOWER_BOUND = (UML("10.1, by the fundamental theorem of learning (Theorem 6.8)"),)


@premise("$H$ shatters the instances that are presented", option="shattered")
def SHATTERED_COLUMNS(trace: Trace[FiniteClassGame, Version]) -> bool:
    """Whether every labelling of the presented columns is that of some hypothesis."""
    return shattering.shattered_columns(trace.case.hypotheses, [column for column, _ in trace.case.moves])


@premise("some hypothesis of $H$ gives the labels")
def COLUMN_LABELS_POSSIBLE(trace: Trace[FiniteClassGame, Version]) -> bool:
    """Whether some hypothesis agrees with every label."""
    target = trace.case.hypotheses[trace.facts.consistent]
    return all(target[x] == y for x, y in trace.examples())


FORCES_MISTAKES = Claim(
    "vc-forces-mistakes",
    r"On a set of size $\operatorname{VCdim}(H)$ that $H$ shatters, every online learner is forced to make "
    r"$\operatorname{VCdim}(H)$ mistakes.",
    sources=LOWER_BOUND,
    kind="adversary",
    label="lower",
    learner=learners.Halving,
    learners=(learners.Consistent,),
    cases=Family(
        shattered_class_games,
        exhaust=small_shattered_class_games,
        extent="all classes on {points:_ points} instances that contain the labelling +1 everywhere; a largest set "
        "that each shatters",
        search=dict(points=4, rows=10),
        scout=dict(points=6, rows=40),
        quick=dict(points=3),
        full=dict(points=4),
    ),
    assuming=(SHATTERED_COLUMNS, COLUMN_LABELS_POSSIBLE),
    measure=lambda trace: {M: trace.mistakes, k: len(trace.case.moves)},
    bound=M >= k,
    slack=(M >= k,),
    attained_by=lambda: map(whole_cube, (1, 2, 4, 7)),
    judged=False,
    reading="ours",
)
