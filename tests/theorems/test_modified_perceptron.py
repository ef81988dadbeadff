"""Modified Perceptron: its games, its random start, and what the printed theorem gets wrong."""

import math
from fractions import Fraction

import numpy as np
import pytest

from learncheck.learners import ModifiedPerceptron
from learncheck.oracle.engine.judge import judge
from learncheck.theorems.notes.halfspaces.random_starts import BAD_START, BadStartGame, cap


@pytest.mark.parametrize("start", [(-1, 0), (-1, 5), (-2, 3, -4), (-1, 9, 9, 9, 9)])
@pytest.mark.parametrize("eighths", [1, 4, 7])
def test_a_bad_start_updates_in_every_round(start, eighths):
    game = BadStartGame(start, Fraction(eighths, 8), 12)
    trace = game.play(ModifiedPerceptron, ("w",))
    assert trace.mistakes == 12
    assert all(not np.array_equal(round_.before["w"], round_.after["w"]) for round_ in trace.rounds)
    assert all(round_.after["w"][0] < 0 < round_.instance[0] for round_ in trace.rounds)
    assert all(abs(np.linalg.norm(round_.instance) - 1) < 1e-12 for round_ in trace.rounds)
    assert judge(BAD_START, ModifiedPerceptron, game).verdict == "stands"


class RoundsOtherwise(ModifiedPerceptron):
    """Adds up its products in another order."""

    def update(self, x, y):
        along = float((self.w * x)[::-1].sum())
        if y * along < 0 and abs(along) > self.sigma * np.linalg.norm(self.w):
            self.w = self.w - along * x


@pytest.mark.parametrize("rounds", [54, 128])
def test_a_bad_start_ends_before_rounding_decides(rounds):
    game = BadStartGame((-1, 0, 0, 0, 0, 0, 1, 3), Fraction(1, 2), rounds)
    assert judge(BAD_START, RoundsOtherwise, game).verdict == "stands"
    assert 30 < len(game.play(ModifiedPerceptron).rounds) < 54


# the random start


def test_caps_that_are_known():
    assert cap(1) == (Fraction(1, 2), Fraction(1, 2))
    for size, exact in ((2, 0.25), (3, (1 - 1 / math.sqrt(3)) / 2)):
        low, high = cap(size)
        assert low <= high
        assert high - low < Fraction(1, 2**150)
        assert float(low) == pytest.approx(exact, abs=1e-15)


def test_the_cap_agrees_with_random_starts():
    draws = np.random.default_rng(0).normal(size=(200_000, 6))
    share = (draws[:, 0] >= np.linalg.norm(draws, axis=1) / math.sqrt(6)).mean()
    assert share == pytest.approx(float(cap(6)[0]), abs=0.004)
