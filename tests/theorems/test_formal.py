"""Formal numbers, vectors, rows and masks: they compute as numbers and arrays do, and take nothing silently."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from learncheck.theorems.formal.numbers import NotFormal, Real, paths
from learncheck.theorems.formal.rows import Indicator, Mask, Point, PredictionTable, Row
from learncheck.theorems.formal.vectors import Space

p, q = sympy.symbols("p q", real=True)
P, Q = Real(p), Real(q)

# ---- numbers ----


def test_whether_a_comparison_holds_is_open_outside_of_paths() -> None:
    for ask in (bool, lambda truth: truth and 1, lambda truth: truth or 1, lambda truth: not truth):
        with pytest.raises(NotFormal, match="only a run under `paths` may ask"):
            ask(P > 0)
    with pytest.raises(NotFormal, match="only a run under"):
        bool(P)
    with pytest.raises(NotFormal, match="only a run under"):
        _ = 0 < P < 1


def test_settled_comparisons_need_no_path() -> None:
    assert Real(3) > 2
    assert Real(3) != 2
    assert not (Real(3) < 2)
    assert bool(Real(1))


def test_conditions_are_joined_without_dropping_one() -> None:
    assert ((P > 0) & (Q > 0)).relation == sympy.And(p > 0, q > 0)
    assert ((P > 0) | ~(Q > 0)).relation == sympy.Or(p > 0, q <= 0)
    with pytest.raises(NotFormal):
        _ = (P > 0) & 1
    with pytest.raises(NotFormal):
        _ = (P > 0) == True  # noqa: E712


def test_paths_are_all_outcomes_with_their_comparisons() -> None:
    found = {path.result: path.comparisons for path in paths(lambda: "in" if 0 < P <= 1 else "out")}
    assert found["in"] == (p > 0, p <= 1)
    assert len(list(paths(lambda: "in" if 0 < P <= 1 else "out"))) == 3


def test_what_a_comparison_settles_is_not_asked_again() -> None:
    def code() -> int:
        sign = 1 if P > 0 else -1 if P < 0 else 0
        return sign if -2 * P <= 0 or P != 0 else 5

    assert [path.result for path in paths(code)] == [1, -1, 0]


@pytest.mark.slow
def test_a_loop_without_end_is_refused() -> None:
    def code() -> None:
        x = P
        while x > 0:
            x = x - Q

    with pytest.raises(NotFormal, match="more than 64 comparisons"):
        list(paths(code))


def test_every_division_and_root_owes_that_it_is_defined() -> None:
    (path,) = paths(lambda: (P / Q) * Q)
    assert path.result.expression == p, "sympy cancels"
    assert path.owed == (sympy.Ne(q, 0),), "but the code divides by q"
    (path,) = paths(lambda: (P**0.5, Q**-1))
    assert path.owed == (p >= 0, sympy.Ne(q, 0))
    with pytest.raises(NotFormal, match="divides by 0"):
        list(paths(lambda: P / 0))


def test_numbers_are_exact() -> None:
    assert (P * 0.1).expression == p * sympy.Rational(*(0.1).as_integer_ratio())
    assert (Fraction(1, 3) * P + np.float64(0.5) + np.int64(2)).expression == p / 3 + sympy.Rational(5, 2)
    assert abs(P).expression == sympy.Abs(p)
    assert (p + Q) == p + q, "a sympy expression takes it for its expression"


@pytest.mark.parametrize(
    "use",
    [
        float,
        int,
        lambda x: [1, 2][x],
        lambda x: x + float("nan"),
        lambda x: x * "2",
        lambda x: x**Q,
        lambda x: x // 2,
        lambda x: np.sqrt(x),
        lambda x: x + (P > 0),
        lambda x: {x: 1},
    ],
)
def test_what_has_no_formal_meaning_is_refused(use: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        use(P)


# ---- vectors ----


def test_vectors_compute_as_arrays_do() -> None:
    draw = np.random.default_rng(0)
    named = {name: draw.integers(-3, 4, 3).astype(float) for name in "uvw"}
    space = Space.of(*"uvw")
    inner = {space.product(n, m): int(named[n] @ named[m]) for n in "uvw" for m in "uvw"}
    u, v, w = map(space.vector, "uvw")

    def compute(u: Any, v: Any, w: Any) -> Any:
        x = 2 * u - v / 4 + (-w) * 3 + np.zeros(3)
        y = x.copy()
        y += u
        y -= 2 * v
        y *= 3
        y /= 2
        return x @ y + y @ w

    assert compute(u, v, w).expression.subs(inner) == sympy.Rational(compute(*named.values()))


def test_a_vector_changed_in_place_is_changed_under_all_its_names() -> None:
    space = Space.of("u", "v")
    u = other = space.vector("u")
    u += space.vector("v")
    assert (other @ space.vector("v")).expression == space.product("u", "v") + space.product("v", "v")


@pytest.mark.parametrize(
    "use",
    [
        lambda u: u[0],
        lambda u: u + 1,
        lambda u: u + np.ones(3),
        lambda u: u * u,
        lambda u: u.sum(),
        lambda u: np.linalg.norm(u),
        lambda u: len(u),
        lambda u: bool(u),
        lambda u: u == u,
        lambda u: u @ Space.of("u").vector("u"),
        lambda u: u @ np.ones(3),
    ],
)
def test_a_vector_has_no_entries(use: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        use(Space.of("u").vector("u"))


def test_an_inner_product_that_nobody_named_is_refused() -> None:
    space = Space({("u", "u"): p})
    with pytest.raises(NotFormal, match="the inner product of u and v"):
        _ = space.vector("u") @ space.vector("v")


# ---- rows, masks, tables ----

WEIGHTS = Row(sums={"on": p, "off": q})
INSTANCE = Row(values={"on": 1, "off": 0})


def test_rows_are_known_by_their_sums() -> None:
    assert (WEIGHTS @ INSTANCE).expression == p
    assert (WEIGHTS * (1 + INSTANCE)).sum().expression == 2 * p + q
    assert (WEIGHTS / WEIGHTS.sum()).sum().expression.equals(1)
    assert (WEIGHTS + WEIGHTS - WEIGHTS).sum().expression == p + q
    assert (WEIGHTS * (INSTANCE != 1)).sum().expression == q
    assert (WEIGHTS * (~(INSTANCE == 1) & (INSTANCE < 1) | (INSTANCE > 1))).sum().expression == q
    changed = WEIGHTS.copy()
    changed *= 2 * INSTANCE
    changed /= 4
    assert changed.sum().expression == p / 2


@pytest.mark.parametrize(
    "use",
    [
        lambda: WEIGHTS + 1,
        lambda: WEIGHTS * WEIGHTS,
        lambda: WEIGHTS / WEIGHTS,
        lambda: WEIGHTS > 0,
        lambda: WEIGHTS**2,
        lambda: 1 / WEIGHTS,
        lambda: INSTANCE.sum(),
        lambda: Row(values={"on": p, "off": 0}) == 1,
        lambda: WEIGHTS * Row(values={"on": 1, "elsewhere": 0}),
        lambda: INSTANCE & INSTANCE,
        lambda: ~INSTANCE,
        lambda: bool(INSTANCE),
        lambda: bool(INSTANCE == 1),
        lambda: WEIGHTS[0],
        lambda: len(WEIGHTS),
        lambda: np.exp(INSTANCE),
        lambda: WEIGHTS.max(),
    ],
)
def test_what_the_sums_do_not_tell_is_refused(use: Callable[[], Any]) -> None:
    with pytest.raises((TypeError, AttributeError)):
        use()


def test_masks_are_counted_by_blocks() -> None:
    alive = Mask({"on": p, "off": q})
    assert (alive & (INSTANCE == 1)).sum().expression == p
    assert INSTANCE[alive].sum().expression == p
    assert alive.any().relation == (p + q >= 1)
    alive &= INSTANCE == 0
    assert alive["off"].expression == q
    point = Point()
    table = PredictionTable(point, {"on": 1, "off": -1})
    alive = Mask({"on": p, "off": q})
    assert table[alive, point].sum().expression == table[alive][:, point].sum().expression == p - q
    assert isinstance(table[:, point] == 1, Indicator)
    for use in (len, bool, lambda m: m & m, lambda m: m == m, lambda m: m[0], lambda m: ~m):
        with pytest.raises(TypeError):
            use(alive)
    for index in (0, (slice(None), 0), (slice(1, 2), point), (alive, 0)):
        with pytest.raises(NotFormal):
            table[index]


def test_the_first_index_lies_in_any_block_that_has_one() -> None:
    point = Point()
    table = PredictionTable(point, {"on": 1, "off": -1})
    alive = Mask({"on": p, "off": q})
    found = [(path.result, path.comparisons[-1]) for path in paths(lambda: table[alive.argmax(), point])]
    assert found[:2] == [(1, p >= 1), (-1, q >= 1)]
    assert {answer for answer, _ in found[2:]} == {1, -1}, "an empty set has its first index anywhere"
