"""Playing the batches of a claim: which of their games have to be judged, so that all of them are."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from sympy import Le

from learncheck.strategies.play.batch import Batch, Ints
from learncheck.theorems.language.claim import Claim

GAMES = 1_000
"""The games of a batch."""


class Representative(NamedTuple):
    """A game of a batch that is judged for others as well: its mistakes, and the number of games that it speaks for.

    `again` plays the whole batch once more.
    """

    batch: Batch
    number: int
    mistakes: int
    games: int
    again: Callable[[], Batch]

    def recited(self, *arguments: Any) -> "Recital":
        """Makes a learner that answers in this game as it was answered in the batch."""
        return Recital([int(each[self.number]) for each in self.batch.predictions])

    def goes_otherwise_again(self) -> bool:
        """Whether the batch goes otherwise when it is played once more, as those of random learners do."""
        try:
            again = self.again()
        except Exception:  # which it did not raise before
            return True
        return not np.array_equal(np.array(again.predictions), np.array(self.batch.predictions))


class Recital:
    """A learner that gives these answers."""

    def __init__(self, answers: list[int]) -> None:
        self._answers = iter(answers)

    def predict(self, x: Any) -> int:
        return next(self._answers)

    def update(self, x: Any, y: int) -> None:
        pass


def representatives(claim: Claim, make: Any, seed: int, games: int) -> Iterator[Representative]:
    """Plays batches of the claim, of so many games in all, and tells which of them to judge, a batch's worst first.

    Nothing comes where the claim has no batches, or the learner's code does not run on many games at once.
    """
    if claim.batch is None or not isinstance(make, type):
        return
    generator = np.random.default_rng(seed)
    for _ in range(games // GAMES):
        draw = partial(claim.batch, games=GAMES, given=frozenset(claim.given), **claim.cases.scout)
        before = deepcopy(generator)
        batch = draw(generator)
        try:
            signature = batch.play(make)
        except Exception:  # whatever it is, the games that are played one by one show it
            return

        def again(draw: Callable[..., Batch] = draw, before: np.random.Generator = before) -> Batch:
            batch = draw(deepcopy(before))
            batch.play(make)
            return batch

        mistakes = signature[:, 0]
        worst_first = np.argsort(-mistakes, kind="stable")
        told = signature[worst_first][:, 2 if bounds_mistakes(claim) else 0 :]
        for first, count in zip(*distinct(told), strict=True):
            number = int(worst_first[first])
            yield Representative(batch, number, int(mistakes[number]), int(count), again)


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
