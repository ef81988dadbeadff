"""Batches of games of halfspaces.

target_batch         a pool of instances labelled by one halfspace; instances that a Perceptron gets wrong come first
feature_batch        the same in the feature space of a kernel
unit_target_batch    unit instances labelled by one unit vector, for the Modified Perceptron
grid_batch           any halfspace of a grid that still agrees with the labels

Each takes a numpy generator, the number of games and the limits of its family's scout.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from learncheck.learners.arithmetic import inner
from learncheck.strategies.halfspaces.games import LABEL, GridGame, TargetGame, Targets
from learncheck.strategies.halfspaces.kernel_functions import Kernel
from learncheck.strategies.halfspaces.kernels import SHAPES, FeatureGame, combinations
from learncheck.strategies.halfspaces.unit_targets import STEPS, UnitTargetGame, dyadic_units, good_start, turned
from learncheck.strategies.halfspaces.vectors import (
    Vector,
    coarsest_fine_grid,
    directions,
    length,
    power_of_two_above,
    pythagorean,
    unit,
)
from learncheck.strategies.play.batch import Array, Batch, Ints, Scripted, draw_stances
from learncheck.strategies.play.games import Game
from learncheck.strategies.play.stack import Unstackable
from learncheck.strategies.tables.finite_class import BALANCED


class PoolBatch(Batch):
    """Games on a pool of instances labelled by one target. Each game presents all of them in an order of its own.

    The environment simulates a Perceptron, and of the instances not yet presented it presents the one that this gets
    most wrong; after all of them, it presents any again.

    pool:        the instances, integers over the denominator.
    gram:        integers proportional to the Perceptron's kernel on the pool.
    pool_labels: the labels of the pool.
    moods:       array (rounds, games, instances), added to the margins so that the games differ.
    """

    def __init__(
        self,
        arguments: tuple[Any, ...],
        pool: Ints,
        denominator: int,
        gram: Ints,
        pool_labels: Ints,
        moods: Array,
        case: Callable[[Any], Game],
    ) -> None:
        super().__init__(arguments, moods.shape[1], len(moods), lambda batch, index: case(batch.moves(index)))
        self.pool, self.denominator, self.moods = pool, denominator, moods
        self.gram, self.pool_labels = gram, pool_labels
        self.scores = np.zeros((self.games, len(gram)), dtype=int)
        self.due = np.ones((self.games, len(gram)), dtype=bool)

    def present(self, t: int) -> Array:
        due = self.due | (t >= len(self.gram))
        chosen: Ints = np.where(due, self.pool_labels * self.scores + self.moods[t], np.inf).argmin(axis=1)
        self.due[self.everyone, chosen] = False
        return chosen

    def instances(self, presented: Array) -> Array:
        return self.pool[presented] / self.denominator

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels: Ints = self.pool_labels[presented]
        errs = labels * self.scores[self.everyone, presented] <= 0
        self.scores += (errs * labels)[:, None] * self.gram[presented]
        return labels


def labelled(moves: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The moves with the target's labels, whatever the learner predicts."""
    return tuple((index, LABEL) for index, _ in moves)


def feature_batch(generator: np.random.Generator, games: int, *, reach: int, pool: int, rounds: int) -> Batch:
    """Games with a kernel and at most `pool` instances on which one combination of monomials is not 0.

    They are drawn as in `kernels.feature_games`.
    """
    name, d, degree = SHAPES[generator.integers(len(SHAPES))]
    kernel = Kernel("power" if name == "power" else "polynomial", degree)
    denominator = 2 ** int(generator.integers(2))
    drawn = np.unique(nonzero(generator.integers(-reach, reach + 1, (generator.integers(1, pool + 1), d))), axis=0)
    monomials = np.array([kernel.monomials(tuple(x), denominator) for x in drawn.tolist()])
    signs = np.sign(monomials @ combinations(monomials.shape[1]).T)
    labels = signs[:, generator.choice(np.flatnonzero(signs[0]))]
    instances, labels = drawn[labels != 0], labels[labels != 0]
    length = max(rounds, len(instances))
    greatest = int((instances**2).sum(axis=1).max() + denominator**2) ** degree
    moods = generator.random((length, games, len(instances))) * np.linspace(0, greatest, games)[:, None]
    constant = denominator**2 if kernel.name == "polynomial" else 0
    gram, rows = (constant + instances @ instances.T) ** degree, rows_of(instances)
    return PoolBatch(
        (kernel,),
        instances,
        denominator,
        gram,
        labels,
        moods,
        lambda moves: FeatureGame(rows, denominator, moves, kernel),
    )


