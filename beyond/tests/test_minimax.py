"""The exact values of small games agree with brute-force play, and games attain them on the learners themselves."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import product
from math import exp, isclose, log2
from typing import Any

import numpy as np
import pytest

from learncheck.learners import Ellipsoid, ExpertsRestart, Halving, WeightedMajority, Winnow
from learncheck.oracle.engine.judge import judge
from learncheck.strategies.boolean.games import winnow_attack
from learncheck.strategies.halfspaces.vectors import directions, lines
from learncheck.strategies.play.case import decode, encode
from learncheck.strategies.samples.boosting import disjoint_errors
from learncheck.strategies.tables.finite_class import cube, thresholds
from learncheck.theorems.notes.boosting.adaboost import TRAINING_ERROR
from learncheck.theorems.notes.experts.weighted_majority import WEIGHTED_MAJORITY, PatientGame, patient_game
from learncheck_beyond import minimax
from learncheck_beyond.littlestone import harder_for_halving
from learncheck_beyond.weighted_majority import WEIGHTED_MAJORITY_SHARPER
from learncheck_beyond.winnow import WINNOW_SHARPER

pytestmark = pytest.mark.slow

Legal = Callable[[Sequence[tuple[Any, int]]], bool]


def most_mistakes(learner: Any, instances: Sequence[Any], legal: Legal, rounds: int) -> int:
    """Every sequence of mistakes, played on copies of the learner itself."""

    def beyond(learner: Any, played: list[tuple[Any, int]], left: int) -> int:
        best = 0
        for x, y in product(instances, (1, -1)) if left else ():
            if learner.predict(x) != y and legal([*played, (x, y)]):
                after = deepcopy(learner)
                after.update(x, y)
                best = max(best, 1 + beyond(after, [*played, (x, y)], left - 1))
        return best

    return beyond(learner, [], rounds)


def all_advice(n: int) -> list[Any]:
    return [np.array((1, *rest)) for rest in product((1, -1), repeat=n - 1)]


def best_errs(m: int) -> Legal:
    return lambda played: min(sum(x[i] != y for x, y in played) for i in range(len(played[0][0]))) <= m


@pytest.mark.parametrize(("n", "m"), [(1, 2), (2, 0), (2, 2), (3, 0), (3, 1), (4, 0)])
def test_experts_values_are_those_of_play(n: int, m: int) -> None:
    for learner, value in (
        (WeightedMajority, minimax.weighted_majority_value),
        (ExpertsRestart, minimax.restart_value),
    ):
        worst = value(n, m)
        assert most_mistakes(learner(n), all_advice(n), best_errs(m), worst + 1) == worst


@pytest.mark.parametrize(("n", "r"), [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)])
def test_winnow_values_are_those_of_play(n: int, r: int) -> None:
    def legal(played: Sequence[tuple[Any, int]]) -> bool:
        return all((x[:r].any() and y == 1) or (not x[:r].any() and y == -1) for x, y in played)

    instances = [np.array(x) for x in product((0, 1), repeat=n)]
    worst = minimax.winnow_value(n, r)
    assert most_mistakes(Winnow(n), instances, legal, worst + 1) == worst


@pytest.mark.parametrize("hypotheses", [cube(2), thresholds(4), thresholds(5)])
def test_halving_values_are_those_of_play(hypotheses: Any) -> None:
    table = np.array(hypotheses)

    def legal(played: Sequence[tuple[Any, int]]) -> bool:
        return any(all(row[x] == y for x, y in played) for row in table)

    worst = minimax.halving_value(hypotheses)
    assert most_mistakes(Halving(table), range(table.shape[1]), legal, worst + 1) == worst


@pytest.mark.parametrize("n", [1, 2])
def test_ellipsoid_values_are_those_of_play(n: int) -> None:
    targets = directions(2, n)

    def legal(played: Sequence[tuple[Any, int]]) -> bool:
        return bool(np.all([y * (targets @ x) > 0 for x, y in played], axis=0).any())

    instances = [np.array(x) / n for x in lines(2, n)]
    worst = minimax.ellipsoid_value(n)
    assert most_mistakes(Ellipsoid(2), instances, legal, worst + 1) == worst


@pytest.mark.parametrize(("n", "r", "value"), [(9, 2, 17), (12, 1, 9)])
def test_more_values_of_winnow(n: int, r: int, value: int) -> None:
    assert minimax.winnow_value(n, r) == value
    assert minimax.winnow_line(n, r).play(Winnow).mistakes == value


def test_halving_makes_a_mistake_more_than_the_optimum_on_a_known_class() -> None:
    assert minimax.halving_value(harder_for_halving().hypotheses) == 3


@pytest.mark.parametrize(("n", "m"), [(5, 2), (6, 2), (7, 1)])
def test_a_game_attains_weighted_majoritys_value(n: int, m: int) -> None:
    trace = minimax.weighted_majority_line(n, m).play(WeightedMajority)
    assert trace.mistakes == len(trace.rounds) == minimax.weighted_majority_value(n, m)
    assert trace.facts.errors.min() <= m


@pytest.mark.parametrize(("n", "r"), [(5, 2), (7, 4), (8, 1)])
def test_a_sequence_attains_winnows_value(n: int, r: int) -> None:
    outcome = judge(WINNOW_SHARPER, Winnow, minimax.winnow_line(n, r))
    assert outcome.verdict == "stands"
    assert not outcome.outside
    assert outcome.trace is not None
    assert outcome.trace.mistakes == minimax.winnow_value(n, r) >= len(winnow_attack(n, r).rounds)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_game_attains_ellipsoids_value(n: int) -> None:
    assert minimax.ellipsoid_game(n).play(Ellipsoid).mistakes == minimax.ellipsoid_value(n)


def test_values_and_the_bounds() -> None:
    for n, r in product(range(2, 7), range(1, 7)):
        assert r > n or minimax.winnow_value(n, r) <= 1 - r + 3 * r * log2(n)
    assert [minimax.weighted_majority_value(n, 0) for n in range(1, 8)] == [0, 1, 2, 3, 3, 4, 5]
    assert [minimax.ellipsoid_value(n) for n in (1, 2, 3)] == [2, 3, 5]


def test_the_patient_adversary_gets_all_that_the_sharper_bound_allows() -> None:
    game = patient_game(1024, 100, 96)
    assert decode(encode(game), PatientGame) == game
    printed = judge(WEIGHTED_MAJORITY, WeightedMajority, game)
    sharper = judge(WEIGHTED_MAJORITY_SHARPER, WeightedMajority, game)
    assert printed.verdict == sharper.verdict == "stands"
    assert printed.ratio is not None
    assert printed.ratio > 0.99
    assert sharper.observed is not None
    assert sharper.bound is not None
    assert sharper.observed == 196 == int(sharper.bound)


@pytest.mark.parametrize("k", [4, 10])
def test_two_rounds_on_disjoint_errors_are_the_best_there_are(k: int) -> None:
    outcome = judge(TRAINING_ERROR, TRAINING_ERROR.learner, disjoint_errors(Fraction(1, k)))
    assert outcome.observed is not None
    attained, most = minimax.adaboost_value(2, Fraction(1, k))
    assert attained <= most <= attained + Fraction(1, 10**9)
    assert isclose(outcome.observed, most, abs_tol=1e-9)
    assert most < exp(-4 / k**2)


@pytest.mark.parametrize("rounds", [1, 2, 3, 6])
@pytest.mark.parametrize("gamma", [Fraction(1, 50), Fraction(1, 5)])
def test_adaboosts_values_lie_between_bounds_that_meet(rounds: int, gamma: Fraction) -> None:
    attained, most = minimax.adaboost_value(rounds, gamma)
    assert attained <= most <= attained + Fraction(1, 10**9)
    assert rounds > 1 or attained == most == Fraction(1, 2) - gamma


def test_no_rounding_decides_for_the_undecided() -> None:
    x = np.array([1 / 2, -3 / 8])
    for nudge, due in ((0.0, 0), (2.0**-50, 0), (1e-6, 1), (-1e-6, -1)):
        learner = minimax.UndecidedEllipsoid(2)
        learner.w = np.array([1 / 5 + nudge, 4 / 15])
        assert learner.predict(x) == due
