"""Batches of games with experts' advice.

experts_batch        for every kind of trust
probability_batch    for a learner that answers with probabilities

Each takes a numpy generator, the number of games and the limits of its family's scout.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from learncheck.exact.arrays import totals
from learncheck.exact.balls import exact, fraction
from learncheck.strategies.play.batch import Array, Batch, Ints, Scripted, draw_stances
from learncheck.strategies.play.stack import Stack, Stacked
from learncheck.strategies.tables.experts import Experts, ExpertsGame, RandomizedExpertsGame, Trust, step_sizes


def experts_batch(generator: np.random.Generator, games: int, *, experts: int, rounds: int, trust: Trust) -> Batch:
    """Games with at most `experts` experts.

    From the first game to the last, evenly dividing advice becomes more frequent: from never to always.
    """
    n = int(generator.integers(1, experts + 1))
    length = 2 * rounds
    advice = generator.integers(0, 2, (length, games, n)) * 2 - 1
    even = generator.random((length, games)) < np.linspace(-0.5, 1.5, games)
    advice[even] = 0
    environment = Experts(n, trust, games)
    return Scripted(
        (n,),
        environment,
        advice,
        draw_stances(generator, length, games),
        lambda moves: ExpertsGame(n, trust, moves),
        sizes=lambda: (environment.errors.min(axis=1),),
    )


class ProbabilityBatch(Batch):
    """Games with n experts for a learner that answers with probabilities.

    advice: the advice, array (rounds, games, n).
    drawn:  the labels, array (rounds, games).
    alone:  bool array (rounds, games); where it is true, only the expert with the fewest errors errs.
    """

    def __init__(self, epsilon: Fraction, advice: Ints, drawn: Ints, alone: Array) -> None:
        n = self.n = advice.shape[2]
        super().__init__(
            (n, float(epsilon)),
            advice.shape[1],
            len(advice),
            lambda batch, index: RandomizedExpertsGame(n, epsilon, batch.examples(index)),
        )
        self.advice, self.drawn, self.alone = advice, drawn, alone
        self.errors = np.zeros((self.games, n), dtype=int)

    def answers(self, learner: Stacked, instances: Stack) -> Array:
        return learner.probabilities()

    def present(self, t: int) -> Array:
        leads = np.arange(self.n) == self.errors.argmin(axis=1)[:, None]
        errs_alone = np.where(leads, -1, 1) * self.drawn[t][:, None]
        return np.asarray(np.where(self.alone[t][:, None], errs_alone, self.advice[t]))

    def answer(self, t: int, presented: Array, predictions: Array) -> Ints:
        labels: Ints = self.drawn[t]
        self.errors += presented != labels[:, None]
        return labels

    def counts(self) -> Mapping[str, Sequence[Any] | Array]:
        """E: the exact sum of the probabilities of the experts who erred."""
        given = zip(self.predictions, self.presented, self.labels, strict=True)
        lost = [np.where(x != y[:, None], probabilities, 0.0) for probabilities, x, y in given]
        sums = totals(np.concatenate([*lost, np.zeros((self.games, 1))], axis=1))
        return {"E": [fraction(exact(each, "E")) for each in sums]}

    def sizes(self) -> Sequence[Ints]:
        return (self.errors.min(axis=1),)


def probability_batch(
    generator: np.random.Generator, games: int, *, experts: int, rounds: int, small_step: bool = False
) -> Batch:
    """Games with at most `experts` experts, with ε drawn as in `randomized_games`.

    They range from random advice to a leader who errs alone in every round.
    """
    n = int(generator.integers(1, experts + 1))
    steps = step_sizes(small_step)
    epsilon = steps[generator.integers(len(steps))]
    advice = generator.integers(0, 2, (rounds, games, n)) * 2 - 1
    labels = generator.integers(0, 2, (rounds, games)) * 2 - 1
    alone = generator.random((rounds, games)) < np.linspace(-0.5, 1.5, games)
    return ProbabilityBatch(epsilon, advice, labels, alone)
