"""The environment that walks down a mistake tree, and the standard optimal algorithm."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from learncheck.learners import Consistent, Halving
from learncheck.strategies.play.drawn import strategy
from learncheck.strategies.tables.finite_class import thresholds
from learncheck.theorems.notes.finite.littlestone import game_value
from learncheck_beyond import littlestone
from learncheck_beyond.littlestone import StandardOptimal


@pytest.mark.parametrize("learner", [StandardOptimal, Halving, Consistent])
def test_a_mistake_tree_is_legal_and_forces_its_depth(learner: type) -> None:
    @settings(deadline=None)
    @given(strategy(partial(littlestone.mistake_tree_games, points=4, rows=8)))
    def check(drawn: tuple[littlestone.MistakeTreeGame, Any]) -> None:
        game, _ = drawn
        trace = game.play(learner)
        target = game.hypotheses[trace.facts.consistent]
        assert all(target[round.instance] == round.label for round in trace.rounds)
        assert trace.mistakes == len(trace.rounds) == game.value

    check()


def test_halving_is_not_optimal() -> None:
    game = littlestone.harder_for_halving()
    values = game_value(game.hypotheses)
    assert values(values.everything) == 2
    for answer_at_ties in (0, 1, -1):

        class Breaks(Halving):
            def predict(self, x: int, tie: int = answer_at_ties) -> int:
                return super().predict(x) or tie

        assert game.play(Breaks).mistakes == 3
    assert game.play(StandardOptimal).mistakes <= 2


def test_the_optimum_shows_its_version_space() -> None:
    learner = StandardOptimal(np.array(thresholds(4)))
    assert learner.alive.tolist() == [True] * 4
    learner.update(1, -1)
    assert learner.alive.tolist() == [False, False, True, True]
