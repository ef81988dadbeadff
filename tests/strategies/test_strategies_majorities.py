"""k-out-of-r majorities, halfspaces with duplicated variables, boosting by majority, random stopping: their cases."""

import itertools
import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from learncheck.learners import Consistent, Halving
from learncheck.strategies.boolean.majorities import majority_games
from learncheck.strategies.play.choices import everything
from learncheck.strategies.play.drawn import strategy
from learncheck.theorems.notes.finite.online_to_batch import (
    RandomStopping,
    random_stopping,
)

# ------------------------------------------------------------------------------------------------------- k of r


def test_every_majority_is_enumerated() -> None:
    build = partial(majority_games, variables=2, rounds=1, adversary=False, realizable=True, tuned_step=True)
    games = [game for game, _ in everything(build)]
    assert len(games) == len(set(games)) == 1 * (1 + 2) + (1 + 1 + 2) * (1 + 4)
    assert {(len(game.relevant), game.k) for game in games if game.n == 2} == {(1, 1), (2, 1), (2, 2)}


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
        errors = (facts.expected_error, facts.error_in_worst_order, facts.most_mistakes)
        assert errors == by_hand(drawn[0], learner)

    check()
