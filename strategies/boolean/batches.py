"""A batch of games of Winnow: examples of one disjunction, drawn at random or chosen by Winnow's adversary."""

from collections.abc import Callable
from typing import Any

import numpy as np

from learncheck.strategies.boolean.games import BooleanGame
from learncheck.strategies.boolean.shadows import DRAWN, NEGATIVE, POSITIVE, Shadow, relevant_alone
from learncheck.strategies.play.batch import Array, Batch, Ints
from learncheck.strategies.play.games import Game


class WinnowBatch(Batch):
    """Examples of a target, drawn at random or chosen by an adversary that tracks Winnow's weights.

    drawn: the random instances, array (rounds, games, n).
    kinds: which instance each round presents, array (rounds, games): DRAWN, or the adversary's POSITIVE or NEGATIVE.
    """

    def __init__(
        self, arguments: tuple[Any, ...], shadow: Shadow, drawn: Ints, kinds: Ints, case: Callable[[Any], Game]
    ) -> None:
        super().__init__(arguments, drawn.shape[1], len(drawn), lambda batch, index: case(batch.examples(index)))
        self.shadow, self.drawn, self.kinds = shadow, drawn, kinds

    def present(self, t: int) -> Array:
        x: Ints = self.drawn[t]
        for kind, written in ((POSITIVE, self.shadow.positive()), (NEGATIVE, self.shadow.negative())):
            x = np.where((self.kinds[t] == kind)[:, None], written, x)
        return x

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels = np.where((presented * self.shadow.worth).sum(axis=1) >= self.shadow.high, 1, -1)
        self.shadow.update(presented, labels)
        return labels


def winnow_batch(
    generator: np.random.Generator, games: int, *, variables: int, rounds: int, some_relevant: bool = False
) -> Batch:
    """Games on a disjunction of some of at most `variables` variables.

    The examples are random, the adversary's, or both.
    """
    n = int(generator.integers(1, variables + 1))
    size = generator.integers(1 if some_relevant else 0, n + 1)
    relevant = tuple(sorted(generator.choice(n, size, replace=False).tolist()))
    drawn, kinds = drawn_and_written(generator, games, n, rounds)
    shadow = Shadow(games, relevant_alone(n, relevant))
    kinds = kinds if relevant else 0 * kinds
    return WinnowBatch((n,), shadow, drawn, kinds, lambda examples: BooleanGame(n, relevant, examples))


def drawn_and_written(generator: np.random.Generator, games: int, n: int, rounds: int) -> tuple[Ints, Ints]:
    """Draw random instances and the `kinds` of a WinnowBatch; the adversary's share of a game is from none to all."""
    drawn = (generator.random((rounds, games, n)) < np.linspace(1 / 8, 7 / 8, games)[:, None]).astype(np.int64)
    adversary = generator.random((rounds, games)) < generator.permutation(np.linspace(-0.5, 1.5, games))
    kinds = np.where(adversary, generator.integers(POSITIVE, NEGATIVE + 1, (rounds, games)), DRAWN)
    return drawn, kinds
