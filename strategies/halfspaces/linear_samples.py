"""Batch cases for the Perceptron: samples labelled by a halfspace through the origin, and any samples.

- `SeparableSample`: a sample that some halfspace labels, and instances beyond it
- `PocketSample`: any sample, with a number of corrections and a seed
- `staircase`: a sample on which the Perceptron takes exponentially many updates
- `PocketCourse`: a sample on which Pocket is fitted with 1, 2, 3, ... corrections
- `CyclicGame`: the examples of a sample in a fixed cycle, until a whole cycle passes without a mistake
- `HopelessCycle`: the same on a sample that no halfspace separates

Points are nonzero integer vectors over a power of two, so that floats hold them exactly. Only the signed points y·x
matter. Source: UML 9.1.2; LIN, PLA and Pocket.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, cycle, islice
from math import floor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.separation import Dependence, inner, separate
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.halfspace_samples import steep_points
from learncheck.strategies.halfspaces.vectors import Vector, axes, nonzero_vector, signed
from learncheck.strategies.play.case import Coordinates, Label, Make, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Environment, Game
from learncheck.strategies.samples.fitting import FLIPPED, Handed, Sample, predictions, require_one_each

# ---- samples ----


@lru_cache(4096)
def least_norm_squared(vectors: tuple[Vector, ...]) -> Fraction | None:
    """The least ‖w‖² with ⟨w,v⟩ >= 1 for all of these integer vectors v; None if there is no such w."""
    answer = separate(vectors, (1,) * len(vectors))
    return None if isinstance(answer, Dependence) else answer.norm_squared


@lru_cache(4096)
def most_updates(vectors: tuple[Vector, ...]) -> Fraction | None:
    """(RB)², for any denominator; None if the signed points are not separable. Source: UML Theorem 9.1."""
    least = least_norm_squared(vectors)
    return None if least is None else max(sum(c * c for c in v) for v in vectors) * least


class LinearSample(Sample, frozen=True):
    """A sample for a batch learner of halfspaces, and instances beyond it (`queries`).

    With `again`, the learner is first fitted to the same points with all labels flipped.
    """

    coordinates = Coordinates(vectors=("points", "queries"))

    headings = ("examples", "answers", "labels", "errors")  # of one round, which is the whole fit

    points: tuple[Vector, ...]
    denominator: int
    labels: tuple[Label, ...]
    queries: tuple[Vector, ...] = ()
    again: bool = False

    def figures(self, trace: Trace) -> list[int]:
        """The examples that are answered wrongly, where the fit is a round."""
        return [trace.facts.errors for _ in trace.rounds]

    def __post_init__(self) -> None:
        require_one_each(self.points, self.labels)
        d = len(self.points[0])
        require(
            all(len(x) == d for x in (*self.points, *self.queries)) and all(map(any, self.points)),
            f"the points {self.points} and queries {self.queries}: give vectors of one length, and no point 0",
        )
        require(
            self.denominator > 0 and self.denominator & (self.denominator - 1) == 0,
            f"denominator = {self.denominator}: give a power of two, so that floats hold the points exactly",
        )

    def handed(self) -> Handed:
        rows = np.array((*self.points, *self.queries)) / self.denominator
        y = np.array(self.labels)
        return Handed(rows[: len(y)], y, rows[len(y) :], FLIPPED if self.again else None)

    @property
    def signed(self) -> tuple[Vector, ...]:
        """The vectors y_i·x_i, in units of the denominator."""
        return signed(self.points, self.labels)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace:
        """If the learner exposes its state, the whole fit is one round, for claims about the state."""
        trace = super().play(make, watch)
        facts = trace.facts
        if facts.state.keys() != set(watch) or not watch:
            return trace
        X = self.handed().X
        start = {"w": np.zeros(X.shape[1]), "n_updates": 0}
        before = {name: start[name] for name in watch}
        return Trace(self, Rounds.of_nobody([before, facts.state], [X], [facts.answers], [self.labels]), facts)


class SeparableSample(LinearSample, frozen=True, tag="separable-sample"):
    """A sample that some halfspace through the origin labels, with no point on its boundary.

    Raises ValueError if there is none, since a batch Perceptron would not halt.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        require(
            most_updates(self.signed) is not None,
            f"the sample {self.signed} is not separable: a batch Perceptron never halts on it; change a label",
        )


class PocketSample(LinearSample, frozen=True, tag="pocket-sample"):
    """Any sample, for a learner that is constructed with (max_updates, seed)."""

    max_updates: int = 1
    seed: int = 0

    def arguments(self) -> tuple[Any, ...]:
        return self.max_updates, self.seed


class Course(NamedTuple):
    """The number of training errors before any correction and after each number of corrections."""

    errors: tuple[int, ...]


