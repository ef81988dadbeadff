"""A batch of games with experts' advice, whose weights are halved.

It takes a numpy generator, the number of games and the limits of its family's scout.
"""

import numpy as np

from learncheck.strategies.play.batch import Batch, Scripted, draw_stances
from learncheck.strategies.tables.experts import Experts, ExpertsGame


def experts_batch(generator: np.random.Generator, games: int, *, experts: int, rounds: int) -> Batch:
    """Games with at most `experts` experts, whose weights are halved.

    From the first game to the last, evenly dividing advice becomes more frequent: from never to always.
    """
    n = int(generator.integers(1, experts + 1))
    length = 2 * rounds
    advice = generator.integers(0, 2, (length, games, n)) * 2 - 1
    even = generator.random((length, games)) < np.linspace(-0.5, 1.5, games)
    advice[even] = 0
    environment = Experts(n, "halve", games)
    return Scripted(
        (n,),
        environment,
        advice,
        draw_stances(generator, length, games),
        lambda moves: ExpertsGame(n, "halve", moves),
        sizes=lambda: (environment.errors.min(axis=1),),
    )