class UnitTargetBatch(Batch):
    """Games on a pool of unit instances labelled by a unit target, from one start.

    The environment simulates the Modified Perceptron. Among the instances on which this errs by more than sigma, it
    presents the one whose update removes the smallest share of w. `moods`, array (rounds, games, instances), are added
    to the shares, so that the games differ.
    """

    watch = ("w",)

    def __init__(self, pool: Ints, sigma: Fraction, start: tuple[int, ...], target: Ints, moods: Array) -> None:
        rows, towards = rows_of(pool), tuple(target.tolist())
        super().__init__(
            (float(sigma), unit(start)),
            moods.shape[1],
            len(moods),
            lambda batch, index: UnitTargetGame(rows, labelled(batch.moves(index)), sigma, start, towards),
        )
        self.pool, self.sigma, self.start, self.moods = pool, sigma, start, moods
        self.units = np.array([unit(x) for x in pool.tolist()])
        self.pool_labels: Ints = np.sign(pool @ target)
        self.w = np.tile(unit(start), (self.games, 1))

    def present(self, t: int) -> Array:
        margins = inner(self.w[:, None], self.units)
        shares = margins**2 / np.maximum(inner(self.w, self.w), np.finfo(float).tiny)[:, None]
        errs = (self.pool_labels * margins <= 0) & (shares > float(self.sigma) ** 2)
        return np.asarray((np.where(errs, shares, 2.0) + self.moods[t]).argmin(axis=1))

    def instances(self, presented: Array) -> Array:
        return np.asarray(self.units[presented])

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        x, labels = self.units[presented], self.pool_labels[presented]
        margins = inner(self.w, x)
        errs = (labels * margins <= 0) & (margins**2 > float(self.sigma) ** 2 * inner(self.w, self.w))
        self.w = self.w - (errs * margins)[:, None] * x
        return np.asarray(labels)

    def counts(self) -> Mapping[str, Sequence[Any] | Array]:
        """m, the number of rounds in which the learner's w turned."""
        states = np.array(self.states["w"], dtype=float)
        if states.shape != (self.rounds + 1, self.games, len(self.start)) or not np.isfinite(states).all():
            raise Unstackable("w is not a vector of as many numbers as an instance")
        return {"m": turned(states[:-1], states[1:]).sum(axis=0)}


