"""Exact cuts of ellipsoids, balls inside of them, identities of matrices, and certificates of definiteness."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from cases import drawn

from learncheck.exact.definiteness import is_definite, is_semidefinite, rationals
from learncheck.learners import Ellipsoid
from learncheck.theorems.notes.halfspaces.ellipsoid_cuts import (
    contains_half,
    exact_array,
    half_cuts,
    quadratic,
)
from learncheck.theorems.notes.halfspaces.ellipsoid_floor import ball_inside

CUTS = drawn(half_cuts, 30, dimensions=4, reach=2, mistaken=True)


@pytest.mark.parametrize("case", CUTS)
def test_the_weighted_points_lie_in_the_half(case):
    """So that no ellipsoid around the half can have less volume than their scatter says."""
    trace = case.play(Ellipsoid)
    round_, length = trace.rounds[0], trace.case.sigma
    A, w, x, y = round_.before["A"], round_.before["w"], round_.instance, round_.label
    inside = quadratic(A, w)
    top = w + y * (A @ x) / length
    for p in [top, *(w + sign * axis for axis in trace.case.axes() for sign in (1, -1))]:
        point = rationals([[v] for v in (*p, 1)])
        assert (point.transpose() * inside * point)[0, 0] == 0  # on the boundary of E
        assert y * ((p - w) @ x) >= 0


@pytest.mark.parametrize("case", CUTS[:10])
def test_points_of_the_half_lie_in_the_next_ellipsoid(case):
    trace = case.play(Ellipsoid)
    assert contains_half(trace)
    round_ = trace.rounds[0]
    after = quadratic(round_.after["A"], round_.after["w"])
    L = exact_array(case.root)
    grid = [np.array(u, dtype=object) for u in itertools.product((-1, Fraction(-1, 2), 0, Fraction(1, 2), 1), repeat=2)]
    for u in grid:
        if u @ u > 1:
            continue
        v = round_.before["w"] + L[:, :2] @ u
        if round_.label * (v @ round_.instance) > 0:
            point = rationals([[c] for c in (*v, 1)])
            assert (point.transpose() * after * point)[0, 0] >= 0


def test_balls_in_ellipsoids():
    half = Fraction(1, 2)
    zero = [Fraction(0), Fraction(0)]
    ball = np.zeros(2), np.eye(2)
    assert ball_inside(zero, half, *ball)
    assert ball_inside([Fraction(1, 4), Fraction(1, 4)], half, *ball)
    assert not ball_inside([half, half], half, *ball)
    assert not ball_inside(zero, half, np.zeros(2), np.diag([1.0, 0.2]))
    assert ball_inside(zero, Fraction(1, 4), np.zeros(2), np.diag([1.0, 0.2]))
    assert not ball_inside(zero, half, np.zeros(2), np.diag([1.0, -1.0]))


def test_definiteness():
    generator = np.random.default_rng(0)
    for _ in range(300):
        B = generator.integers(-2, 3, (3, 3))
        for K in ((B @ B.T).tolist(), (B + B.T).tolist()):
            least = np.linalg.eigvalsh(np.array(K)).min()
            assert is_semidefinite(K) == (least > -1e-9)
            assert is_definite(K) == (least > 1e-9)
    assert is_semidefinite([[0, 0], [0, 0]])
    assert not is_definite([[0, 0], [0, 0]])
    assert not is_semidefinite([[0, 1], [1, 5]])
    assert not is_semidefinite([[0, 0], [0, -1]])
