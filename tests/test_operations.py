"""Counting operations: each function's price, nothing lost and nothing counted that is not the learner's."""

import importlib
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learncheck.learners import DecisionStump, Halving, Perceptron, ThresholdHalving
from learncheck.strategies.case import decode, encode
from learncheck.strategies.costs import (
    FitCost,
    ImageCost,
    RoundCost,
    ThresholdCost,
    as_it_is,
    bisected_grid,
    doublings,
    first_labellings,
)
from learncheck.strategies.operations import NUMPY, Bits, Meter, UnknownCost, counted, noise, plain, state_bits


def price(work: Any) -> tuple[int, int]:
    """Elements and sorting of what `work` does with a numpy that counts."""
    meter = Meter()
    with meter.of(Halving):
        work(NUMPY)
    return meter.elements, meter.sorting


A = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    ("work", "elements", "sorting"),
    [
        (lambda np, a: a + 1, 12, 0),
        (lambda np, a: a.sum(), 12, 0),
        (lambda np, a: a.sum(axis=0), 16, 0),
        (lambda np, a: a[0], 0, 0),  # a view
        (lambda np, a: a[:, 1:], 0, 0),
        (lambda np, a: a.T, 0, 0),
        (lambda np, a: a[[0, 2]], 8 + 2, 0),
        (lambda np, a: a[a > 5], 12 + 6 + 12, 0),
        (lambda np, a: a @ a.T, 3 * 3 * 4, 0),
        (lambda np, a: np.dot(a, a[0]), 16 + 3, 0),
        (lambda np, a: np.outer(a[0], a[1]), 8 + 16, 0),
        (lambda np, a: np.sort(a, axis=1), 24, 3 * 4 * 2),
        (lambda np, a: np.argsort(a, axis=0), 24, 4 * 3 * 2),
        (lambda np, a: a.argsort(), 24, 3 * 4 * 2),
        (lambda np, a: np.unique(a), 24, 12 * 4),
        (lambda np, a: np.searchsorted(a[0], a[1]), 4 * 3, 0),
        (lambda np, a: np.where(a > 5, a, 0), 12 + 36, 0),
        (lambda np, a: np.zeros((5, 2)), 10, 0),
        (lambda np, a: np.array([1, 2, 3]), 6, 0),
        (lambda np, a: np.asarray(a), 0, 0),
        (lambda np, a: np.concatenate([a, a]), 48, 0),
        (lambda np, a: np.add.accumulate(a, axis=1), 12, 0),
        (lambda np, a: [sum(row) for row in a], 3 + 12, 0),
        (lambda np, a: a.tolist(), 24, 0),
        (lambda np, a: np.random.default_rng(0).permutation(5), 6, 0),
    ],
)
def test_prices(work: Any, elements: int, sorting: int) -> None:
    a = counted(A.copy())
    assert price(lambda np: work(np, a)) == (elements, sorting)


def test_assignment_is_charged_for_what_it_writes() -> None:
    a = counted(A.copy())

    def work(np: Any) -> None:
        a[0] = 1
        a[a > 8] = 0

    assert price(work) == (4 + 12 + 12 + 3, 0)
    assert plain(a).max() == 8


@pytest.mark.parametrize("work", [lambda np: np.linalg.solve(A, A), lambda np: np.fft, lambda np: np.gradient(A)])
def test_an_unknown_cost_is_refused(work: Any) -> None:
    with pytest.raises(UnknownCost, match="add"):
        price(work)


def test_results_are_those_of_numpy() -> None:
    case = FitCost("stump", 20, 3)
    alone = DecisionStump()
    X, y = noise(0, 60, 80).reshape(20, 3).astype(float), 1 - 2 * noise(1, 20, 1)
    alone.fit(X, y)
    metered = DecisionStump()
    with Meter().of(DecisionStump):
        metered.fit(counted(X), counted(y))
    assert (metered.j, metered.theta, metered.b) == (alone.j, alone.theta, alone.b)
    assert case.play(DecisionStump).facts == case.play(DecisionStump).facts


