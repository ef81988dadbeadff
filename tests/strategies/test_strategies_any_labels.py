"""Games without prior knowledge, and labellings of the line."""

from functools import partial
from typing import Any

from hypothesis import given

from learncheck.strategies.play.drawn import strategy
from learncheck.theorems.notes.finite.any_labels import (
    AnyLabels,
    LineLabellings,
    Memorizing,
    NearestNeighbour,
    any_labels,
    line_labellings,
)


@given(strategy(partial(any_labels, size=4, rounds=8)))
def test_labels_are_those_of_a_function(drawn: tuple[AnyLabels, Any]) -> None:
    game, _ = drawn
    for learner in (Memorizing, NearestNeighbour):
        trace = game.play(learner)
        assert all(trace.facts.target[round_.instance] == round_.label for round_ in trace.rounds)
        assert len(trace.rounds) == len(game.moves)


@given(strategy(partial(line_labellings, points=4, apart=3)))
def test_the_line_has_2m_labellings_by_halfspaces(drawn: tuple[LineLabellings, Any]) -> None:
    case, _ = drawn
    facts, m = case.play(None).facts, len(case.points)
    assert (facts.thresholds, facts.halfspaces, facts.neither_way) == (m + 1, 2 * m, 0)
