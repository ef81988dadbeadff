"""Samples by their counts: all of them, each with its weight."""

import math

import numpy as np

from learncheck.strategies.samples.multinomial import Samples, compositions


def test_compositions_are_all_ways_once() -> None:
    for total, parts in ((0, 1), (0, 2), (3, 1), (4, 2), (5, 3), (4, 4)):
        rows = compositions(total, parts)
        assert len({tuple(row) for row in rows.tolist()}) == len(rows) == math.comb(total + parts - 1, parts - 1)
        assert (rows.sum(axis=1) == total).all()


def test_each_row_weighs_what_its_samples_weigh() -> None:
    large = Samples(40, (2, 3, 5))
    assert large.orders.sum() == large.total == 10**40
    small = Samples(3, (2, 5))
    assert dict(zip(map(tuple, small.counts.tolist()), small.orders, strict=True)) == {
        (0, 3): 125, (1, 2): 3 * 2 * 25, (2, 1): 3 * 4 * 5, (3, 0): 8
    }  # fmt: skip
    assert small.probability(np.array([True] * 4)) == 1
    assert small.probability(np.array([False] * 4)) == 0