class PocketCourse(LinearSample, frozen=True, tag="pocket-course"):
    """Any sample, fitted by learners with max_updates = 1, ..., `corrections` and the same seed."""

    corrections: int = 1
    seed: int = 0

    def play(self, make: Any, watch: tuple[str, ...] = ()) -> Trace:
        X, y, *_ = self.handed()
        errors = [len(y)]  # at w = 0, where every margin is zero
        for most in range(1, self.corrections + 1):
            learner = make(most, self.seed)
            learner.fit(X.copy(), y.copy())
            errors.append(int((predictions(learner, X) != y).sum()))
        return Trace(self, facts=Course(tuple(errors)))


def staircase(size: int) -> SeparableSample:
    """x_i = e_i − e_1 − ... − e_{i−1}, i = 1, ..., d, all labelled +1.

    A w with ⟨w,x_i⟩ ≥ 1 has w_i ≥ 1 + w_1 + ... + w_{i−1}, so w_i ≥ 2^(i−1): B² ≥ (4^d − 1)/3, although all
    coordinates are −1, 0 or 1. Source: UML Remark 9.1.
    """
    return SeparableSample(steep_points(size), 1, (1,) * size)


# ---- the cycle ----


class CyclicGame(Game, frozen=True, tag="cyclic-game"):
    """Cyclic PLA: the examples are presented in the order `cycle`, over and over, until N in a row are right.

    The Perceptron that plays it corrects its mistakes along the way. A game is stopped after ⌊(RB)²⌋ + 2 cycles, which
    PLA never needs.
    Source: LIN, Practical Implementation of PLA.
    """

    coordinates = Coordinates(vectors=("points",))

    points: tuple[Vector, ...]
    denominator: int
    labels: tuple[Label, ...]
    cycle: tuple[int, ...]

    def __post_init__(self) -> None:
        require(
            sorted(self.cycle) == list(range(len(self.points))) and len(self.labels) == len(self.points) > 0,
            f"the cycle {self.cycle} over {len(self.points)} examples: name each of them once",
        )

    def arguments(self) -> tuple[Any, ...]:
        return (len(self.points[0]),)

    def in_words(self, trace: Trace) -> dict[str, Any]:
        """Nothing: the rounds show every example."""
        return {}

    @property
    def signed(self) -> tuple[Vector, ...]:
        """The vectors y_i·x_i, in units of the denominator."""
        return signed(self.points, self.labels)

    def script(self) -> Sequence[int]:
        bound = most_updates(self.signed)
        require(bound is not None, f"the sample {self.signed} is not separable: PLA need not halt; change a label")
        assert bound is not None
        return list(islice(cycle(self.cycle), len(self.cycle) * (floor(bound) + 2)))

    def environment(self) -> Environment:
        return UntilACycleIsRight(self)


class HopelessCycle(CyclicGame, frozen=True, tag="hopeless-cycle"):
    """Cyclic PLA on a sample that need not be separable, stopped after `cycles` cycles."""

    cycles: int = 1

    def script(self) -> Sequence[int]:
        return self.cycle * self.cycles


class UntilACycleIsRight(Environment):
    """Presents the examples that the script names, until as many answers in a row are right as there are examples."""

    def __init__(self, game: CyclicGame) -> None:
        self.arrays = list(np.array(game.points) / game.denominator)
        self.labels = game.labels
        self.right = 0

    def present(self, move: int) -> NDArray[Any] | None:
        return None if self.right == len(self.arrays) else self.arrays[move]

    def answer(self, move: int, prediction: Any) -> Label:
        label = self.labels[move]
        self.right = self.right + 1 if prediction == label else 0
        return label


# ---- families ----


def separable_samples(choices: Choices, *, dimensions: int, reach: int, examples: int, queries: int) -> SeparableSample:
    """Samples of at most `examples` points of {-reach, ..., reach}^d over 1 or 2, labelled by an integer w*.

    Queries are the negated points and sums of two signed points, which every separator labels the same way, and
    others. Shrinks to one point, e_1, labelled +1.
    """
    points, labels = labelled(choices, choices.integer(1, dimensions), reach, examples)
    others = choices.many(lambda: nonzero_vector(choices, len(points[0]), reach), most=queries)
    denominator = 2 ** choices.integer(0, 1)
    around = AROUND if len(points[0]) == 2 else ()
    return SeparableSample(points, denominator, labels, (*determined(points, labels), *around, *others), choices.flag())


def every_separable_sample(
    choices: Choices, *, reach: int, examples: int, ordered: int | None = None
) -> SeparableSample:
    """The separable samples of `every_labelled`."""
    points, labels = every_labelled(choices, reach, examples, ordered, separable=True)
    return SeparableSample(points, 1, labels, (*determined(points, labels), *AROUND))


