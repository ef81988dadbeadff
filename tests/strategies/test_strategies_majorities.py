"""k-out-of-r majorities, halfspaces with duplicated variables, boosting by majority, random stopping: their cases."""

import itertools
import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from learncheck.learners import Consistent, Halving, WinnowKOfR
from learncheck.strategies.boolean.games import winnow_attack
from learncheck.strategies.boolean.majorities import (
    IntegerHalfspaceGame,
    halfspace_attack,
    majority,
    majority_attack,
    near_the_threshold,
    small_majority_games,
    small_margin_games,
)
from learncheck.strategies.play.choices import everything
from learncheck.strategies.play.drawn import strategy
from learncheck.theorems.language.derivations import Derivation
from learncheck.theorems.notes.finite.online_to_batch import (
    RANDOM_STOPPING,
    RandomStopping,
    random_stopping,
    rare_point,
)
from learncheck.theorems.notes.winnow.halfspaces import HALFSPACES
from learncheck.theorems.notes.winnow.margins import BY_MARGIN, LARGEST, MARGIN, TUNED
from learncheck.theorems.notes.winnow.orders import ONE, SEVERAL

HALF = Fraction(1, 2)


# ------------------------------------------------------------------------------------------------------- k of r


def test_every_majority_is_enumerated() -> None:
    games = [
        game
        for game, _ in everything(
            partial(small_majority_games, variables=2, rounds=1, realizable=True, tuned_step=True)
        )
    ]
    assert len(games) == len(set(games)) == 1 * (1 + 2) + (1 + 1 + 2) * (1 + 4)
    assert {(len(game.relevant), game.k) for game in games if game.n == 2} == {(1, 1), (2, 1), (2, 2)}


@pytest.mark.parametrize(("n", "r", "k"), [(2, 1, 1), (9, 1, 1), (16, 2, 2), (24, 3, 3), (12, 4, 2)])
def test_winnow_errs_on_every_example_of_the_attack(n: int, r: int, k: int) -> None:
    trace = majority_attack(n, r, k).play(WinnowKOfR)
    assert trace.mistakes == len(trace.rounds) > 0
    assert all(round_.label == majority(k, range(r), round_.instance) for round_ in trace.rounds)
    if k == 1:
        assert trace.mistakes == len(winnow_attack(n, r).rounds)


# --------------------------------------------------------------------------------------------------- halfspaces


def test_variables_are_turned_and_duplicated() -> None:
    game = IntegerHalfspaceGame((2, -1), HALF, HALF, ((0, 0), (1, 0), (1, 1), (0, 1)))
    assert (game.total, game.n, game.moved) == (3, 6, Fraction(3, 2))
    assert game.relevant == (0, 1, 3)
    shown = [(x.tolist(), y) for x, y in game.examples()]
    assert shown[0] == ([0, 0, 0, 1, 1, 1], -1)
    assert shown[2] == ([1, 1, 1, 0, 0, 0], 1)
    for x, y in shown:
        assert (sum(x[i] for i in game.relevant) >= game.moved) == (y == 1)


def test_small_margin_games_keep_it_too() -> None:
    games = [game for game, _ in everything(partial(small_margin_games, variables=2, heaviest=1, rounds=2))]
    assert len(games) == len(set(games)) > 20
    trace = near_the_threshold(40).play(WinnowKOfR)
    assert not MARGIN.holds(trace)
    assert trace.mistakes == 40


@pytest.mark.parametrize(("weights", "threshold"), [((1, 0, 0, 0), HALF), ((1, 1, 0, 0, 0, 0), 3 * HALF)])
def test_winnow_errs_on_every_instance_of_the_attack(weights: tuple[int, ...], threshold: Fraction) -> None:
    trace = halfspace_attack(weights, threshold).play(WinnowKOfR)
    assert trace.mistakes == len(trace.rounds) > 0
    assert all(premise.holds(trace) for claim in (HALFSPACES, BY_MARGIN) for premise in claim.assuming)


def test_a_derivation_names_what_it_follows_from() -> None:
    for claim in (TUNED, LARGEST, SEVERAL, ONE):
        assert len(list(claim.shown())) == len(claim.lines)
    wrong = Derivation("wrong", TUNED.known, {"from nowhere": (TUNED.concludes, ("a line",))})
    with pytest.raises(ValueError, match="which does not come before it"):
        list(wrong.shown())


# ---------------------------------------------------------------------------------------------- random stopping


def by_hand(case: RandomStopping, make: type) -> tuple[Fraction, Fraction, int]:
    """The expected error, in the order of drawing and in the worst, and the most mistakes, sample by sample."""
    total, t = sum(case.weights), case.samples
    labels = case.hypotheses[case.target]
    points = range(len(case.weights))
    expected, most = Fraction(0), 0
    worst: dict[tuple[int, ...], Fraction] = {}
    chance: dict[tuple[int, ...], Fraction] = {}
    for sample in itertools.product(points, repeat=t):
        learner, errors, mistakes = make(np.array(case.hypotheses)), Fraction(0), 0
        for x in sample:
            mistakes += learner.predict(x) != labels[x]
            learner.update(x, labels[x])
            errors += Fraction(sum(case.weights[i] for i in points if learner.predict(i) != labels[i]), total)
        most = max(most, mistakes + any(learner.predict(i) != labels[i] for i in points))
        probability = Fraction(math.prod(case.weights[x] for x in sample), total**t)
        expected += probability * errors / t
        key = tuple(sorted(sample))
        worst[key] = max(worst.get(key, Fraction(0)), errors / t)
        chance[key] = chance.get(key, Fraction(0)) + probability
    return expected, sum((chance[key] * worst[key] for key in worst), start=Fraction(0)), most


@pytest.mark.parametrize("learner", [Consistent, Halving])
def test_all_samples_at_once_give_what_each_by_itself_gives(learner: type) -> None:
    @settings(max_examples=25)
    @given(strategy(partial(random_stopping, points=3, heaviest=4, samples=4)))
    def check(drawn: tuple[RandomStopping, Any]) -> None:
        facts = drawn[0].play(learner).facts
        found = (facts.expected_error, facts.error_in_worst_order, facts.most_mistakes)
        assert found == by_hand(drawn[0], learner)

    check()


def test_a_rare_point_comes_late() -> None:
    facts = rare_point(4, 8).play(Consistent).facts
    seen = [Fraction(3, 4) ** after for after in range(1, 9)]
    assert facts.expected_error == sum(seen) / 4 / 8
    assert RANDOM_STOPPING.measure(rare_point(4, 8).play(Consistent))
    for t in (3, 5, 9):
        assert rare_point(2, t).play(Consistent).facts.error_in_worst_order == Fraction(1, 4)
