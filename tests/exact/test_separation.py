"""Exact separation: certificates that hold, wrong ones that do not, and the least norm."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from time import process_time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize

from learncheck.exact.independence import dual_basis, linear_dependence
from learncheck.exact.separation import (
    Dependence,
    LeastNormSeparator,
    Separator,
    rational_rows,
    separate,
    with_constant,
)


def random_sample(seed: int, m: int, d: int, size: int = 9) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    return rng.integers(-size, size + 1, (m, d)), rng.choice([-1, 1], m)


def fractions(*values: int | Fraction) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


def separable_sample(seed: int, m: int, d: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    w = rng.integers(-5, 6, d)
    w[0] = 6
    points = rng.integers(-20, 21, (20 * m, d))
    points = points[points @ w != 0][:m]
    return points, np.sign(points @ w)


def least_norm(points: Any, labels: Any) -> LeastNormSeparator:
    answer = separate(points, labels)
    assert isinstance(answer, LeastNormSeparator)
    return answer


def shown_least(w: tuple[int, ...], multipliers: tuple[Any, ...], points: Any, labels: Any) -> bool:
    return LeastNormSeparator(fractions(*w), fractions(*multipliers)).verify(points, labels)


# ---- separate ----


def test_every_answer_is_certified_and_agrees_with_a_linear_program() -> None:
    for seed in range(60):
        points, labels = random_sample(seed, m=2 + seed % 9, d=1 + seed % 4, size=4)
        answer = separate(points, labels)
        assert answer.verify(points, labels)
        signed = -labels[:, None] * points
        program = linprog(np.zeros(points.shape[1]), A_ub=signed, b_ub=-np.ones(len(points)), bounds=(None, None))
        assert isinstance(answer, Separator) == (program.status == 0), seed


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_fractions_duplicates_and_zero_points(data: st.DataObject) -> None:
    d = data.draw(st.integers(1, 3))
    coordinate = st.fractions(-2, 2, max_denominator=3)
    points = data.draw(st.lists(st.tuples(*[coordinate] * d), min_size=1, max_size=6))
    labels = data.draw(st.lists(st.sampled_from([1, -1]), min_size=len(points), max_size=len(points)))
    answer = separate(points, labels)
    assert answer.verify(points, labels)
    if any(not any(x) for x in points):
        assert isinstance(answer, Dependence)


@pytest.mark.parametrize(
    ("points", "labels", "separable"),
    [
        ([(1,)], [1], True),
        ([(0,)], [1], False),
        ([(1, 2), (2, 4), (-3, -6)], [1, 1, -1], True),
        ([(1, 2), (2, 4), (-3, -6)], [1, -1, 1], False),
        ([(1, 1), (1, 1)], [1, 1], True),
        ([(1, 1), (1, 1)], [1, -1], False),
        ([(1, 0), (0, 0)], [1, -1], False),
        ([(3, 1), (3, 1), (-1, 2), (-1, 2)], [1, 1, -1, -1], True),
        ([(1, 0), (-1, 1), (-1, -1)], [1, 1, 1], False),
        ([(10**400, 1), (10**400, -1)], [1, -1], True),
        ([(1, Fraction(1, 10**400)), (1, 0)], [1, -1], True),
    ],
)
def test_degenerate_samples(points: Any, labels: list[int], separable: bool) -> None:
    answer = separate(points, labels)
    assert isinstance(answer, Separator) is separable
    assert answer.verify(points, labels)


@pytest.mark.parametrize("d", range(1, 7))
def test_xor_and_parity_have_no_affine_separator(d: int) -> None:
    cube = list(product((0, 1), repeat=d))
    labels = [1 - 2 * (sum(x) % 2) for x in cube]
    answer = separate(with_constant(cube), labels)
    assert isinstance(answer, Separator if d == 1 else Dependence)
    assert answer.verify(with_constant(cube), labels)


def test_a_tiny_margin_is_decided_exactly() -> None:
    tiny = Fraction(1, 10**30)
    assert isinstance(separate([(Fraction(1), Fraction(0)), (Fraction(1), tiny)], [-1, 1]), Separator)
    assert isinstance(separate([(Fraction(1), tiny), (Fraction(1), tiny)], [-1, 1]), Dependence)


def test_wrong_separators_are_rejected() -> None:
    points, labels = separable_sample(0, 12, 3)
    right = separate(points, labels)
    assert isinstance(right, Separator)
    short = Separator(tuple(v * Fraction(999_999_999, 1_000_000_000) for v in right.w))
    assert not short.verify(points, labels)
    assert not Separator(tuple(-v for v in right.w)).verify(points, labels)
    assert not Separator(right.w[:-1]).verify(points, labels)
    assert not Separator((*right.w, Fraction(0))).verify(points, labels)
    assert not right.verify(points, labels[:-1])
    assert not right.verify(points, 2 * labels)
    assert not right.verify([], [])


def test_wrong_dependences_are_rejected() -> None:
    points, labels = [(1, 0), (0, 1), (1, 1)], [1, 1, -1]
    right = separate(points, labels)
    assert isinstance(right, Dependence)
    assert right.verify(points, labels)
    a = right.coefficients
    assert not Dependence(tuple(Fraction(0) for _ in a)).verify(points, labels)
    assert not Dependence(tuple(-v for v in a)).verify(points, labels)
    assert not Dependence((a[0] + Fraction(1, 10**12), *a[1:])).verify(points, labels)
    assert not Dependence(a[:-1]).verify(points, labels)
    assert not right.verify(points, [1, 1, 1])
    # combining to zero is not enough: a coefficient below zero, a label that is none
    assert not Dependence(fractions(2, -1)).verify([(1,), (2,)], [1, 1])
    assert not Dependence(fractions(1)).verify([(1,)], [0])


# ---- the least norm ----


@pytest.mark.parametrize("seed", range(25))
def test_least_norm_agrees_with_a_quadratic_program(seed: int) -> None:
    points, labels = separable_sample(seed, 4 + seed, 2 + seed % 4)
    certificate = least_norm(points, labels)
    assert certificate.verify(points, labels)
    signed = labels[:, None] * points
    optimum = minimize(
        lambda w: w @ w,
        np.array(separate_by_any(points, labels), dtype=float),
        jac=lambda w: 2 * w,
        constraints={"type": "ineq", "fun": lambda w: signed @ w - 1, "jac": lambda _: signed},
        options={"ftol": 1e-15, "maxiter": 500},
    )
    assert np.allclose(optimum.x, np.array(certificate.w, dtype=float), rtol=1e-4, atol=1e-6)


def separate_by_any(points: Any, labels: Any) -> Any:
    """A separator that is far from the least."""
    program = linprog(
        np.ones(points.shape[1]), A_ub=-labels[:, None] * points, b_ub=-np.ones(len(points)), bounds=(-90, 90)
    )
    return program.x


@pytest.mark.parametrize("m", [1, 2, 5, 20, 200])
def test_orthonormal_points_have_norm_squared_m(m: int) -> None:
    points = np.eye(m, dtype=np.int64)
    labels = np.where(np.arange(m) % 3, 1, -1)
    start = process_time()
    w = least_norm(points, labels).w
    assert process_time() - start < 1
    assert w == fractions(*labels.tolist())
    assert LeastNormSeparator(w, (Fraction(1),) * m).verify(points, labels)
    assert sum(v * v for v in w) == m


def test_known_least_norms() -> None:
    assert least_norm([(3, 4)], [1]).w == (Fraction(3, 25), Fraction(4, 25))
    assert least_norm([(2, 0), (0, Fraction(1, 3))], [1, -1]).w == fractions(Fraction(1, 2), -3)
    # the closest pair decides, here affinely: 0 and 2 on the line are split at 1
    assert least_norm(with_constant([(0,), (2,), (7,)]), [-1, 1, 1]).w == fractions(1, -1)
    assert least_norm([(1, 1), (1, -1), (1, 0)], [1, 1, 1]).norm_squared == 1


def test_wrong_least_norm_certificates_are_rejected() -> None:
    points, labels = [(1, 0), (0, 1), (3, 3)], [1, 1, 1]
    right = least_norm(points, labels)
    assert right == LeastNormSeparator((Fraction(1), Fraction(1)), (Fraction(1), Fraction(1), Fraction(0)))
    assert right.verify(points, labels)
    assert not replace(right, w=(Fraction(2), Fraction(1))).verify(points, labels)
    # w = (1, 2) separates and is a non-negative combination, but of a point with slack
    assert Separator((Fraction(1), Fraction(2))).verify(points, labels)
    assert not shown_least((1, 2), (1, 2, 0), points, labels)
    assert not shown_least((1, 1), (0, 0, Fraction(1, 3)), points, labels)
    assert not shown_least((1, 1), (1, 1), points, labels)
    assert not shown_least((1, 1), (1, 1, -1), points, labels)
    # (1, -1) is tight at both of these points and no least norm, which is that of (1, 0)
    assert shown_least((1, 0), (1, 0), [(1, 0), (2, 1)], [1, 1])
    assert not shown_least((1, -1), (3, -1), [(1, 0), (2, 1)], [1, 1])
    assert not shown_least((1, -1), (1, 1), [(1, 0), (2, 1)], [1, 1])


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_least_norm_of_fractions_is_certified(data: st.DataObject) -> None:
    coordinate = st.fractions(-3, 3, max_denominator=5)
    points = data.draw(st.lists(st.tuples(coordinate, coordinate, coordinate), min_size=1, max_size=7))
    labels = [1 if x[0] + 2 * x[1] > 0 else -1 for x in points]
    answer = separate(points, labels)
    assert answer.verify(points, labels)
    if not isinstance(answer, Dependence):
        assert answer.norm_squared == sum(answer.multipliers)


# ---- dependence ----


def test_dependence_is_found_exactly_when_the_rank_is_short() -> None:
    for seed in range(30):
        rng = np.random.default_rng(seed)
        m, d = int(rng.integers(1, 7)), int(rng.integers(1, 6))
        points = rng.integers(-2, 3, (m, d))
        coefficients = linear_dependence(points)
        assert (coefficients is None) == (np.linalg.matrix_rank(points) == m), seed
        if coefficients is not None:
            assert any(coefficients)
            assert not any(sum(a * int(v) for a, v in zip(coefficients, column, strict=True)) for column in points.T)


def test_dependence_of_fractions_and_of_zero() -> None:
    assert linear_dependence([(Fraction(1, 2), Fraction(1, 3)), (Fraction(3), Fraction(2))]) == fractions(6, -1)
    assert linear_dependence([(0, 0)]) == fractions(-1)
    assert linear_dependence([(0, 1), (0, 1), (1, 0)]) == fractions(1, -1, 0)
    assert linear_dependence([(1, 0), (0, 1)]) is None


def test_dual_basis() -> None:
    points = [fractions(1, 2, 0), fractions(0, Fraction(1, 2), 1)]
    dual = dual_basis(points)
    assert [[sum(a * b for a, b in zip(u, x, strict=True)) for x in points] for u in dual] == [[1, 0], [0, 1]]
    with pytest.raises(ValueError, match="dependent"):
        dual_basis([(1, 2), (2, 4)])


# ---- what is refused ----


@pytest.mark.parametrize(
    ("points", "labels", "error", "says"),
    [
        ([(0.5, 1)], [1], TypeError, "0.5 of type float is not exact"),
        ([], [], ValueError, "points is empty"),
        ([()], [1], ValueError, "no coordinates"),
        ([(1, 2), (1,)], [1, 1], ValueError, r"points\[1\] has 1 coordinates"),
        ([(1, 2)], [1, 1], ValueError, "1 points with 2 labels"),
        ([(1, 2)], [0], ValueError, r"labels\[0\] = 0"),
    ],
)
def test_bad_samples_are_refused(points: Any, labels: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        separate(points, labels)


def test_numpy_integers_do_not_overflow() -> None:
    points = np.array([[2**62, 1], [2**62, -1]])
    w = least_norm(points, [1, -1]).w
    assert w == fractions(0, 1)
    assert rational_rows(points)[0][0] * 4 == 2**64
    assert with_constant(points)[0] == fractions(2**62, 1, 1)
