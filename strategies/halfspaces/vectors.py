"""Integer vectors: directions and lines of a grid, vectors of integer length, and the spiral of UML Exercise 9.4."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import product, starmap
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learncheck.strategies.play.choices import Choices

Vector = tuple[int, ...]
Array = NDArray[Any]

MOST_TARGETS = 10**6


def inner(u: Sequence[int], v: Sequence[int]) -> int:
    """⟨u,v⟩."""
    return sum(starmap(mul, zip(u, v, strict=True)))


def axes(size: int) -> tuple[Vector, ...]:
    """e_1, ..., e_m."""
    return tuple(tuple(int(i == j) for j in range(size)) for i in range(size))


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
    grid = np.indices((2 * n + 1,) * dimension).reshape(dimension, -1).T - n
    coprime: NDArray[np.int64] = grid[np.gcd.reduce(grid, axis=1) == 1]
    small_first = np.lexsort((*-coprime.T[::-1], np.abs(coprime).sum(axis=1)))
    return coprime[small_first]


@lru_cache(64)
def lines(dimension: int, reach: int) -> tuple[Vector, ...]:
    """One vector of every pair x, −x in {-reach, ..., reach}^d, without 0, short ones first."""
    cube = product(range(-reach, reach + 1), repeat=dimension)
    half = [x for x in cube if any(x) and next(v for v in x if v) > 0]
    return tuple(sorted(half, key=lambda x: (sum(v * v for v in x), [-v for v in x])))


@lru_cache(64)
def with_negatives(vectors: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """The vectors, then the negatives of all."""
    return vectors + tuple(tuple(-v for v in x) for x in vectors)


@lru_cache(16)
def pythagorean(dimension: int, reach: int = 4) -> tuple[Vector, ...]:
    """The directions in {-reach, ..., reach}^d of integer length, such as e_1 and (3, 4)."""
    return tuple(x for x in map(tuple, directions(dimension, reach).tolist()) if length(x) is not None)


def length(x: Vector) -> int | None:
    """The Euclidean length if it is an integer, else None."""
    squared = sum(v * v for v in x)
    root = math.isqrt(squared)
    return root if root * root == squared else None


def unit(x: Vector) -> Array:
    """An integer vector divided by its length, as floats."""
    return np.array(x) / math.sqrt(sum(v * v for v in x))


def coarsest_fine_grid(dimension: int) -> int:
    """The least n >= 2 with (dn²+1)^d <= n^(2d+2): 3 for d = 2, 6 for d = 3."""
    n = 2
    while (dimension * n**2 + 1) ** dimension > n ** (2 * dimension + 2):
        n += 1
    return n


def power_of_two_above(instances: Sequence[Vector]) -> int:
    """The least power of two that is at least the length of every instance."""
    longest = max(sum(v * v for v in x) for x in instances)
    power = 1
    while power * power < longest:
        power *= 2
    return power


# ---- the spiral ----

SPIRAL_UNIT = 2**18
SPIRAL_EXCESS = 1 / 32
"""R² − m, up to rounding."""
SPIRAL_MARGIN = 1 / 128
"""−y⟨w,x⟩ from the second round on, up to rounding: too far from 0 for a tie."""


@lru_cache(256)
def spiral(size: int) -> tuple[Vector, ...]:
    """The instances of a `SpiralGame`: integer vectors over SPIRAL_UNIT that stand for (a, b, 1).

    After the first instance y⟨w,x⟩ < 0. Follows UML's hint, with w* = (0, 0, y). Let Z = Σ (a, b) over the t rounds so
    far, so w = y(Z, t). The next (a, b) has length √(m − 1 + excess) and ⟨Z,(a,b)⟩ = −t − margin: a step back along Z,
    with the remaining length across it, which turns Z. Then R² < m + 1 and ‖w*‖ = 1, so ⌊(RB)²⌋ <= m, and m mistakes
    are made.

    With excess = margin = 0 every round would be a tie and (RB)² = m. Ties cannot be avoided if (RB)² = m mistakes are
    made: then the proof of the bound holds with equality in every round, so y⟨w,x⟩ = 0 in each.
    """
    planar: list[tuple[float, float]] = []
    a_sum = b_sum = 0.0
    length_squared = size - 1 + SPIRAL_EXCESS
    for t in range(size):
        across = math.sqrt(length_squared)
        a, b = across, 0.0
        if t > 0:
            reached = math.sqrt(a_sum * a_sum + b_sum * b_sum)
            back = (t + SPIRAL_MARGIN) / reached
            across = math.sqrt(length_squared - back * back)
            a = (-back * a_sum - across * b_sum) / reached
            b = (-back * b_sum + across * a_sum) / reached
        a, b = round(a * SPIRAL_UNIT) / SPIRAL_UNIT, round(b * SPIRAL_UNIT) / SPIRAL_UNIT
        planar.append((a, b))
        a_sum, b_sum = a_sum + a, b_sum + b
    return tuple((int(a * SPIRAL_UNIT), int(b * SPIRAL_UNIT), SPIRAL_UNIT) for a, b in planar)
