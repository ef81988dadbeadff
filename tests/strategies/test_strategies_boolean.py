"""Games over 0/1 features and of thresholds: legal whatever the script, the same after JSON, small when shrunk."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from learncheck.learners import DisjunctionElimination, Perceptron, ThresholdHalving, Winnow
from learncheck.strategies.boolean.games import (
    BooleanGame,
    against_winnow,
    all_labels,
    any_labels,
    disjunction,
    small_winnow_games,
    winnow_attack,
    winnow_seesaw,
)
from learncheck.strategies.play.choices import everything
from learncheck.strategies.play.drawn import strategy
from learncheck.theorems.notes.finite.any_labels import NearestNeighbour, PerceptronOnTheLine
from learncheck.theorems.notes.finite.disjunctions import (
    DisjunctionGame,
    disjunction_games,
    unit_vector_game,
    unit_vectors,
)
from learncheck.theorems.notes.finite.thresholds import middle_game
from learncheck.theorems.notes.finite.unlearnable import (
    LeastRectangle,
    LineBisection,
    PerceptronInThePlane,
    RectangleBisection,
)

# ------------------------------------------------------------------------------------------------------- Winnow


def test_every_disjunction_is_enumerated() -> None:
    build = partial(small_winnow_games, variables=2, rounds=1, realizable=True)
    games = [game for game, _ in everything(build)]
    assert len(games) == len(set(games)) == 2 * (1 + 2) + 4 * (1 + 4)
    assert {game.relevant for game in games if game.n == 2} == {(), (0,), (1,), (0, 1)}


def test_enumerated_labels_are_all_there() -> None:
    games = [game for game, _ in everything(partial(all_labels, variables=2, entries=2))]
    assert len(games) == len(set(games)) == (1 + 2 + 4) + (1 + 6)


@given(strategy(partial(any_labels, variables=6, rounds=14)))
def test_the_shadow_has_winnows_weights(drawn: tuple[BooleanGame, Any]) -> None:
    game = drawn[0]
    winnow, adversary = Winnow(game.n), against_winnow(game.n, game.relevant)
    for x, y in game.rounds:
        winnow.update(np.array(x), y)
        adversary.update(x, y)
        assert winnow.w.tolist() == adversary.shadow.weights[0].tolist()


@pytest.mark.parametrize(("n", "relevant"), [(2, 1), (5, 2), (9, 1), (33, 4), (64, 64)])
def test_winnow_errs_on_every_example_of_the_attack(n: int, relevant: int) -> None:
    trace = winnow_attack(n, relevant).play(Winnow)
    assert trace.mistakes == len(trace.rounds) > 0
    assert all(round_.label == disjunction(range(relevant), round_.instance) for round_ in trace.rounds)


def test_the_seesaw_takes_two_for_one() -> None:
    trace = winnow_seesaw(64, 18).play(Winnow)
    assert trace.mistakes == 18
    assert sum(round_.label == 1 for round_ in trace.rounds) == 6


# -------------------------------------------------------------------------------------------------- disjunctions


@pytest.mark.parametrize("learner", [DisjunctionElimination, Winnow, Perceptron])
def test_some_monotone_disjunction_gives_the_labels_whoever_plays(learner: type) -> None:
    @given(strategy(partial(disjunction_games, variables=4, rounds=8)))
    def check(drawn: tuple[DisjunctionGame, Any]) -> None:
        trace = drawn[0].play(learner)
        consistent = [
            target
            for target in product((0, 1), repeat=drawn[0].n)
            if all((1 if np.dot(target, round_.instance) else -1) == round_.label for round_ in trace.rounds)
        ]
        assert consistent
        certified = tuple(int(i in trace.facts.variables) for i in range(drawn[0].n))
        assert certified == max(consistent, key=sum)

    check()


def test_labels_are_contradicted_wherever_a_disjunction_allows_it() -> None:
    trace = DisjunctionGame(2, (((1, 1), 1), ((1, 0), 0), ((0, 1), 0))).play(DisjunctionElimination)
    assert [(round_.prediction, round_.label) for round_ in trace.rounds] == [(1, 1), (1, -1), (1, 1)]


def test_unit_vectors_in_every_order() -> None:
    games = {game for game, _ in everything(partial(unit_vectors, variables=3))}
    assert len(games) == 1 + 2 + 6
    assert unit_vector_game((1, 0)) in games
    assert unit_vector_game((1, 0)).moves == (((0, 1), 0), ((1, 0), 0))


# ---------------------------------------------------------------------------------------------------- thresholds


@pytest.mark.parametrize("n", [1, 2, 6, 7, 62])
def test_the_middle_bisects_the_thresholds(n: int) -> None:
    trace = middle_game(n).play(ThresholdHalving)
    assert trace.mistakes == len(trace.rounds) == (n + 2).bit_length() - 1


@pytest.mark.parametrize("learner", [PerceptronOnTheLine, NearestNeighbour])
def test_nobody_is_ever_right_on_the_line(learner: type) -> None:
    trace = LineBisection(60, Fraction(-1, 3), Fraction(2)).play(learner)
    theta = trace.facts.threshold
    assert trace.mistakes == 60
    assert all((round_.instance > theta) == (round_.label == 1) and round_.instance != theta for round_ in trace.rounds)


@pytest.mark.parametrize("learner", [LeastRectangle, NearestNeighbour, PerceptronInThePlane])
def test_nobody_is_ever_right_in_the_plane(learner: type) -> None:
    trace = RectangleBisection(60, Fraction(0), Fraction(1), Fraction(1, 2)).play(learner)
    (left, low), (right, high) = trace.facts.rectangle
    assert trace.mistakes == 60
    for round_ in trace.rounds:
        x, y = round_.instance
        assert (left <= x <= right and low <= y <= high) == (round_.label == 1)
