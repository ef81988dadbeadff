"""All samples of one size from a finite distribution, by how often each kind of example occurs in them."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arrays import Array


class Samples:
    """The samples of `size` independent examples whose kinds have probabilities proportional to `weights`.

    weights: positive integers, one for each kind. size: at least 0.

    counts: how often each kind occurs, one row for each way to divide the sample, shape (ways, kinds).
    orders: for each row the number of samples with these counts, times the product of their weights: integers of any
            size, whose sum is `total`.
    """

    def __init__(self, size: int, weights: Sequence[int]) -> None:
        self.size, self.weights = size, weights
        self.counts = compositions(size, len(weights))
        self.total = sum(weights) ** size

    @cached_property
    def orders(self) -> Array:
        coefficients = _coefficients(self.size, len(self.weights))
        if (sum(self.weights) + len(self.weights)) ** self.size > MOST:
            coefficients = coefficients.astype(object)
        for kind, weight in enumerate(self.weights):
            powers = np.array([weight**k for k in range(self.size + 1)], dtype=coefficients.dtype)
            coefficients = coefficients * powers[self.counts[:, kind]]
        return coefficients

    def probability(self, rows: Array | np.bool_) -> Fraction:
        """The probability of the rows: a mask over `counts`, or their indices."""
        return Fraction(int(self.orders[rows].sum()), self.total)


def ways_to_see(weights: Sequence[int], size: int) -> list[int]:
    """For each set of kinds, as bits, how many samples of this size, times their weights, hold just these kinds."""
    ways = [sum(w for i, w in enumerate(weights) if seen >> i & 1) ** size for seen in range(1 << len(weights))]
    for i in range(len(weights)):  # take away, kind by kind, what misses it
        for seen in range(len(ways)):
            if seen >> i & 1:
                ways[seen] -= ways[seen ^ 1 << i]
    return ways


@cache
def compositions(total: int, parts: int) -> NDArray[np.int64]:
    """All ways to write `total` as an ordered sum of `parts` non-negative integers, shape (ways, parts)."""
    if parts == 1:
        return np.array([[total]])
    if parts == 2:
        return np.stack([np.arange(total + 1), total - np.arange(total + 1)], axis=1)
    first = np.arange(total + 1)
    rest = [compositions(int(total - v), parts - 1) for v in first]
    return np.hstack([np.repeat(first, [len(ways) for ways in rest])[:, None], np.vstack(rest)])


MOST = 2**62
"""Numbers up to here, and sums that stay below it, are computed in 64 bits; others as Python's integers."""


@cache
def _coefficients(total: int, parts: int) -> Array:
    """In how many orders a sample with each of these compositions can be drawn, shape (ways,)."""
    dtype = np.dtype(np.int64 if max(parts, 2) ** total <= MOST else object)
    choose = np.zeros((total + 1, total + 1), dtype=dtype)
    choose[:, 0] = 1
    for n in range(total):  # by Pascal's rule
        choose[n + 1, 1:] = choose[n, 1:] + choose[n, :-1]
    counts = compositions(total, parts)
    orders, left = np.ones(len(counts), dtype=dtype), np.full(len(counts), total)
    for column in counts.T:
        orders, left = orders * choose[left, column], left - column
    return orders