def cyclic_games(choices: Choices, *, dimensions: int, reach: int, examples: int) -> CyclicGame:
    """Separable samples in any order. Shrinks to one point, e_1, labelled +1, and to the naive cycle."""
    points, labels = labelled(choices, choices.integer(1, dimensions), reach, examples)
    denominator = 2 ** choices.integer(0, 1)
    return CyclicGame(points, denominator, labels, choices.permutation(len(points)))


def every_cyclic_game(choices: Choices, *, reach: int, examples: int) -> CyclicGame:
    """Every separable sample of `every_separable_sample`, in every order."""
    points, labels = every_labelled(choices, reach, examples, 0, separable=True)
    return CyclicGame(points, 1, labels, choices.permutation(len(points)))


def pocket_samples(
    choices: Choices, *, dimensions: int, reach: int, examples: int, queries: int, updates: int
) -> PocketSample:
    """Samples of at most `examples` examples with any labels, and at most `updates` corrections.

    Shrinks to one point, e_1, labelled +1, one correction and the seed 0.
    """
    d = choices.integer(1, dimensions)
    points, labels = labelled_any(choices, d, reach, examples)
    others = choices.many(lambda: nonzero_vector(choices, d, reach), most=queries)
    beyond = (*turned(points), *others)
    most = choices.integer(1, updates)
    return PocketSample(points, 1, labels, beyond, choices.flag(), most, choices.integer(0, 3))


def every_pocket_sample(
    choices: Choices, *, reach: int, examples: int, ordered: int | None = None, updates: int
) -> PocketSample:
    """The samples of `every_labelled`, with up to `updates` corrections."""
    points, labels = every_labelled(choices, reach, examples, ordered)
    return PocketSample(points, 1, labels, (*turned(points), *AROUND), False, choices.integer(1, updates))


def enough_corrections(
    choices: Choices,
    *,
    dimensions: int,
    reach: int,
    examples: int,
    spare: int,
    separable: bool = False,
    enough: bool = False,
) -> PocketSample:
    """Samples for Pocket with a number of corrections.

    separable: whether some halfspace labels the sample; otherwise the labels are arbitrary.
    enough:    whether a separable sample gets at least ⌊(RB)²⌋ corrections; otherwise there are at most `spare`.

    Shrinks to one point, e_1, labelled +1.
    """
    d = choices.integer(1, dimensions)
    points, labels = (labelled if separable else labelled_any)(choices, d, reach, examples)
    bound = most_updates(signed(points, labels))
    least = max(1, floor(bound)) if enough and bound is not None else None
    most = choices.integer(1, max(1, spare)) if least is None else least + choices.integer(0, spare)
    return PocketSample(points, 1, labels, turned(points), choices.flag(), most, choices.integer(0, 3))


def every_enough(
    choices: Choices,
    *,
    reach: int,
    examples: int,
    ordered: int | None = None,
    separable: bool = False,
    enough: bool = False,
) -> PocketSample:
    """Every sample of `every_labelled`, only separable ones if `separable`, with a number of corrections.

    If `enough`, this is ⌊(RB)²⌋ for separable samples and 3 for others; otherwise it is 1.
    """
    points, labels = every_labelled(choices, reach, examples, ordered, separable=separable or None)
    bound = most_updates(signed(points, labels))
    most = 1 if not enough else 3 if bound is None else floor(bound)
    return PocketSample(points, 1, labels, AROUND, False, most)


def pocket_courses(choices: Choices, *, dimensions: int, reach: int, examples: int, updates: int) -> PocketCourse:
    """Samples with any labels and at most `updates` corrections. Shrinks to one point, e_1, labelled +1."""
    d = choices.integer(1, dimensions)
    points, labels = labelled_any(choices, d, reach, examples)
    return PocketCourse(points, 1, labels, (), False, choices.integer(1, updates), choices.integer(0, 3))


def every_pocket_course(
    choices: Choices, *, reach: int, examples: int, ordered: int | None = None, updates: int
) -> PocketCourse:
    """Every sample of `every_pocket_sample`, with `updates` corrections."""
    points, labels = every_labelled(choices, reach, examples, ordered)
    return PocketCourse(points, 1, labels, (), False, updates)


def hopeless_cycles(
    choices: Choices, *, dimensions: int, reach: int, examples: int, cycles: int, not_separable: bool = False
) -> HopelessCycle:
    """Samples that no halfspace separates, in any order; any samples unless `not_separable`.

    Shrinks to e_1 with both labels and to the naive cycle.
    """
    d = choices.integer(1, dimensions)
    points, labels = labelled_any(choices, d, reach, examples)
    if not_separable and most_updates(signed(points, labels)) is not None:
        points, labels = (*points, points[0]), (*labels, -labels[0])
    return HopelessCycle(points, 1, labels, choices.permutation(len(points)), choices.integer(1, cycles))


