"""Games with experts: legal whatever the script, the same after a round trip through JSON, small when shrunk."""

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from learncheck.exact.answers import InvalidAnswer
from learncheck.learners import ExpertsMajority, ExpertsRestart, RandomizedWeightedMajority, WeightedMajority
from learncheck.strategies.play.choices import everything
from learncheck.strategies.play.drawn import strategy
from learncheck.strategies.tables import experts
from learncheck.theorems.notes.experts.randomized import leader_game, randomized_games
from learncheck.theorems.notes.experts.tuned import tuned

LEARNERS: dict[experts.Trust, type] = {"perfect": ExpertsMajority, "restart": ExpertsRestart, "halve": WeightedMajority}


def trusts(trust: experts.Trust) -> Any:
    return strategy(partial(experts.experts_games, trust=trust, experts=6, rounds=8))


@given(trusts("halve"))
def test_the_shadow_has_the_weights_of_weighted_majority(drawn: tuple[experts.ExpertsGame, Any]) -> None:
    game = drawn[0]
    learner = WeightedMajority(game.n)
    environment: Any = game.environment()
    for move in game.script():
        advice = environment.present(move)
        label = environment.answer(move, learner.predict(advice))
        learner.update(advice, label)
        assert (learner.w == 0.5 ** environment.games.halvings[0]).all()


@pytest.mark.parametrize(
    "halvings", [[0], [0, 0], [0, 1, 1], [0, 0, 1, 1, 2, 2], [3, 1, 4, 1, 5, 9, 2, 6], [0, 7, 7, 7]]
)
def test_advice_is_as_even_as_any(halvings: list[int]) -> None:
    weights = np.array([Fraction(1, 2**k) for k in halvings])
    (advice,) = experts.even_advice(np.array([halvings]), np.ones((1, len(halvings)), dtype=bool))
    every = (2 * np.array(np.unravel_index(range(2 ** len(halvings)), (2,) * len(halvings))).T - 1) @ weights
    assert abs(advice @ weights) == min(abs(every))


def test_advice_counts_the_trusted_only() -> None:
    trusted = np.array([True, False, True, False])
    assert sorted(experts.even_advice(np.zeros((1, 4), dtype=int), trusted[None])[0, trusted]) == [-1, 1]


@pytest.mark.parametrize("learner", LEARNERS.values())
def test_the_balancing_adversary_contradicts_every_learner(learner: type) -> None:
    trace = experts.even_game(5, 12, "halve").play(learner)
    assert trace.mistakes == len(trace.rounds) == 12


def test_enumerated_games_are_all_there() -> None:
    for stances in (1, 2):
        build = partial(experts.all_advice, experts=2, rounds=2, trust="halve", stances=stances)
        games = [game for game, _ in everything(build)]
        assert len(games) == len(set(games)) == (1 + 2 + 4 * stances) + (1 + 4 + 16 * stances)


def test_the_weights_are_exact_in_enumerated_games() -> None:
    build = partial(randomized_games, experts=2, rounds=2, leaders=3, alone=18)
    for game, _ in everything(build):
        learner = RandomizedWeightedMajority(*game.arguments())
        exact = [Fraction(1)] * game.n
        for advice, label in game.rounds:
            learner.update(np.array(advice), label)
            exact = [w * (1 - game.epsilon * (a != label)) for w, a in zip(exact, advice, strict=True)]
        assert [Fraction(w) for w in learner.w.tolist()] == exact


@pytest.mark.parametrize("answer", [[1.0], [[0.5, 0.5]], [0.5, 0.6], [1.5, -0.5], [float("nan"), 1.0]])
def test_an_answer_that_is_no_distribution_is_invalid(answer: Any) -> None:
    class Other(RandomizedWeightedMajority):
        def probabilities(self) -> Any:
            return np.array(answer)

    with pytest.raises(InvalidAnswer, match="probabilities"):
        leader_game(2, Fraction(1, 2), 1).play(Other)


def test_no_step_is_tuned_to_a_perfect_expert() -> None:
    assert tuned(leader_game(2, Fraction(1), 1)) is None