def unit_target_batch(generator: np.random.Generator, games: int, *, dimensions: int, pool: int, rounds: int) -> Batch:
    """Games with a target, a good start, and at most `pool` instances, all of which floats represent exactly.

    They are drawn as in `unit_targets.unit_target_games`, in dimensions that have such vectors besides the axes. If the
    start errs on any instance, half of the pool consists of such instances.
    """
    units = dyadic_units(int(generator.integers(min(4, dimensions), dimensions + 1)))
    target = units[generator.integers(len(units))]
    starts = [start for start in units if good_start(start, target)]
    start = starts[generator.integers(len(starts))]
    sigma = STEPS[generator.integers(len(STEPS))]
    labelled = generator.permutation(np.array([x for x in units if np.dot(x, target)]))
    errs = np.sign(labelled @ target) != np.sign(labelled @ start)
    size = int(generator.integers(1, pool + 1))
    instances = np.unique(np.concatenate([labelled[errs][: (size + 1) // 2], labelled[: size // 2]]), axis=0)
    instances = instances if len(instances) else np.array([target])
    moods = generator.random((rounds, games, len(instances))) * np.linspace(0, 2, games)[:, None]
    return UnitTargetBatch(instances, sigma, start, np.array(target), moods)


def target_batch(
    generator: np.random.Generator,
    games: int,
    *,
    dimensions: int,
    reach: int,
    pool: int,
    rounds: int,
    fine: int = 1,
    unit_target: bool = False,
    unit_ball: bool = False,
    **others: Any,
) -> Batch:
    """Games with one target and at most `pool` instances, drawn as in `halfspaces.families.target_games`."""
    d = int(generator.integers(1, dimensions + 1))
    if unit_target:
        lengths = pythagorean(d)
        target = np.array(lengths[generator.integers(len(lengths))])
    else:
        target = nonzero(generator.integers(-reach, reach + 1, (1, d)))[0]
    drawn = nonzero(generator.integers(-reach, reach + 1, (generator.integers(1, pool + 1), d)))
    drawn[drawn @ target == 0] = target  # an instance with margin 0 has no label
    instances = np.unique(drawn, axis=0)
    rows = rows_of(instances)
    denominator = power_of_two_above(rows) if unit_ball else int(generator.integers(1, fine + 1))
    size = length(tuple(target.tolist())) if unit_target else 1
    moods = generator.random((max(rounds, len(rows)), games, len(rows))) * np.linspace(0, reach**2 * d, games)[:, None]
    gram, towards = instances @ instances.T, tuple(target.tolist())
    return PoolBatch(
        (d,),
        instances,
        denominator,
        gram,
        np.sign(instances @ target),
        moods,
        lambda moves: TargetGame(rows, denominator, labelled(moves), towards, size or 1),
    )


class GridBatch(Scripted):
    """Games on a grid, where w* may be any of the `targets` that agrees with the labels so far.

    `asked` are indices into the pool, or BALANCED. An instance to which all remaining targets are orthogonal is
    replaced by the most divisive one.
    """

    def __init__(self, pool: Ints, n: int, targets: Ints, asked: Ints, answers: Ints) -> None:
        self.pool, self.n = pool, n
        self.followed = Targets(np.sign(pool @ targets.T), targets, asked.shape[1])
        rows = rows_of(pool)
        super().__init__((pool.shape[1],), self.followed, asked, answers, lambda moves: GridGame(rows, n, moves, n))

    def present(self, t: int) -> Array:
        plus, minus = self.followed.votes()
        divisive = (2 * np.minimum(plus, minus) + (plus + minus > 0)).argmax(axis=1)
        asked = self.asked[t]
        legal = (asked != BALANCED) & ((plus + minus)[self.everyone, asked] > 0)
        return np.asarray(np.where(legal, asked, divisive))

    def instances(self, presented: Array) -> Array:
        return self.pool[presented] / self.n


def grid_batch(
    generator: np.random.Generator,
    games: int,
    *,
    dimensions: int,
    n: int,
    pool: int,
    rounds: int,
    fine_grid: bool = False,
) -> Batch:
    """Games with instances and targets on G^d, d >= 2, with the grid's n drawn as in `halfspaces.families.grid_games`.

    At most FOLLOWED of the targets are considered. The pool also contains the d unit vectors, so no target is
    orthogonal to all of it.
    """
    d = int(generator.integers(2, dimensions + 1))
    least = coarsest_fine_grid(d) if fine_grid else 1
    size = int(generator.integers(least, max(n, least) + 1))
    drawn = nonzero(generator.integers(-size, size + 1, (generator.integers(1, pool + 1), d)))
    axes = size * np.eye(d, dtype=int)
    instances = np.unique(np.concatenate([drawn, axes]), axis=0)
    targets = generator.permutation(directions(d, size))[:FOLLOWED]
    asked = generator.integers(BALANCED, len(instances), (rounds, games))
    return GridBatch(instances, size, targets, asked, draw_stances(generator, rounds, games))


FOLLOWED = 64
"""The most targets in a batch."""


def rows_of(vectors: Ints) -> tuple[Vector, ...]:
    """The rows of an array as tuples."""
    return tuple(map(tuple, vectors.tolist()))


def nonzero(vectors: Ints) -> Ints:
    """Replace zero vectors by e_1, in place."""
    vectors[~vectors.any(axis=1), 0] = 1
    return vectors