def test_bytecodes_are_the_learners_own() -> None:
    class Loops:
        def __init__(self, rounds: int) -> None:
            self.rounds = rounds

        def run(self) -> None:
            for _ in range(self.rounds):
                pass

    def bytecodes(rounds: int) -> int:
        meter = Meter()
        with meter.of(Loops):
            Loops(rounds).run()
        return meter.bytecodes

    per_round = bytecodes(11) - bytecodes(10)
    assert per_round >= 1
    assert bytecodes(1000) - bytecodes(10) == 990 * per_round


def test_all_is_as_it_was_after_an_error() -> None:
    import learncheck.learners.finite

    before = sys.gettrace()

    def fails() -> None:
        with Meter().of(Halving):
            assert learncheck.learners.finite.np is NUMPY
            raise ArithmeticError

    with pytest.raises(ArithmeticError):
        fails()
    assert learncheck.learners.finite.np is np
    assert sys.gettrace() is before
    assert price(lambda _: None) == (0, 0)


def test_bits() -> None:
    Bits.work = 0
    x = 2 * Bits(5)
    assert (x.value, Bits.work) == (10, 2 * 3)
    assert (x - 3).value == 7
    assert (20 - x).value == 10
    assert Bits.work == 6 + 4 + 5
    assert x > 9
    assert 11 > x
    assert x == 10
    assert Bits.work == 15 + 3 * 4
    learner = ThresholdHalving(Bits(100))
    assert state_bits(learner) == (1 + 1) + (8 + 1)
    with pytest.raises(TypeError, match="integers alone"):
        state_bits(Perceptron(2))


def test_costs_of_a_round_are_those_of_its_size() -> None:
    costs = [RoundCost("vectors", size).play(Perceptron).facts["operations"] for size in (8, 16, 32)]
    assert costs[2] - costs[1] == 2 * (costs[1] - costs[0])
    assert len({tuple(row) for row in first_labellings(11).tolist()}) == 11


def test_a_clock_sees_plain_arrays() -> None:
    seen = []

    class Looks(DecisionStump):
        def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
            seen.append(type(X))
            return self

    FitCost("stump", 4, 2).prepared(Looks, as_it_is)()
    FitCost("stump", 4, 2).prepared(Looks, counted)()
    assert [each.__name__ for each in seen] == ["ndarray", "Counted"]


def test_bisection_ends_at_one_threshold() -> None:
    game = bisected_grid(8)
    assert game.moves == ((4, 1), (2, -1), (3, 1))
    trace = game.play(ThresholdHalving)
    assert trace.facts["n"] == 8


@pytest.mark.parametrize(
    "case", [bisected_grid(4), RoundCost("thresholds", 3, 1, 2), *doublings("list", steps=1), ImageCost(2, 3)]
)
def test_cases_survive_json(case: Any) -> None:
    kinds = ThresholdCost | RoundCost | FitCost | ImageCost
    assert decode(encode(case), kinds) == case


def test_no_case_is_refused() -> None:
    with pytest.raises(ValueError, match="3 examples"):
        FitCost("boosting", 2, 1).prepared(DecisionStump, as_it_is)
    with pytest.raises(ValueError, match="at least one step"):
        ThresholdCost(0, ())


# ---- the benchmark ----


@pytest.fixture(scope="module")
def benchmark() -> Any:
    """The module, which is not installed with the packages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[1]))
        return importlib.import_module("benchmarks.costs")


def test_an_exponent_is_the_slope(benchmark: Any) -> None:
    sizes = [2**power for power in range(6)]
    assert benchmark.exponent(sizes, [3 * size**2 for size in sizes]) == pytest.approx(2)
    assert benchmark.exponent(sizes, [7 for _ in sizes]) == pytest.approx(0)


def test_the_benchmark_counts_at_least_three_doublings(benchmark: Any) -> None:
    for growth in benchmark.GROWTHS:
        assert len(growth.values) >= 4
        assert all(later >= 2 * size for size, later in pairwise(growth.values))
    linear = next(growth for growth in benchmark.GROWTHS if growth.claim.id == "perceptron-cost")
    assert benchmark.exponent(linear.values, benchmark.operations(linear)) == pytest.approx(1, abs=0.05)
