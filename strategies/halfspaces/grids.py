"""Halfspaces whose weights lie on the grid G = {-1, -1 + 1/n, ..., 1}: how many there are, and Halving on them.

- `GridCount`          the weight vectors in G^d, and their predictors sign⟨w,x⟩
- `GridHalvingGame`    a realizable game for Halving on the class of these predictors

Weights and instances are stored as integer vectors, n times those of the notes, which changes no sign. In the notes'
code sign(0) is 0, which is not a label, so the w that gives the labels is not orthogonal to any instance presented:
y⟨w,x⟩ > 0.
Source: LEC, Using halving to learn halfspaces on a grid.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.games import SomeTarget
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT, Environment, Game
from learncheck.strategies.tables.finite_class import BALANCED

MOST_WEIGHTS = 20_000
"""The most weight vectors in a grid, since all are listed."""


@lru_cache(128)
def grid(d: int, n: int) -> NDArray[np.int64]:
    """All of n·G^d, the simplest vectors first: an array ((2n+1)^d, d).

    Raises ValueError if there are more than MOST_WEIGHTS.
    """
    require(d >= 1 and n >= 1, f"d is {d} and n is {n}: both are at least 1")
    require((2 * n + 1) ** d <= MOST_WEIGHTS, f"(2·{n}+1)^{d} weight vectors are too many: take at most {MOST_WEIGHTS}")
    vectors = sorted(product(range(-n, n + 1), repeat=d), key=lambda w: (sum(map(abs, w)), [-v for v in w]))
    return np.array(vectors)


class GridCounts(NamedTuple):
    """The numbers of vectors of G^d, of distinct functions x -> sign⟨w,x⟩ on it, and of directions."""

    weights: int
    predictors: int
    directions: int


class GridCount(Case, frozen=True, tag="grid-count"):
    """The halfspaces over G^d, counted."""

    d: int
    n: int

    def play_alone(self) -> GridCounts:
        """Count, without a learner.

        weights:    the vectors of G^d.
        predictors: the distinct functions x -> sign⟨w,x⟩ on G^d, with sign(0) = 0, by listing them.
        directions: the integer vectors whose coordinates have no common divisor, and 0, by arithmetic.
        """
        weights = grid(self.d, self.n)
        signs = np.sign(weights @ weights.T)
        return GridCounts(
            weights=len(weights),
            predictors=len({row.tobytes() for row in signs.astype(np.int8)}),
            directions=1 + sum(1 for w in weights.tolist() if gcd(*w) == 1),
        )


@lru_cache(64)
def instances(d: int, n: int) -> NDArray[np.int64]:
    """n·G^d without 0, one of each pair of opposites (-x with label -y is equivalent to x with label y)."""
    return np.array([x for x in grid(d, n).tolist() if x > [-v for v in x]])


@lru_cache(64)
def predictors(d: int, n: int) -> NDArray[np.int64]:
    """The distinct labellings of `instances` by the halfspaces of G^d, one per row; ties are labelled +1."""
    labels = np.where(grid(d, n) @ instances(d, n).T >= 0, 1, -1)
    return labels[sorted({row.tobytes(): i for i, row in reversed(list(enumerate(labels)))}.values())]


class GridHalvingGame(Game, frozen=True, tag="grid-halving-game"):
    """A game on G^d for Halving, with the labels of some w in G^d with y⟨w,x⟩ > 0 in every round.

    A move is (index into `instances`, or `BALANCED`; stance).
    """

    d: int
    n: int
    moves: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        count = len(instances(self.d, self.n))
        named = {k for k, _ in self.moves} - {BALANCED}
        require(named <= set(range(count)), f"the moves name {sorted(named)}: G^d has instances from 0 to {count - 1}")

    def arguments(self) -> tuple[Any, ...]:
        return (predictors(self.d, self.n).copy(),)

    def environment(self) -> Environment:
        weights, points = grid(self.d, self.n)[1:], instances(self.d, self.n)  # the first of the grid is 0
        return SomeTarget(np.sign(points @ weights.T), weights, range(len(points)))


def grid_counts(choices: Choices, *, dimension: int, n: int, weights: int) -> GridCount:
    """Grids with at most this many dimensions, steps n and weight vectors. Shrinks to the line and n = 1."""
    d = choices.integer(1, dimension)
    most = n
    while most > 1 and (2 * most + 1) ** d > weights:
        most -= 1
    return GridCount(d, choices.integer(1, most))


def grid_halving_games(choices: Choices, *, dimension: int, n: int, weights: int, rounds: int) -> GridHalvingGame:
    """Games on such grids. Shrinks to the line, n = 1, few rounds and contradiction."""
    space = grid_counts(choices, dimension=dimension, n=n, weights=weights)
    moves = choices.moves(len(instances(space.d, space.n)), first=BALANCED, most=rounds)
    return GridHalvingGame(space.d, space.n, moves)


def all_grid_halving_games(choices: Choices, *, dimension: int, n: int, rounds: int) -> GridHalvingGame:
    """Every sequence of instances, each contradicted, for every d up to `dimension` and every n up to `n`."""
    d, fineness = choices.integer(1, dimension), choices.integer(1, n)
    last = len(instances(d, fineness)) - 1
    length = choices.integer(0, rounds)
    return contradicted(d, fineness, tuple(choices.integers(length, 0, last)))


def contradicted(d: int, n: int, numbers: Sequence[int]) -> GridHalvingGame:
    """A game that presents the instances with these indices in turn, and contradicts each prediction if it can."""
    return GridHalvingGame(d, n, tuple((k, CONTRADICT) for k in numbers))
