"""Cases about shattered sets: how large they are, and what they do to learners.

- `PointSet`: the largest subset of some points that halfspaces shatter
- `StumpDimension`, `BoostedStumpsSet`: decision stumps over R^d, and votes of T of them
- `contradicted`, `ShatteredPointsGame`: an online learner is contradicted on a shattered set
- `HalfSeen`: a batch learner sees half of a shattered set

All are decided exactly, and every certificate is verified before anything is concluded from it.
Source: UML 9.1.3, Exercise 10.4; UML 10.1 for the two lower bounds.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.certificates import WrongCertificateError, confirmed
from learncheck.exact.separation import Separator, separate
from learncheck.learners.arguments import require
from learncheck.learners.batch.boosting import least_stump
from learncheck.strategies.halfspaces.vectors import any_vector, axes
from learncheck.strategies.play.case import Case, Label, Make, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Environment, Game, legal_label
from learncheck.strategies.points import shattering
from learncheck.strategies.samples.fitting import predictions, require_points
from learncheck.strategies.samples.line_votes import line_shattered
from learncheck.strategies.tables.finite_class import FiniteClassGame, cube

Point = tuple[int, ...]


# ---- halfspaces ----


class PointSet(Case, frozen=True, tag="point-set"):
    """Points with integer coordinates, shape (m, d), and whether the halfspaces have a bias (`affine`)."""

    points: tuple[Point, ...]
    affine: bool

    def __post_init__(self) -> None:
        require_points(self.points)

    def shattered(self) -> tuple[Point, ...]:
        """A largest subset that they shatter, with verified evidence for it and against all larger ones."""
        return largest_shattered(self.points, lambda subset: shattering.shattered_by_halfspaces(subset, self.affine))


T = TypeVar("T")


def largest_shattered(points: Sequence[T], is_shattered: Callable[[tuple[T, ...]], bool]) -> tuple[T, ...]:
    """A largest subset of the points that is shattered, where subsets of a shattered set are shattered.

    All subsets with one point more are asked about, so no larger one can be shattered.
    """
    best: tuple[T, ...] = ()
    for size in range(1, len(points) + 1):
        found = next(filter(is_shattered, combinations(points, size)), None)
        if found is None:
            break
        best = found
    return best


def point_sets(choices: Choices, *, affine: bool, dimension: int, more: int, largest: int) -> PointSet:
    """Up to `more` points more than halfspaces can shatter, in at most `dimension` dimensions.

    Coordinates are at most `largest` in absolute value. Shrinks to few points on a line, near 0.
    """
    d = choices.integer(1, dimension)
    size = choices.integer(1, d + affine + more)
    points = tuple(any_vector(choices, d, largest) for _ in range(size))
    return PointSet(tuple(dict.fromkeys(points)), affine)


def small_point_sets(choices: Choices, *, affine: bool, dimension: int, largest: int) -> PointSet:
    """All sets of one point more than halfspaces can shatter.

    On the line and in the plane coordinates are at most `largest` in absolute value. In space they are -1, 0
    and 1, or 0 and 1 where there is a bias.
    """
    d = choices.integer(1, dimension)
    span = range(-largest, largest + 1) if d < 3 else range(int(affine) - 1, 2)
    everything = list(product(span, repeat=d))
    return PointSet(choices.subset(d + affine + 1, everything), affine)


def unit_vectors(d: int, affine: bool, extra: bool = False) -> PointSet:
    """The notes' shattered set e_1, ..., e_d, and 0 where there is a bias; with (1, ..., 1) if `extra`."""
    zero, ones = ((0,) * d,) * affine, ((1,) * d,) * (extra and d > 1)
    return PointSet((*zero, *axes(d), *ones), affine)


# ---- decision stumps, and votes of them ----


class StumpDimension(Case, frozen=True, tag="stump-dimension"):
    """The VC dimension of the decision stumps over R^d; `drawn` holds points that they should not shatter."""

    d: Positive
    drawn: tuple[Point, ...] = ()

    def __post_init__(self) -> None:
        if self.drawn:
            require_points(self.drawn)
            size = shattering.stump_vc_dimension(self.d) + 1
            require(len(self.drawn) == size, f"{len(self.drawn)} points: stumps over R^{self.d} are tried on {size}")

    def dimension(self) -> int:
        """The VC dimension of the stumps over R^d.

        From below, a stump for each labelling of some points. From above, a count of the subsets that stumps cut off
        from one point more.
        """
        points = [tuple(map(int, row)) for row in shattering.stump_shattered_set(self.d)]
        confirmed(shattering.shattered_by_stumps(points), f"that stumps shatter {len(points)} points in R^{self.d}")
        m = len(points) + 1
        confirmed(
            shattering.outnumber_stumps([*points, points[0]]), f"the count of subsets of {m} points in R^{self.d}"
        )
        if self.drawn:
            confirmed(shattering.outnumber_stumps(self.drawn), f"the count of subsets of the {m} points {self.drawn}")
            confirmed(not shattering.shattered_by_stumps(self.drawn), f"that stumps do not shatter {self.drawn}")
        return len(points)


