"""Cases about linear systems: the largest feasible subsystem, ERM over halfspaces, and absolute losses.

- `LinearSystem`: inequalities Ax > b, and the most of them that one x can satisfy
- `LabelledPoints`: a sample, and the fewest errors that a halfspace can make on it
- `AbsoluteLossSample`: a sample with real values, and the least sum of absolute losses

All are decided exactly, by brute force over subsets and labellings, with verified certificates.
Source: UML Exercises 8.3.1 and 9.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

from learncheck.exact.certificates import confirmed
from learncheck.exact.linear_programming import Row
from learncheck.exact.separation import Separator, Vector, dual_basis, inner, linear_dependence, separate, with_constant
from learncheck.strategies.halfspaces.vectors import any_vector
from learncheck.strategies.play.case import Case, Label
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import require_one_each, require_points

Point = tuple[int, ...]


# ---- the largest feasible subsystem ----


class Feasible(NamedTuple):
    """The rows of a largest feasible subsystem, and an x that satisfies it."""

    feasible: tuple[int, ...]
    x: Row


class LinearSystem(Case, frozen=True, tag="linear-system"):
    """The inequalities Ax > b: `rows` is A, shape (m, n), and `right` is b, shape (m,)."""

    rows: tuple[Point, ...]
    right: tuple[int, ...]

    def __post_init__(self) -> None:
        require_one_each(self.rows, self.right, "right side")
        require_points(self.rows, "rows", "coefficients")

    def play_alone(self) -> Feasible:
        chosen, x = max_feasible_subsystem(self.rows, self.right)
        return Feasible(feasible=chosen, x=x)


def max_feasible_subsystem(rows: Sequence[Vector], right: Vector) -> tuple[tuple[int, ...], Row]:
    """The indices of a largest feasible subsystem of Ax > b, and an x that satisfies it.

    Ax > b for some x if and only if Ax' − bs > 0 and s > 0 for some (x', s), with x = x'/s. Every subsystem with one
    more inequality is infeasible, by a verified dependence, and so are all larger ones.
    """
    n, m = len(rows[0]), len(rows)
    homogeneous = [(*row, -b) for row, b in zip(rows, right, strict=True)]
    for size in range(m, 0, -1):
        for chosen in combinations(range(m), size):
            system, signs = [*(homogeneous[i] for i in chosen), (0,) * n + (1,)], (1,) * (size + 1)
            answer = separate(system, signs)
            confirmed(answer.verify(system, signs), f"whether the inequalities {chosen} of {rows} x > {right} hold")
            if isinstance(answer, Separator):
                *x, s = answer.w
                return chosen, tuple(v / s for v in x)
    return (), (Fraction(0),) * n


def satisfied(rows: Sequence[Vector], right: Vector, x: Vector) -> int:
    """The number of inequalities of Ax > b that hold at x."""
    return sum(inner(row, x) > b for row, b in zip(rows, right, strict=True))


def linear_systems(
    choices: Choices, *, inequalities: int, variables: int, largest: int, proper: bool = False
) -> LinearSystem:
    """Systems with coefficients of absolute value at most `largest`. If `proper`, no row of A and no b_i is 0.

    Shrinks to few inequalities in one variable: 0 > 0, or x > 1 if `proper`.
    """
    n = choices.integer(1, variables)

    def inequality() -> tuple[Point, int]:
        row = any_vector(choices, n, largest)
        if proper:
            return row if any(row) else (1,) * n, choices.integer(1, largest) * choices.label()
        return row, choices.integer(-largest, largest)

    rows, right = zip(*choices.many(inequality, least=1, most=inequalities), strict=True)
    return LinearSystem(rows, right)


def small_linear_systems(choices: Choices, *, inequalities: int, proper: bool = False) -> LinearSystem:
    """All systems in one variable with coefficients -1, 0 and 1, as multisets."""
    single = [((a,), b) for a in (1, -1, 0) for b in (1, -1, 0) if (a and b) or not proper]
    rows, right = zip(*choices.sequence(single, most=inequalities, ascending=True), strict=True)
    return LinearSystem(rows, right)


def two_rays(copies: int = 1) -> LinearSystem:
    """x > 1 and −x > 1, which exclude each other, each `copies` times."""
    return LinearSystem(((1,), (-1,)) * copies, (1, 1) * copies)


def around_a_point() -> LinearSystem:
    """Three half-planes around the origin, which they exclude. Any two of them meet."""
    return LinearSystem(((1, 0), (-1, 1), (-1, -1)), (0, 0, 0))


# ---- ERM over halfspaces ----


class LabelledPoints(Case, frozen=True, tag="labelled-points"):
    """A sample, for halfspaces with a bias: points of shape (m, d) and labels ±1."""

    points: tuple[Point, ...]
    labels: tuple[Label, ...]

    def __post_init__(self) -> None:
        require_one_each(self.points, self.labels)
        require_points(self.points)

    def play_alone(self) -> "ErmHalfspace":
        return erm_halfspace(self.points, self.labels)


@dataclass(frozen=True)
class ErmHalfspace:
    """A halfspace sign(⟨w,x⟩ + b) with the fewest errors on a sample, and with no tie on it."""

    errors: int
    w: Row
    b: Fraction


def erm_halfspace(points: Sequence[Vector], labels: Sequence[int]) -> ErmHalfspace:
    """ERM over halfspaces with a bias, by brute force over the labellings of the points, fewest errors first.

    Each labelling before the first that a halfspace gives is ruled out by a verified dependence.
    """
    balance: dict[tuple[Any, ...], int] = {}  # examples labelled +1 less those labelled -1, at each point
    for x, y in zip(points, labels, strict=True):
        balance[tuple(x)] = balance.get(tuple(x), 0) + y
    lifted = with_constant(list(balance))
    most = sum(map(abs, balance.values()))

    def errors(labelling: tuple[int, ...]) -> int:
        return most - sum(h * k for h, k in zip(labelling, balance.values(), strict=True))

    for labelling in sorted(product((1, -1), repeat=len(lifted)), key=errors):
        answer = separate(lifted, labelling)
        confirmed(answer.verify(lifted, labelling), f"whether a halfspace gives {list(balance)} the labels {labelling}")
        if isinstance(answer, Separator):
            *w, b = answer.w
            wrong = sum(inner((*x, 1), answer.w) * y <= 0 for x, y in zip(points, labels, strict=True))
            return ErmHalfspace(wrong, tuple(w), b)
    raise AssertionError("a constant labelling is given by a halfspace")


def labelled_points(choices: Choices, *, examples: int, dimension: int, largest: int) -> LabelledPoints:
    """Samples with coordinates of absolute value at most `largest`. Shrinks to few points near 0, all +1."""
    d = choices.integer(1, dimension)
    points = choices.many(lambda: any_vector(choices, d, largest), least=1, most=examples)
    return LabelledPoints(points, choices.labels(len(points)))


def small_labelled_points(choices: Choices, *, examples: int, largest: int) -> LabelledPoints:
    """All samples of at most `examples` examples on the line, at 0, ..., largest, as multisets."""
    signed = [((v,), y) for v in range(largest + 1) for y in (1, -1)]
    points, labels = zip(*choices.sequence(signed, most=examples, ascending=True), strict=True)
    return LabelledPoints(points, labels)


def square() -> LabelledPoints:
    """The corners of a square, opposite ones with equal labels: the smallest plane sample that costs an error."""
    return LabelledPoints(((0, 0), (1, 1), (1, 0), (0, 1)), (1, 1, -1, -1))


# ---- absolute losses ----


class AbsoluteLossSample(Case, frozen=True, tag="absolute-loss-sample"):
    """A sample with integer instances, shape (m, d), and integer values, shape (m,)."""

    points: tuple[Point, ...]
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        require_one_each(self.points, self.values, "value")
        require_points(self.points)

    def least_loss(self) -> Fraction:
        """min_w Σ|⟨w,x_i⟩ − y_i|, by brute force."""
        return least_absolute_loss(self.points, self.values)[0]


def least_absolute_loss(points: Sequence[Point], values: Sequence[int]) -> tuple[Fraction, Row]:
    """min_w Σ|⟨w,x_i⟩ − y_i| and a w that attains it, by brute force.

    The sum is convex, piecewise linear and at least 0. So it attains its minimum where it has a corner in as many
    independent directions as the points have, that is, where a largest independent set of points fits exactly.
    """
    best: tuple[Fraction, Row] | None = None
    for chosen in _bases(tuple(points)):
        dual = dual_basis([points[i] for i in chosen]) if chosen else []
        w = tuple(
            sum((values[i] * u[j] for i, u in zip(chosen, dual, strict=True)), Fraction(0))
            for j in range(len(points[0]))
        )
        loss = sum((abs(inner(w, x) - y) for x, y in zip(points, values, strict=True)), Fraction(0))
        if best is None or loss < best[0]:
            best = loss, w
    assert best is not None
    return best


def _bases(points: tuple[Point, ...]) -> list[tuple[int, ...]]:
    """The largest independent subsets of the points; only the empty one if all points are 0."""
    for size in range(min(len(points), len(points[0])), 0, -1):
        found = [
            chosen
            for chosen in combinations(range(len(points)), size)
            if linear_dependence([points[i] for i in chosen]) is None
        ]
        if found:
            return found
    return [()]


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


def line_with_outliers() -> AbsoluteLossSample:
    """Values on a line with a constant, except for two outliers, which the absolute loss ignores."""
    points = tuple((v, 1) for v in range(6))
    return AbsoluteLossSample(points, (1, 3, 5, 57, 9, -40))


def spread_out(m: int) -> AbsoluteLossSample:
    """m values at one instance: the minimum is at their median, not at their mean."""
    return AbsoluteLossSample(((1,),) * m, tuple(i**3 for i in range(m)))
