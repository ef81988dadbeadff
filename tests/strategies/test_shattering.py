"""Shattering by halfspaces, stumps and votes of stumps: known dimensions and counts."""

from math import comb, log2

import numpy as np
import pytest
from chosen import few

from learncheck.exact.separation import with_constant
from learncheck.strategies.points.stumps import (
    shattered_by_stumps,
    stump_labellings,
    stump_shattered_set,
    stump_vc_dimension,
)
from learncheck.theorems.notes.finite.any_labels import halfspace_labellings
from learncheck.theorems.notes.vc.boosted_stumps import boosted_shattered_set, given_by_votes
from learncheck.theorems.notes.vc.halfspaces import shattered_by_halfspaces
from learncheck.theorems.notes.vc.stumps import outnumber_stumps

# ---- halfspaces ----


@pytest.mark.parametrize("affine", [False, True])
def test_the_shortcut_by_independence_agrees_with_all_labellings(affine: bool) -> None:
    for seed in range(12):
        rng = np.random.default_rng(seed)
        points = rng.integers(-1, 2, (int(rng.integers(1, 5)), int(rng.integers(1, 4))))
        all_labellings = len(halfspace_labellings(with_constant(points) if affine else points)) == 2 ** len(points)
        assert shattered_by_halfspaces(points, affine) == all_labellings, seed


@pytest.mark.parametrize(("m", "d"), [(3, 2), (6, 2), (5, 3), (7, 3), (6, 4)])
def test_points_in_general_position_have_covers_number_of_labellings(m: int, d: int) -> None:
    moments = [tuple(t**j for j in range(d)) for t in range(1, m + 1)]  # any d of these are independent
    covers = 2 * sum(comb(m - 1, j) for j in range(d))
    assert len(halfspace_labellings(moments)) == covers
    assert len(halfspace_labellings(with_constant([x[1:] for x in moments]))) == covers


# ---- stumps ----


def test_stump_labellings_match_all_thresholds_of_a_grid() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        points = rng.integers(0, 4, (int(rng.integers(1, 6)), int(rng.integers(1, 4))))
        grid = np.arange(-1, 4) + 0.5
        signs = (b * np.sign(t - points[:, c]) for c in range(points.shape[1]) for t in grid for b in (1, -1))
        assert stump_labellings(points) == {tuple(labels.astype(int).tolist()) for labels in signs}, seed


def test_stump_vc_dimension_known_values() -> None:
    assert [stump_vc_dimension(d) for d in range(1, 11)] == [2, 3, 4, 4, 5, 5, 5, 5, 5, 6]
    jumps = [d for d in range(2, 1_000) if stump_vc_dimension(d) > stump_vc_dimension(d - 1)]
    assert jumps == [2, 3, 5, 10, 18, 35, 63, 126, 231, 462, 858]
    assert all(log2(d) <= stump_vc_dimension(d) <= 5 + 2 * log2(d) for d in range(1, 1_000))


@pytest.mark.parametrize("d", [*range(1, 19), 34, 35, 62, 63, 126, 231])
def test_stumps_shatter_a_set_of_their_vc_dimension(d: int) -> None:
    points = stump_shattered_set(d)
    assert points.shape == (stump_vc_dimension(d), d)
    assert shattered_by_stumps(points)
    assert not outnumber_stumps(points)


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5, 9, 10, 17, 18, 34, 35])
def test_one_point_more_is_refuted_by_counting_and_directly(d: int) -> None:
    m = stump_vc_dimension(d) + 1
    rng = np.random.default_rng(d)
    extended = np.vstack([stump_shattered_set(d), rng.integers(-1, m, (1, d))])
    for points in [extended, rng.integers(0, m, (m, d)), rng.permuted(np.tile(np.arange(m), (d, 1)), axis=1).T]:
        assert outnumber_stumps(points)
        assert not shattered_by_stumps(points)


# ---- votes of stumps ----


@few(2)
@pytest.mark.parametrize(("d", "T"), [(1, 200), (5, 61), (1_000, 9), (1_024, 12), (1_023, 5)])
def test_large_votes(d: int, T: int) -> None:
    points = boosted_shattered_set(d, T)
    labellings = np.random.default_rng(T).choice([-1, 1], (5, len(points)))
    assert given_by_votes(points, labellings, T).all()
