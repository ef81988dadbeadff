"""The standard optimal algorithm, which looks up the exact value of the online game on a finite class."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Class: TypeAlias = Sequence[Sequence[int]]
"""A matrix of ±1 with distinct rows: one row per hypothesis, one column per instance."""

VersionSpace: TypeAlias = int
"""A bit set of the hypotheses left: bit i stands for row i."""


class GameValue:
    """The exact number of mistakes that the environment can force from each version space of a class.

    The value of a single hypothesis is 0. Otherwise the environment presents an instance that divides the version
    space into A (+1) and B (-1); the learner chooses its label ŷ; then the environment chooses y:

        value = max over instances, min over ŷ, max over y of [y ≠ ŷ] + value(A if y = 1 else B).
    """

    def __init__(self, hypotheses: Class) -> None:
        self.everything: VersionSpace = (1 << len(hypotheses)) - 1
        columns = zip(*hypotheses, strict=True)
        self.positive = [sum(1 << i for i, label in enumerate(column) if label == 1) for column in columns]
        self.values: dict[VersionSpace, int] = {}

    def __call__(self, left: VersionSpace) -> int:
        """The value of a version space; -1 for the empty one."""
        if left not in self.values:
            self.values[left] = self._minimax(left)
        return self.values[left]

    def _minimax(self, left: VersionSpace) -> int:
        if left == 0:
            return -1
        return max((self._after(*halves) for _, halves in self.divisions(left)), default=0)

    def _after(self, positive: VersionSpace, negative: VersionSpace) -> int:
        """The worst case of the learner's best label, given an instance that divides the version space like this."""
        a, b = self(positive), self(negative)
        return min(max(a, 1 + b), max(b, 1 + a))

    def divisions(self, left: VersionSpace) -> Iterator[tuple[int, tuple[VersionSpace, VersionSpace]]]:
        """Yield each instance that divides the version space, with the two parts."""
        for x, positive in enumerate(self.positive):
            if left & positive and left & ~positive:
                yield x, (left & positive, left & ~positive)


@lru_cache(256)
def game_value(hypotheses: tuple[tuple[int, ...], ...]) -> GameValue:
    """The values of a class, cached because a class is played more than once."""
    return GameValue(hypotheses)


def as_rows(table: NDArray[Any]) -> tuple[tuple[int, ...], ...]:
    """Convert an array of labels to tuples of ints, one per row."""
    return tuple(tuple(row) for row in np.asarray(table).tolist())


class StandardOptimal:
    """Predict the label whose hypotheses could still force the most mistakes: the standard optimal algorithm.

    hypotheses: int array (|H|, |X|) of +1 and -1, distinct rows; an instance is the number of a column.
    State: alive, bool array (|H|,), the version space. Every mistake leaves a version space of smaller value, so the
    number of mistakes is at most the value of the game. A tie predicts +1.
    Source: JAI (Littlestone's algorithm, for the optimum that the notes ask about).
    """

    def __init__(self, hypotheses: NDArray[Any]) -> None:
        self.value = game_value(as_rows(hypotheses))
        self.left = self.value.everything

    @property
    def alive(self) -> NDArray[np.bool_]:
        return np.array([bool(self.left >> i & 1) for i in range(self.value.everything.bit_length())])

    def predict(self, x: int) -> int:
        positive = self.value.positive[x]
        return 1 if self.value(self.left & positive) >= self.value(self.left & ~positive) else -1

    def update(self, x: int, y: int) -> None:
        positive = self.value.positive[x]
        self.left &= positive if y == 1 else ~positive