def stump_dimensions(choices: Choices, *, dimension: int, largest: int) -> StumpDimension:
    """Decision stumps in up to `dimension` dimensions, with points whose coordinates are 0..largest."""
    d = choices.integer(1, dimension)
    size = shattering.stump_vc_dimension(d) + 1
    drawn = tuple(tuple(choices.integers(d, 0, largest)) for _ in range(size))
    return StumpDimension(d, drawn)


class BoostedStumpsSet(Case, frozen=True, tag="boosted-stumps-set"):
    """The notes' points in R^d, which votes of T decision stumps shatter. Source: UML Exercise 10.4.3."""

    d: Positive
    T: Positive

    def shattered(self) -> int:
        """How many points the votes shatter, with a verified vote for each labelling."""
        points = shattering.boosted_shattered_set(self.d, self.T)
        m = len(points)
        confirmed(
            shattering.count_boosted_labellings(points, self.T) == 2**m, f"that a vote gives each of 2^{m} labellings"
        )
        return m


def boosted_stumps_sets(choices: Choices, *, points: int, dimension: int) -> BoostedStumpsSet:
    """Votes of stumps over R^d, d <= dimension, for every T that leaves at most `points` points."""
    d = choices.integer(1, dimension)
    return BoostedStumpsSet(d, choices.integer(1, 2 * (points // d.bit_length())))


# ---- learners that are contradicted ----


def shattered_columns(hypotheses: Sequence[Sequence[int]], columns: Sequence[int]) -> bool:
    """Whether every labelling of these columns is that of some hypothesis."""
    every = 2 ** len(columns)
    return bool(every <= len(hypotheses) and len({tuple(row[k] for k in columns) for row in hypotheses}) == every)


def largest_shattered_columns(hypotheses: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The first of the largest shattered sets of columns, VCdim(H) of them, by trying all."""
    return largest_shattered(range(len(hypotheses[0])), partial(shattered_columns, hypotheses))


def contradicted(hypotheses: tuple[tuple[int, ...], ...], columns: Sequence[int]) -> FiniteClassGame:
    """A learner of a finite class is contradicted on these columns, as far as the class allows."""
    return FiniteClassGame(hypotheses, tuple((column, CONTRADICT) for column in columns))


def shattered_class_games(choices: Choices, *, points: int, rows: int, shattered: bool = False) -> FiniteClassGame:
    """Classes on at most `points` instances, and a largest set that each shatters, in some order.

    Without `shattered` any columns are presented. Shrinks to few instances and hypotheses.
    """
    size = choices.integer(1, points)
    hypotheses = choices.rows(size, rows)
    columns = largest_shattered_columns(hypotheses) if shattered else choices.some_of(size)
    if columns:
        turn = choices.integer(0, len(columns) - 1)
        columns = columns[turn:] + columns[:turn]
    return contradicted(hypotheses, columns)


def small_shattered_class_games(choices: Choices, *, points: int, shattered: bool = False) -> FiniteClassGame:
    """Every class that contains the labelling +1 everywhere, and a largest set that it shatters.

    The other classes are these with labels turned round. Without `shattered` all instances are presented.
    """
    rows = cube(points)
    members = 2 * choices.integer(0, 2 ** (len(rows) - 1) - 1) + 1
    hypotheses = tuple(row for code, row in enumerate(rows) if members >> code & 1)
    columns = largest_shattered_columns(hypotheses) if shattered else tuple(range(points))
    return contradicted(hypotheses, columns)


def whole_cube(points: int) -> FiniteClassGame:
    """All labellings of the points."""
    return contradicted(cube(points), range(points))


class ShatteredPointsGame(Game, frozen=True, tag="shattered-points-game"):
    """A learner of homogeneous halfspaces is contradicted on some points, as far as halfspaces allow."""

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        require_points(self.points)

    def arguments(self) -> tuple[Any, ...]:
        return (len(self.points[0]),)

    def script(self) -> tuple[Point, ...]:
        return self.points

    def environment(self) -> Environment:
        return Separable()


class SeparatingHalfspace(NamedTuple):
    """A halfspace that gives all labels of the game; None where there was no round."""

    separator: Separator | None


class Separable:
    """The environment that contradicts as long as some homogeneous halfspace gives all the labels."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.labels: list[Label] = []
        self.separator: Separator | None = None

    def present(self, move: Point) -> NDArray[Any] | None:
        if not any(move):
            return None  # no halfspace labels the origin
        self.points.append(move)
        return np.array(move, dtype=float)

    def answer(self, move: Point, prediction: Any) -> Label:
        first: Label = legal_label(CONTRADICT, prediction)
        for label in (first, -first):
            found = separate(self.points, [*self.labels, label])
            if isinstance(found, Separator):
                self.labels.append(label)
                self.separator = found
                return label
        raise WrongCertificateError(f"no halfspace gives {move} either label, though one gave all labels before")

    def facts(self) -> SeparatingHalfspace:
        return SeparatingHalfspace(separator=self.separator)


def shattered_points_games(
    choices: Choices, *, dimension: int, largest: int, shattered: bool = False
) -> ShatteredPointsGame:
    """Independent points in 2 to `dimension` dimensions; without `shattered` d+1 points of any kind."""
    d = choices.integer(2, dimension)
    if shattered:
        size = choices.integer(1, d)
        # 1 in its own coordinate and anything behind it: independent in every case
        rows = [[0] * i + [1] + [choices.integer(-largest, largest) for _ in range(d - i - 1)] for i in range(size)]
        turn = choices.integer(0, size - 1)
        rows = rows[turn:] + rows[:turn]
    else:
        rows = [[choices.integer(-largest, largest) for _ in range(d)] for _ in range(d + 1)]
    return ShatteredPointsGame(tuple(map(tuple, rows)))


def orthonormal_points(d: int) -> ShatteredPointsGame:
    """e_1, ..., e_d."""
    return ShatteredPointsGame(unit_vectors(d, affine=False).points)


# ---- learners that see half ----


class WorstLabelling(NamedTuple):
    """The labelling with the greatest expected error under the uniform distribution."""

    expected_error: Fraction
    labelling: tuple[int, ...]


class HalfSeen(Case, frozen=True, tag="half-seen"):
    """A batch learner is fitted to `seen` examples, drawn uniformly from the points and labelled by some f.

    All samples and all f are tried. With rounds > 0 the learner is a booster, which is given stumps to boost.
    """

    points: tuple[Point, ...]
    seen: Positive
    rounds: int = 0

    def __post_init__(self) -> None:
        require_points(self.points)

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, WorstLabelling]:
        """The expected error under the uniform distribution, for the labelling f where it is greatest."""
        X = np.array(self.points, dtype=float)
        arguments = (least_stump, self.rounds) if self.rounds else ()
        samples = [list(sample) for sample in product(range(len(X)), repeat=self.seen)]
        mistakes = {}
        for labelling in product((1, -1), repeat=len(X)):
            y = np.array(labelling)
            mistakes[labelling] = 0
            for sample in samples:
                learner = make(*arguments)
                learner.fit(X[sample], y[sample])
                mistakes[labelling] += int((predictions(learner, X) != y).sum())
        worst = max(mistakes, key=mistakes.__getitem__)
        return Trace(
            self, facts=WorstLabelling(expected_error=Fraction(mistakes[worst], len(X) * len(samples)), labelling=worst)
        )

    def shattered(self) -> bool:
        """Whether stumps, or votes of `rounds` stumps on the line, give the points every labelling."""
        if not self.rounds:
            return shattering.shattered_by_stumps(self.points)
        distinct = len({x[0] for x in self.points}) == len(self.points)
        return distinct and line_shattered(len(self.points), self.rounds)


def half_seen(choices: Choices, *, sizes: Sequence[tuple[int, int]], boosted: bool, half: bool = False) -> HalfSeen:
    """Shattered sets, moved and stretched, of which a learner sees some: `sizes` lists (points, examples).

    Without `half` it sees up to twice as many examples as there are points, where these are
    two.
    """
    size, seen = choices.pick(sizes)
    if not half and size == 2:
        seen = choices.integer(seen, 2 * size)
    base = [(i,) for i in range(size)] if boosted else stump_points(size)
    stretch = [choices.pick((1, 2, -1)) for _ in base[0]]
    shift = choices.integer(0, 3)
    turn = choices.integer(0, size - 1)
    points = [tuple(a * v + shift for a, v in zip(stretch, x, strict=True)) for x in base]
    return HalfSeen(tuple(points[turn:] + points[:turn]), seen, size if boosted else 0)


def all_half_seen(choices: Choices, *, sizes: Sequence[tuple[int, int]], boosted: bool, half: bool = False) -> HalfSeen:
    """A shattered set of each of the sizes; without `half`, of the first, with any number of examples."""
    size, seen = choices.pick(sizes) if half else (sizes[0][0], choices.integer(1, 2 * sizes[0][0]))
    return _plain(size, seen, boosted)


def stump_points(size: int) -> list[Point]:
    """`size` points that decision stumps shatter, in as few dimensions as it takes."""
    d = next(d for d in range(1, 2**size) if shattering.stump_vc_dimension(d) >= size)
    return [tuple(map(int, row)) for row in shattering.stump_shattered_set(d)[:size]]


def seen_in_halves(m: int, boosted: bool = False) -> HalfSeen:
    """2m points of which m are seen."""
    return _plain(2 * m, m, boosted)


def _plain(size: int, seen: int, boosted: bool) -> HalfSeen:
    points = [(i,) for i in range(size)] if boosted else stump_points(size)
    return HalfSeen(tuple(points), seen, size if boosted else 0)
