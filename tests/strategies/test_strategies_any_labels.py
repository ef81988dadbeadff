"""Games without prior knowledge, and labellings of the line."""

from functools import partial
from typing import Any

from hypothesis import given

from learncheck.strategies.play.drawn import strategy
from learncheck.theorems.notes.finite.any_labels import (
    AnyLabels,
    Memorizing,
    NearestNeighbour,
    any_labels,
)


@given(strategy(partial(any_labels, size=4, rounds=8)))
def test_labels_are_those_of_a_function(drawn: tuple[AnyLabels, Any]) -> None:
    game, _ = drawn
    for learner in (Memorizing, NearestNeighbour):
        trace = game.play(learner)
        assert all(trace.facts.target[round_.instance] == round_.label for round_ in trace.rounds)
        assert len(trace.rounds) == len(game.moves)
