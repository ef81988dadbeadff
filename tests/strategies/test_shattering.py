"""Shattering by halfspaces, stumps and votes of stumps: known dimensions, and evidence that can fail."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, log2

import numpy as np
import pytest
from chosen import few

from learncheck.exact.separation import Dependence, Separator
from learncheck.strategies.points.shattering import (
    Shattered,
    StumpHypothesis,
    StumpsUnshattered,
    Unshattered,
    boosted_shattered_set,
    count_boosted_labellings,
    count_cuts_of_size,
    given_by_votes,
    halfspace_labellings,
    lift,
    outnumber_stumps,
    search_order_patterns,
    shatters_by_halfspaces,
    shatters_by_stumps,
    stump_shattered_set,
    stump_vc_dimension,
    stumps_by_labelling,
    weak_orders,
)

# ---- halfspaces ----


@pytest.mark.parametrize("d", range(1, 7))
def test_unit_vectors_are_shattered_and_the_origin_joins_them_affinely(d: int) -> None:
    units = np.eye(d, dtype=np.int64)
    with_origin = np.vstack([np.zeros((1, d), dtype=np.int64), units])
    homogeneous, affine = shatters_by_halfspaces(lift(units, False)), shatters_by_halfspaces(lift(with_origin, True))
    assert isinstance(homogeneous, Shattered)
    assert isinstance(affine, Shattered)
    assert len(homogeneous.certificates) == 2**d
    assert len(affine.certificates) == 2 ** (d + 1)
    assert homogeneous.verify(lift(units, False))
    assert affine.verify(lift(with_origin, True))
    assert not affine.verify(lift(with_origin, False))


@pytest.mark.parametrize("d", range(1, 7))
@pytest.mark.parametrize("affine", [False, True])
def test_one_point_more_is_never_shattered(d: int, affine: bool) -> None:
    rng = np.random.default_rng(d)
    for _ in range(20):
        points = rng.integers(-9, 10, (d + 1 + affine, d))
        answer = shatters_by_halfspaces(lift(points, affine))
        assert isinstance(answer, Unshattered)
        assert answer.verify(lift(points, affine))


@pytest.mark.parametrize("affine", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_the_shortcut_by_independence_agrees_with_all_labellings(seed: int, affine: bool) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(-1, 2, (int(rng.integers(1, 5)), int(rng.integers(1, 4))))
    labellings = halfspace_labellings(points, affine)
    answer = shatters_by_halfspaces(lift(points, affine))
    assert answer.verify(lift(points, affine))
    assert isinstance(answer, Shattered) == (len(labellings) == 2 ** len(points))
    if isinstance(answer, Unshattered):
        assert answer.labelling not in labellings
    else:
        assert Shattered(labellings).verify(lift(points, affine))


@pytest.mark.parametrize(("m", "d"), [(3, 2), (6, 2), (5, 3), (7, 3), (6, 4)])
def test_points_in_general_position_have_covers_number_of_labellings(m: int, d: int) -> None:
    moments = [tuple(t**j for j in range(d)) for t in range(1, m + 1)]  # any d of these are independent
    covers = 2 * sum(comb(m - 1, j) for j in range(d))
    assert len(halfspace_labellings(moments)) == covers
    assert len(halfspace_labellings([x[1:] for x in moments], affine=True)) == covers


@pytest.mark.parametrize(
    "points",
    [
        [(0, 0), (1, 1), (2, 2)],
        [(1, 1), (1, 1)],
        [(0, 0), (0, 0)],
        [(Fraction(1, 3), 0), (Fraction(2, 3), 0), (1, 0)],
        [(0, 0), (1, 0), (0, 1), (1, 1)],
    ],
    ids=["collinear", "repeated", "zeros", "fractions", "square"],
)
def test_degenerate_points_are_not_shattered(points: list[tuple[int, int]]) -> None:
    for affine in (False, True):
        answer = shatters_by_halfspaces(lift(points, affine))
        assert isinstance(answer, Unshattered)
        assert answer.verify(lift(points, affine))


def test_the_zero_point_alone_needs_a_bias() -> None:
    assert isinstance(shatters_by_halfspaces(lift([(0, 0)], False)), Unshattered)
    assert isinstance(shatters_by_halfspaces(lift([(0, 0)], True)), Shattered)


def test_wrong_halfspace_evidence_is_rejected() -> None:
    points = [(1, 0), (0, 1)]
    right = shatters_by_halfspaces(lift(points, False))
    assert isinstance(right, Shattered)
    missing = {y: h for y, h in right.certificates.items() if y != (1, -1)}
    assert not Shattered(missing).verify(lift(points, False))
    swapped = {**right.certificates, (1, -1): right.certificates[(-1, 1)]}
    assert not Shattered(swapped).verify(lift(points, False))
    padded = {**missing, (1, 1, 1): Separator((Fraction(1), Fraction(1)))}
    assert not Shattered(padded).verify(lift(points, False))
    one = Fraction(1)
    assert Unshattered((1, 1, -1), Dependence((one,) * 3)).verify(lift([*points, (1, 1)], False))
    assert not Unshattered((1, 1, 1), Dependence((one,) * 3)).verify(lift([*points, (1, 1)], False))
    assert not Unshattered((1, 1), Dependence((one,) * 2)).verify(lift(points, False))


# ---- stumps ----


def test_stump_labellings_of_small_sets() -> None:
    assert set(stumps_by_labelling([(0,)])) == {(1,), (-1,)}
    assert set(stumps_by_labelling([(0,), (0,)])) == {(1, 1), (-1, -1)}
    line = {(1, 1, 1), (1, 1, -1), (1, -1, -1)}
    assert set(stumps_by_labelling([(0,), (1,), (5,)])) == line | {tuple(-v for v in y) for y in line}


@pytest.mark.parametrize("seed", range(20))
def test_stump_labellings_match_all_thresholds_of_a_grid(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(0, 4, (int(rng.integers(1, 6)), int(rng.integers(1, 4))))
    grid = [Fraction(2 * t + 1, 2) for t in range(-1, 4)]
    stumps = [StumpHypothesis(c, t, b) for c in range(points.shape[1]) for t in grid for b in (1, -1)]
    labellings = {tuple(h(x) for x in points) for h in stumps}
    assert set(stumps_by_labelling(points)) == labellings
    for size in range(len(points) + 1):
        assert count_cuts_of_size(points, size) == sum(y.count(1) == size for y in labellings)


def test_a_stump_is_zero_on_its_threshold() -> None:
    stump = StumpHypothesis(coordinate=1, threshold=Fraction(1, 2), sign=-1)
    assert [stump((9, v)) for v in (0, Fraction(1, 2), 1)] == [-1, 0, 1]


def test_stump_vc_dimension_known_values() -> None:
    assert [stump_vc_dimension(d) for d in range(1, 11)] == [2, 3, 4, 4, 5, 5, 5, 5, 5, 6]
    jumps = [d for d in range(2, 1_000) if stump_vc_dimension(d) > stump_vc_dimension(d - 1)]
    assert jumps == [2, 3, 5, 10, 18, 35, 63, 126, 231, 462, 858]
    assert all(log2(d) <= stump_vc_dimension(d) <= 5 + 2 * log2(d) for d in range(1, 1_000))


@pytest.mark.parametrize("d", [*range(1, 19), 34, 35, 62, 63, 126, 231])
def test_stumps_shatter_a_set_of_their_vc_dimension(d: int) -> None:
    points = stump_shattered_set(d)
    m = stump_vc_dimension(d)
    assert points.shape == (m, d)
    answer = shatters_by_stumps(points)
    assert isinstance(answer, Shattered)
    assert answer.verify(points)
    assert count_cuts_of_size(points, m // 2) == comb(m, m // 2)


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5, 9, 10, 17, 18, 34, 35])
def test_one_point_more_is_refuted_by_counting_and_directly(d: int) -> None:
    m = stump_vc_dimension(d) + 1
    rng = np.random.default_rng(d)
    extended = np.vstack([stump_shattered_set(d), rng.integers(-1, m, (1, d))])
    for points in [extended, rng.integers(0, m, (m, d)), rng.permuted(np.tile(np.arange(m), (d, 1)), axis=1).T]:
        assert outnumber_stumps(points)
        answer = shatters_by_stumps(points)
        assert isinstance(answer, StumpsUnshattered)
        assert answer.verify(points)
        assert answer.labelling not in stumps_by_labelling(points)


def test_a_set_is_not_refuted_by_counting_that_may_be_shattered() -> None:
    points = np.array([[0], [1], [2]])
    assert outnumber_stumps(points)
    assert not outnumber_stumps(points[:2])
    assert not outnumber_stumps(np.hstack([points, points]))


@pytest.mark.parametrize("m", range(1, 6))
def test_weak_orders_are_all_tried(m: int) -> None:
    fubini = [1, 1, 3, 13, 75, 541]
    assert len(weak_orders(m)) == fubini[m]


@pytest.mark.parametrize("d", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_the_dimension_is_exhaustively_right(d: int) -> None:
    m = stump_vc_dimension(d)
    found = search_order_patterns(d, m)
    assert found is not None
    assert found.shape == (m, d)
    assert shatters_by_stumps(found).verify(found)
    assert isinstance(shatters_by_stumps(found), Shattered)
    assert search_order_patterns(d, m + 1) is None


def test_wrong_stump_evidence_is_rejected() -> None:
    points = stump_shattered_set(2)
    right = shatters_by_stumps(points)
    assert isinstance(right, Shattered)
    some, other, *_ = right.certificates
    missing = {y: h for y, h in right.certificates.items() if y != some}
    assert not Shattered(missing).verify(points)
    swapped = {**right.certificates, some: right.certificates[other]}
    assert not Shattered(swapped).verify(points)
    on_a_point = {y: replace(h, threshold=Fraction(1)) for y, h in right.certificates.items()}
    assert not Shattered(on_a_point).verify(points)


def test_wrong_stump_obstructions_are_rejected() -> None:
    points = [(0,), (1,), (2,)]
    right = shatters_by_stumps(points)
    assert right == StumpsUnshattered((1, -1, 1), (((2, 1), (0, 1)),))
    assert right.verify(points)
    for labelling, blocking in [
        ((1, -1, 1), (((0, 1), (2, 1)),)),
        ((1, -1, 1), (((2, 1), (2, 1)),)),
        ((1, -1, 1), ()),
        ((1, -1, 1), (((5, 1), (0, 1)),)),
        ((1, 1, -1), (((2, 1), (0, 1)),)),
        ((1, 1, 1), (((2, 1), (0, 1)),)),
        ((1, -1), (((0, 1), (0, 1)),)),
    ]:
        assert not StumpsUnshattered(labelling, blocking).verify(points)


def test_equal_points_are_not_shattered() -> None:
    points = [(1, 2), (1, 2)]
    answer = shatters_by_stumps(points)
    assert isinstance(answer, StumpsUnshattered)
    assert answer.verify(points)


# ---- votes of stumps ----


def test_votes_of_stumps_shatter_their_set() -> None:
    for d, T in product(range(1, 17), range(1, 7)):
        points = boosted_shattered_set(d, T)
        m = len(points)
        assert points.shape == (-(-T // 2) * (int(log2(d)) + 1), d)
        assert m >= 0.5 * T * log2(d)
        assert count_boosted_labellings(points, T) == 2**m


@few(2)
@pytest.mark.parametrize(("d", "T"), [(1, 200), (5, 61), (1_000, 9), (1_024, 12), (1_023, 5)])
def test_large_votes(d: int, T: int) -> None:
    points = boosted_shattered_set(d, T)
    labellings = np.random.default_rng(T).choice([-1, 1], (5, len(points)))
    assert given_by_votes(points, labellings, T).all()