def every_hopeless_cycle(choices: Choices, *, reach: int, examples: int, cycles: int) -> HopelessCycle:
    """Every sample of `every_pocket_sample` that no halfspace separates, in every order."""
    points, labels = every_labelled(choices, reach, examples, 0, separable=False)
    return HopelessCycle(points, 1, labels, choices.permutation(len(points)), cycles)


# ---- witnesses ----


def axes_sample(size: int, again: bool = False) -> SeparableSample:
    """e_1, ..., e_m labelled +1: m updates in any order, and (RB)² = m. Source: UML Exercise 9.3."""
    points = axes(size)
    return SeparableSample(points, 1, (1,) * size, turned(points), again)


def telling_samples() -> list[SeparableSample]:
    """Samples on which the answers beyond them reveal how the weights were computed, after another fit."""
    return [
        SeparableSample(((0, 1), (3, 0)), 1, (-1, 1), AROUND, True),
        SeparableSample(((-1, 3), (2, 1), (1, 0)), 1, (-1, -1, -1), AROUND, True),
    ]


def axes_cycle(size: int) -> CyclicGame:
    """e_1, ..., e_m labelled +1, in the naive cycle."""
    return CyclicGame(axes(size), 1, (1,) * size, tuple(range(size)))


# ---- what the families share ----

AROUND: tuple[Vector, ...] = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1))
"""Directions all around the plane, one of every pair x, −x."""


def labelled_any(
    choices: Choices, dimension: int, reach: int, examples: int
) -> tuple[tuple[Vector, ...], tuple[int, ...]]:
    """Points with any labels."""
    rows = choices.many(lambda: (nonzero_vector(choices, dimension, reach), choices.label()), least=1, most=examples)
    points, labels = zip(*rows, strict=True)
    return points, labels


def labelled(choices: Choices, dimension: int, reach: int, examples: int) -> tuple[tuple[Vector, ...], tuple[int, ...]]:
    """Points with the labels of one w*, which itself replaces points orthogonal to it."""
    target = nonzero_vector(choices, dimension, reach)
    drawn = choices.many(lambda: nonzero_vector(choices, dimension, reach), least=1, most=examples)
    margins = [inner(target, x) for x in drawn]
    points = tuple(x if margin else target for x, margin in zip(drawn, margins, strict=True))
    return points, tuple(-1 if margin < 0 else 1 for margin in margins)


@lru_cache(8)
def labelled_plane(reach: int) -> tuple[tuple[Vector, int], ...]:
    """The points of {-reach, ..., reach}² without 0, with both labels, short ones first."""
    grid = [(a, b) for a in range(-reach, reach + 1) for b in range(-reach, reach + 1) if a or b]
    ordered = sorted(grid, key=lambda x: (x[0] ** 2 + x[1] ** 2, -x[0], -x[1]))
    return tuple((x, y) for x in ordered for y in (1, -1))


def every_labelled(
    choices: Choices, reach: int, examples: int, ordered: int | None = None, *, separable: bool | None = None
) -> tuple[tuple[Vector, ...], tuple[int, ...]]:
    """Every sample of 1 to `examples` of the labelled points of {-reach, ..., reach}², separable or not as asked.

    Samples of more than `ordered` examples are only in ascending order; None: all samples are in every order.
    """
    pool = labelled_plane(reach)
    count = choices.integer(1, examples)
    chosen = choices.indices(count, len(pool), ascending=ordered is not None and count > ordered)
    points, labels = zip(*(pool[i] for i in chosen), strict=True)
    if separable is not None and separable == (most_updates(signed(points, labels)) is None):
        choices.reject()
    return points, labels


def turned(points: Sequence[Vector]) -> tuple[Vector, ...]:
    """The distinct vectors −x."""
    return tuple(dict.fromkeys(tuple(-v for v in x) for x in points))


def determined(points: Sequence[Vector], labels: Sequence[int]) -> tuple[Vector, ...]:
    """Instances that every separator labels the same way: all −x, and up to three sums of two signed points."""
    pairs = combinations(signed(points, labels), 2)
    sums = (tuple(p + q for p, q in zip(u, v, strict=True)) for u, v in pairs)
    return tuple(dict.fromkeys((*turned(points), *islice(sums, 3))))


def some_halfspace(vectors: Sequence[Sequence[int]], labels: Sequence[int]) -> bool:
    """Whether some w has y⟨w,x⟩ > 0 for all x whose label y is not 0."""
    labelled = [(x, y) for x, y in zip(vectors, labels, strict=True) if y]
    if not labelled:
        return True
    xs, ys = zip(*labelled, strict=True)
    return all(map(any, xs)) and not isinstance(separate(xs, ys), Dependence)
