"""Counting operations: the price of each, on numbers that count, whatever the version of Python and numpy."""

from typing import Any

import numpy as np
import pytest

from learncheck.learners import AdaBoost, DecisionStump, Perceptron, ThresholdHalving
from learncheck.learners.batch.boolean import ConjunctionElimination, DecisionListLearner
from learncheck.learners.batch.perceptron import Pocket
from learncheck.learners.batch.rectangles import IntervalERM, RectangleERM
from learncheck.strategies.play.operations import Count, Number, counting, noise, state_bits
from learncheck.theorems.notes.erm.costs import FitCost

A = np.arange(12.0).reshape(3, 4)


def price(work: Any) -> tuple[int, int]:
    """Operations and sorting of what `work` does to an array that counts."""
    count = Count()
    work(counting(count)(A))
    return count.operations, count.sorting


@pytest.mark.parametrize(
    ("work", "operations", "sorting"),
    [
        (lambda a: a + 1, 12, 0),
        (lambda a: 1 - a, 12, 0),
        (lambda a: -abs(a), 24, 0),
        (lambda a: a.sum(), 11, 0),
        (lambda a: a.sum(axis=0), 8, 0),
        (lambda a: a.min(), 11, 0),
        (lambda a: a.max(axis=1), 9, 0),
        (lambda a: a.argmin(), 11, 0),
        (lambda a: a[:, 1:].T, 0, 0),
        (lambda a: a[[0, 2]], 0, 0),
        (lambda a: a[a > 5], 12, 0),
        (lambda a: np.where(a != 5, a, 0), 12, 0),
        (lambda a: a @ a.T, 9 * (4 + 3), 0),
        (lambda a: np.eye(3, dtype=int) @ a, 12 * (3 + 2), 0),
        (lambda a: a[0] @ a[1], 4 + 3, 0),
        (lambda a: np.dot(a, a[0]), 3 * (4 + 3), 0),
        (lambda a: np.outer(a[0], a[1]), 16, 0),
        (lambda a: np.cumsum(a, axis=1), 9, 0),
        (lambda a: np.exp(a), 12, 0),
        (lambda a: np.sqrt(a) ** 2, 24, 0),
        (lambda a: np.log(a[0, 1] + 1) / 2, 3, 0),
        (lambda a: np.float64(2) * a[0, 0], 1, 0),
        (lambda a: a[0, 0] * np.ones(5), 5, 0),
        (lambda a: sum(a[0].tolist()), 4, 0),
        (lambda a: max(a[0].tolist()), 3, 0),
        (lambda a: [v for v in a[0] if v], 4, 0),
        (lambda a: [float(v) for v in a[0]], 0, 0),
        (lambda a: np.sort(a, axis=1), 0, 3 * 4 * 2),
        (lambda a: np.argsort(a, axis=0, kind="stable"), 0, 4 * 3 * 2),
        (lambda a: a[0].argsort(), 0, 4 * 2),
        (lambda a: np.sort(a[:0], axis=0), 0, 0),
    ],
)
def test_prices(work: Any, operations: int, sorting: int) -> None:
    assert price(work) == (operations, sorting)


def test_who_sorts_without_numpy_is_charged_too() -> None:
    assert price(lambda a: sorted(a.ravel().tolist()))[0] >= 11


def test_a_look_up_by_a_number_is_free() -> None:
    count = Count()
    assert [10, 20, 30][Number(1, count)] == np.array([10, 20, 30])[Number(1, count)] == 20
    assert count.operations == 0


def test_sorting_is_that_of_numpy() -> None:
    values = noise(0, 60, 9).reshape(20, 3).astype(float)
    array = counting(Count())(values)
    order = np.argsort(array, axis=0)
    assert (order == np.argsort(values, axis=0, kind="stable")).all()
    array.sort(axis=0)
    assert array.astype(float).tolist() == np.sort(values, axis=0).tolist()


def test_bits() -> None:
    count = Count()
    x = 2 * Number(5, count)
    assert (int(x), count.bits) == (10, 2 * 3)
    assert int(x - 3) == 7
    assert int(20 - x) == 10
    assert count.bits == 6 + 4 + 5
    assert x > 9
    assert 11 > x
    assert x == 10
    assert count.bits == 15 + 3 * 4
    assert count.operations == 6
    count.reset()
    assert (count.operations, count.sorting, count.bits) == (0, 0, 0)
    learner = ThresholdHalving(Number(100, count))
    assert state_bits(learner) == (1 + 1) + (8 + 1)
    with pytest.raises(TypeError, match="integers alone"):
        state_bits(Perceptron(2))


def test_counts_are_the_same_on_every_python_and_numpy() -> None:
    """What the claims speak of, at one size: no version of anything may change a number of these."""
    kinds = {
        "stump": DecisionStump,
        "conjunction": ConjunctionElimination,
        "rectangle": RectangleERM,
        "interval": IntervalERM,
        "list": DecisionListLearner,
        "boosting": AdaBoost,
        "pocket": Pocket,
    }
    counts = {kind: FitCost(kind, 16, 1 if kind == "interval" else 4).play(kinds[kind]).facts for kind in kinds}
    assert {kind: tuple(facts) for kind, facts in counts.items()} == {
        "stump": (540, 256),
        "conjunction": (144, 0),
        "rectangle": (144, 0),
        "interval": (293, 64),
        "list": (292, 0),
        "boosting": (474, 0),
        "pocket": (644, 0),
    }
