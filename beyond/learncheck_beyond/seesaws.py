"""The family of sequences on which Winnow makes about as many mistakes as it can, for all numbers of variables.

A relevant variable doubles as long as it weighs less than n, each time with as many irrelevant ones as stay below n,
the lightest first. Whenever the irrelevant ones weigh 3n/2 + 2 the heaviest of them that reach n are a negative
example, and in the end as long as they weigh n. So the irrelevant variables have two weights at most, one twice the
other: whoever is passed over when the lightest double is as heavy as the heaviest of those, and the other way round.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from learncheck.learners.arguments import require
from learncheck.strategies.boolean.games import Example
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import Oblivious


class Seesaw(Oblivious, frozen=True, tag="winnow-seesaw"):
    """The sequence against Winnow on n variables of which the first r are relevant, with 8(r + 1) < 3n."""

    n: int
    r: int

    def __post_init__(self) -> None:
        require(1 <= self.r and 8 * (self.r + 1) < 3 * self.n, f"r = {self.r}, n = {self.n}: give 1 <= r < 3n/8 - 1")

    @property
    def doublings(self) -> int:
        """⌈log₂ n⌉, how often a relevant variable doubles."""
        return (self.n - 1).bit_length()

    def arguments(self) -> tuple[Any, ...]:
        return (self.n,)

    def examples(self) -> Sequence[tuple[Any, int]]:
        return [(np.array(x), y) for x, y in seesaw(self.n, self.r)]


@lru_cache(16)
def seesaw(n: int, r: int) -> tuple[Example, ...]:
    """The examples."""
    weights = [1.0] * n  # powers of two, so that floats add them up exactly
    examples: list[Example] = []

    def order() -> list[int]:
        return sorted(range(r, n), key=weights.__getitem__)

    def irrelevant() -> float:
        return sum(weights[r:])

    def present(on: set[int], label: int) -> None:
        for i in on:
            weights[i] *= 2.0**label
        examples.append((tuple(int(i in on) for i in range(n)), label))

    def halve() -> None:
        """Present the heaviest irrelevant variables, just so many that they weigh n."""
        heaviest = order()[::-1]
        above = accumulate((weights[i] for i in heaviest), initial=0.0)
        present({i for i, total in zip(heaviest, above, strict=False) if total < n}, -1)

    for variable in range(r):
        while weights[variable] < n:
            lightest = order()
            totals = accumulate((weights[i] for i in lightest), initial=weights[variable])
            next(totals)
            on = {i for i, total in zip(lightest, totals, strict=True) if total < n}
            present({variable, *on}, 1)
            while irrelevant() >= 1.5 * n + 2:
                halve()
    while irrelevant() >= n:
        halve()
    return tuple(examples)


def seesaws(choices: Choices, *, variables: int, relevant: int) -> Seesaw:
    """Any numbers of variables from 6 on, with few of them relevant. Shrinks to 6 variables."""
    n = choices.integer(6, variables)
    return Seesaw(n, choices.integer(1, min(relevant, (3 * n - 1) // 8 - 1)))
