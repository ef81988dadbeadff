"""Many games of Winnow on disjunctions at once."""

from collections.abc import Sequence

import numpy as np

from learncheck.learners.arrays import Array, Ints
from learncheck.strategies.boolean import games, shadows
from learncheck.strategies.play.batch import Batch


class WinnowBatch(Batch):
    """Examples of a disjunction, drawn at random or chosen by an adversary that tracks Winnow's weights.

    drawn: the random instances, array (rounds, games, n).
    kinds: which instance each round presents, array (rounds, games): DRAWN, or the adversary's POSITIVE or NEGATIVE.
    """

    def __init__(self, n: int, relevant: Sequence[int], drawn: Ints, kinds: Ints) -> None:
        rounds, count, _ = drawn.shape
        super().__init__(
            (n,), count, rounds, lambda batch, index: games.BooleanGame(n, tuple(relevant), batch.examples(index))
        )
        self.shadow = shadows.Shadow(count, shadows.relevant_alone(n, relevant))
        self.drawn, self.kinds = drawn, kinds

    def present(self, t: int) -> Array:
        x: Ints = self.drawn[t]
        for kind, written in ((shadows.POSITIVE, self.shadow.positive()), (shadows.NEGATIVE, self.shadow.negative())):
            x = np.where((self.kinds[t] == kind)[:, None], written, x)
        return x

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels = np.where((presented * self.shadow.worth).any(axis=1), 1, -1)
        self.shadow.update(presented, labels)
        return labels


def winnow_batch(
    generator: np.random.Generator, count: int, *, variables: int, rounds: int, some_relevant: bool = False
) -> WinnowBatch:
    """Games on a disjunction of some of at most `variables` variables.

    The adversary's share of the examples of a game is from none to all.
    """
    n = int(generator.integers(1, variables + 1))
    size = generator.integers(1 if some_relevant else 0, n + 1)
    relevant = sorted(generator.choice(n, size, replace=False).tolist())
    drawn = (generator.random((rounds, count, n)) < np.linspace(1 / 8, 7 / 8, count)[:, None]).astype(np.int64)
    adversary = generator.random((rounds, count)) < generator.permutation(np.linspace(-0.5, 1.5, count))
    kinds = np.where(
        adversary, generator.integers(shadows.POSITIVE, shadows.NEGATIVE + 1, (rounds, count)), shadows.DRAWN
    )
    return WinnowBatch(n, relevant, drawn, kinds if relevant else 0 * kinds)
