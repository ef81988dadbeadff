"""Batches of games of halfspaces.

target_batch   a pool of instances labelled by one halfspace; instances that a Perceptron gets wrong come first
grid_batch     any halfspace of a grid that still agrees with the labels

Each takes a numpy generator, the number of games and the limits of its family's scout.
"""

import numpy as np

from learncheck.exact.arrays import Array
from learncheck.strategies.halfspaces.games import LABEL, GridGame, TargetGame, Targets
from learncheck.strategies.halfspaces.vectors import Vector, directions
from learncheck.strategies.play.batch import Batch, Ints, Scripted, draw_stances
from learncheck.strategies.tables.finite_class import BALANCED


class PoolBatch(Batch):
    """Games on a pool of instances labelled by one target. Each game presents all of them in an order of its own.

    The environment simulates a Perceptron, and of the instances not yet presented it presents the one that this gets
    most wrong; after all of them, it presents any again.

    pool:   the instances, an array of integers (instances, d).
    target: labels them; integers (d,).
    moods:  array (rounds, games, instances), added to the margins so that the games differ.
    """

    def __init__(self, pool: Ints, target: Ints, moods: Array) -> None:
        rows, towards = rows_of(pool), tuple(target.tolist())
        super().__init__(
            (len(target),),
            moods.shape[1],
            len(moods),
            lambda batch, index: TargetGame(rows, 1, tuple((i, LABEL) for i, _ in batch.moves(index)), towards, 1),
        )
        self.pool, self.moods = pool, moods
        self.gram, self.pool_labels = pool @ pool.T, np.sign(pool @ target)
        self.scores = np.zeros((self.games, len(pool)), dtype=int)
        self.due = np.ones((self.games, len(pool)), dtype=bool)

    def present(self, t: int) -> Array:
        due = self.due | (t >= len(self.gram))
        chosen: Ints = np.where(due, self.pool_labels * self.scores + self.moods[t], np.inf).argmin(axis=1)
        self.due[self.everyone, chosen] = False
        return chosen

    def instances(self, presented: Array) -> Array:
        return self.pool[presented] / 1

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels: Ints = self.pool_labels[presented]
        errs = labels * self.scores[self.everyone, presented] <= 0
        self.scores += (errs * labels)[:, None] * self.gram[presented]
        return labels


def target_batch(
    generator: np.random.Generator, games: int, *, dimensions: int, reach: int, pool: int, rounds: int, n: int
) -> Batch:
    """Games with one target and at most `pool` instances, drawn as in `halfspaces.families.target_games`."""
    d = int(generator.integers(1, dimensions + 1))
    target = nonzero(generator.integers(-reach, reach + 1, (1, d)))[0]
    drawn = nonzero(generator.integers(-reach, reach + 1, (generator.integers(1, pool + 1), d)))
    drawn[drawn @ target == 0] = target  # an instance with margin 0 has no label
    instances = np.unique(drawn, axis=0)
    shape = max(rounds, len(instances)), games, len(instances)
    return PoolBatch(instances, target, generator.random(shape) * np.linspace(0, reach**2 * d, games)[:, None])


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


def grid_batch(generator: np.random.Generator, games: int, *, dimensions: int, n: int, pool: int, rounds: int) -> Batch:
    """Games with instances and targets on G^d, d >= 2, with the grid's n drawn as in `halfspaces.families.grid_games`.

    At most FOLLOWED of the targets are considered. The pool also contains the d unit vectors, so no target is
    orthogonal to all of it.
    """
    d = int(generator.integers(2, dimensions + 1))
    size = int(generator.integers(1, n + 1))
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
