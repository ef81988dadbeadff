"""Integer vectors: directions and lines of a grid, and vectors of integer length."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from operator import mul

import numpy as np
from numpy.typing import NDArray

from learncheck.strategies.play.choices import Choices

Vector = tuple[int, ...]

MOST_TARGETS = 10**6


def axes(size: int) -> tuple[Vector, ...]:
    """e_1, ..., e_m."""
    return tuple(tuple(int(i == j) for j in range(size)) for i in range(size))


def inner(u: Sequence[int], v: Sequence[int]) -> int:
    """⟨u,v⟩."""
    return sum(map(mul, u, v))


def signed(points: Sequence[Vector], labels: Sequence[int]) -> tuple[Vector, ...]:
    """The vectors y_i·x_i."""
    return tuple(tuple(y * v for v in x) for x, y in zip(points, labels, strict=True))


def any_vector(choices: Choices, dimension: int, reach: int) -> Vector:
    """A vector of {-reach, ..., reach}^d. Shrinks to 0."""
    return tuple(choices.integers(dimension, -reach, reach))


def nonzero_vector(choices: Choices, dimension: int, reach: int) -> Vector:
    """A vector of {-reach, ..., reach}^d other than 0. Shrinks to e_1."""
    x = any_vector(choices, dimension, reach)
    return x if any(x) else (1,) + (0,) * (dimension - 1)


def grid(dimension: int, n: int) -> NDArray[np.int64]:
    """The vectors of {-n, ..., n}^d, shape (k, d)."""
    cube: NDArray[np.int64] = np.indices((2 * n + 1,) * dimension)
    return cube.reshape(dimension, -1).T - n


@lru_cache(64)
def directions(dimension: int, n: int) -> NDArray[np.int64]:
    """One vector of {-n, ..., n}^d for each direction, shape (k, d), small weights first.

    Raises ValueError for grids of more than MOST_TARGETS vectors.
    """
    if (2 * n + 1) ** dimension > MOST_TARGETS:
        raise ValueError(
            f"the grid with n = {n} and d = {dimension} has {(2 * n + 1) ** dimension} vectors, "
            f"which are all followed; choose n and d so that (2n+1)^d <= {MOST_TARGETS}"
        )
    vectors = grid(dimension, n)
    coprime: NDArray[np.int64] = vectors[np.gcd.reduce(vectors, axis=1) == 1]
    small_first = np.lexsort((*-coprime.T[::-1], np.abs(coprime).sum(axis=1)))
    return coprime[small_first]


@lru_cache(64)
def lines(dimension: int, reach: int) -> tuple[Vector, ...]:
    """One vector of every pair x, −x in {-reach, ..., reach}^d, without 0, short ones first."""
    cube = product(range(-reach, reach + 1), repeat=dimension)
    half = [x for x in cube if any(x) and next(v for v in x if v) > 0]
    return tuple(sorted(half, key=lambda x: (inner(x, x), [-v for v in x])))


def with_negatives(vectors: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """The vectors, then the negatives of all."""
    return vectors + tuple(tuple(-v for v in x) for x in vectors)


def without_zeros(vectors: NDArray[np.int64]) -> NDArray[np.int64]:
    """Replace the rows of 0 of an array (games, d) by e_1, in place."""
    vectors[~vectors.any(axis=1), 0] = 1
    return vectors


@lru_cache(16)
def pythagorean(dimension: int, reach: int = 4) -> tuple[Vector, ...]:
    """The directions in {-reach, ..., reach}^d of integer length, such as e_1 and (3, 4)."""
    return tuple(x for x in map(tuple, directions(dimension, reach).tolist()) if length(x) is not None)


def length(x: Vector) -> int | None:
    """The Euclidean length if it is an integer, else None."""
    squared = inner(x, x)
    root = math.isqrt(squared)
    return root if root * root == squared else None


def unit(x: Vector) -> NDArray[np.float64]:
    """An integer vector divided by its length, as floats."""
    return np.array(x) / math.sqrt(inner(x, x))
