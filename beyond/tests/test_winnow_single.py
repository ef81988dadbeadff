"""The worst games on a single variable are games of Winnow, as long as the other search and the formula say."""

import pytest

from learncheck.learners import Winnow
from learncheck_beyond import minimax
from learncheck_beyond.winnow_single import by_formula, worst_game


@pytest.mark.parametrize("n", [*range(2, 14), 21, 22, 23, 32])
def test_winnow_errs_in_every_round_of_a_game_as_long_as_the_formula_says(n: int) -> None:
    game = worst_game(n)
    assert all(label == (1 if x[0] else -1) for x, label in game.rounds)
    assert game.play(Winnow).mistakes == len(game.rounds) == by_formula(n)


@pytest.mark.parametrize("n", range(2, 7))
def test_both_searches_find_the_same(n: int) -> None:
    assert len(worst_game(n).rounds) == minimax.winnow_value(n, 1)
