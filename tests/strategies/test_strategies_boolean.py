"""Games over 0/1 features and of thresholds: legal whatever the script, the same after JSON, small when shrunk."""

from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from learncheck.learners import DisjunctionElimination, Perceptron, Winnow
from learncheck.strategies.boolean.games import (
    BooleanGame,
    against_winnow,
    all_labels,
    winnow_games,
)
from learncheck.strategies.play.choices import everything
from learncheck.strategies.play.drawn import strategy
from learncheck.theorems.notes.finite.disjunctions import (
    DisjunctionGame,
    disjunction_games,
)

# ------------------------------------------------------------------------------------------------------- Winnow


def test_every_disjunction_is_enumerated() -> None:
    build = partial(winnow_games, variables=2, rounds=1, adversary=False, realizable=True)
    games = [game for game, _ in everything(build)]
    assert len(games) == len(set(games)) == 2 * (1 + 2) + 4 * (1 + 4)
    assert {game.relevant for game in games if game.n == 2} == {(), (0,), (1,), (0, 1)}


def test_enumerated_labels_are_all_there() -> None:
    games = [game for game, _ in everything(partial(all_labels, variables=2, entries=2))]
    assert len(games) == len(set(games)) == (1 + 2 + 4) + (1 + 6)


@given(strategy(partial(winnow_games, variables=6, rounds=14)))
def test_the_shadow_has_winnows_weights(drawn: tuple[BooleanGame, Any]) -> None:
    game = drawn[0]
    winnow, adversary = Winnow(game.n), against_winnow(game.n, game.relevant)
    for x, y in game.rounds:
        winnow.update(np.array(x), y)
        adversary.update(x, y)
        assert winnow.w.tolist() == adversary.shadow.weights[0].tolist()


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
