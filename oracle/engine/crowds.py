"""Playing the crowds of a claim: which of their games have to be judged, so that all of them are."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from sympy import Le

from learncheck.strategies.play.crowd import Crowd, Ints
from learncheck.theorems.language.claim import Claim

GAMES = 1_000
"""The games of a crowd."""


class Speaker(NamedTuple):
    """A game of a crowd that is judged for others as well: its mistakes, and the number of games that it speaks for.

    `again` plays the whole crowd once more.
    """

    crowd: Crowd
    number: int
    mistakes: int
    games: int
    again: Callable[[], Crowd]

    def recited(self, *arguments: Any) -> "Recital":
        """Makes a learner that answers in this game as it was answered in the crowd."""
        return Recital([int(each[self.number]) for each in self.crowd.predictions])

    def goes_otherwise_again(self) -> bool:
        """Whether the crowd goes otherwise when it is played once more, as those of random learners do."""
        try:
            again = self.again()
        except Exception:  # which it did not raise before
            return True
        return not np.array_equal(np.array(again.predictions), np.array(self.crowd.predictions))


class Recital:
    """A learner that gives these answers."""

    def __init__(self, answers: list[int]) -> None:
        self._answers = iter(answers)

    def predict(self, x: Any) -> int:
        return next(self._answers)

    def update(self, x: Any, y: int) -> None:
        pass


def speakers(claim: Claim, make: Any, seed: int, games: int) -> Iterator[Speaker]:
    """Plays crowds of the claim, of so many games in all, and tells which of them to judge, a crowd's worst first.

    Nothing comes where the claim has no crowds, or the learner's code does not run on many games at once.
    """
    if claim.crowd is None or not isinstance(make, type):
        return
    generator = np.random.default_rng(seed)
    for _ in range(games // GAMES):
        draw = partial(claim.crowd, games=GAMES, given=frozenset(claim.given), **claim.cases.scout)
        before = deepcopy(generator)
        crowd = draw(generator)
        try:
            signs = crowd.play(make)
        except Exception:  # whatever it is, the games that are played one by one show it
            return

        def again(draw: Callable[..., Crowd] = draw, before: np.random.Generator = before) -> Crowd:
            crowd = draw(deepcopy(before))
            crowd.play(make)
            return crowd

        mistakes = signs[:, 0]
        worst_first = np.argsort(-mistakes, kind="stable")
        told = signs[worst_first][:, 2 if bounds_mistakes(claim) else 0 :]
        for first, count in zip(*distinct(told), strict=True):
            number = int(worst_first[first])
            yield Speaker(crowd, number, int(mistakes[number]), int(count), again)


def bounds_mistakes(claim: Claim) -> bool:
    """Whether the bound says M ≤ ..., of which M is no part: then of games that differ in mistakes alone, the one with
    the most speaks for all."""
    mistakes = next((each for each in claim.bound.free_symbols if each.name == "M"), None)
    if not isinstance(claim.bound, Le) or claim.bound.lhs != mistakes:
        return False
    return not {each.name for each in claim.bound.rhs.free_symbols} & {"M", "M₊", "M₋"}


def distinct(rows: Ints) -> tuple[Ints, Ints]:
    """The first of every kind of rows, and how many there are of it, in the order of those first ones."""
    if rows.shape[1] == 0:
        return np.array([0]), np.array([len(rows)])
    _, first, counts = np.unique(rows, axis=0, return_index=True, return_counts=True)
    order = np.argsort(first)
    return first[order], counts[order]
