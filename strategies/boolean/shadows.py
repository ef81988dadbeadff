"""Winnow's weights in many games at once, and the examples that cost it most in the state that it is in.

The target is told by what each variable is worth: a positive example has at least `high` in all, a negative one at most
`low`. For a disjunction the relevant variables are worth 1, `high` is 1 and `low` 0; for a k-out-of-r majority they are
k and k − 1. A single game is a row of one.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arrays import Floats, Ints
from learncheck.strategies.play.case import Bit


@lru_cache(4096)
def powers(factor: Fraction, least: int, most: int) -> Floats:
    """The powers of the factor, from the least exponent to the greatest, each rounded to the nearest float."""
    return np.array([float(factor**exponent) for exponent in range(least, most + 1)])


class Shadow:
    """The weights in so many games, (games, n), by their exponents: `factor` to these, times `copies`.

    Winnow predicts + from the threshold n·copies on. `inclusive` says whether irrelevant variables may just reach it,
    where a negative example is made of them, or stay below it until a last one that takes them there.
    """

    def __init__(
        self,
        games: int,
        worth: Sequence[int],
        *,
        copies: int = 1,
        high: Fraction = Fraction(1),
        low: Fraction = Fraction(0),
        factor: Fraction = Fraction(2),
        inclusive: bool = True,
    ) -> None:
        self.worth = np.array(worth)
        self.copies, self.factor, self.inclusive = copies, factor, inclusive
        self.high, self.low = float(high), float(low)
        self.threshold = len(worth) * copies
        self.relevant, self.irrelevant = np.flatnonzero(self.worth), np.flatnonzero(self.worth == 0)
        self.exponents: Ints = np.zeros((games, len(worth)), dtype=np.int64)
        self.weights: Floats = np.full((games, len(worth)), float(copies))
        """Those of all copies of each variable."""
        self._rows = np.arange(games)[:, None]

    def reaches(self, x: Ints) -> NDArray[np.bool_]:
        """Whether Winnow predicts +."""
        return np.asarray((self.weights * x).sum(axis=1) >= self.threshold)

    def update(self, x: Ints, y: Ints) -> None:
        """As Winnow does. x: (games, n), y: (games,)."""
        errs = self.reaches(x) != (y == 1)
        if not errs.any():
            return
        self.exponents += (errs * y)[:, None] * x
        least = int(self.exponents.min())
        self.weights = self.copies * powers(self.factor, least, int(self.exponents.max()))[self.exponents - least]

    def positive(self) -> Ints:
        """The lightest variables of enough worth, with irrelevant ones, as much as stays below the threshold."""
        x = np.zeros_like(self.exponents)
        total = np.zeros(len(x))
        if self.high > 0 and len(self.relevant):
            relevant, rows = self.relevant, self._rows
            lightest = relevant[np.argsort(self.weights[:, relevant] / self.worth[relevant], axis=1, kind="stable")]
            worth = self.worth[lightest]
            enough = np.cumsum(worth, axis=1) - worth < self.high  # of what comes before
            x[rows, lightest] = enough
            total = np.cumsum(enough * self.weights[rows, lightest], axis=1)[:, -1]
        self._heap(x, total, inclusive=False)
        return x

    def negative(self) -> Ints:
        """The heaviest variables that are worth little enough, with irrelevant ones that just reach the threshold."""
        x = np.zeros_like(self.exponents)
        rows, worth, total = self._rows[:, 0], np.zeros(len(x)), np.zeros(len(x))
        relevant = self.relevant if self.low >= 1 else self.relevant[:0]
        for places in np.argsort(-self.weights[:, relevant], axis=1, kind="stable").T:
            variable = relevant[places]
            more = worth + self.worth[variable] <= self.low
            x[rows, variable] = more
            worth += more * self.worth[variable]
            total += more * self.weights[rows, variable]
        total, lightest = self._heap(x, total, inclusive=self.inclusive)
        short = (total < self.threshold) & (lightest >= 0)
        x[short, lightest[short]] = 1
        return x

    def costliest(self) -> tuple[Ints, Ints]:
        """Examples of the target on which Winnow errs, at the least cost of weight, and their labels, 0 where it has
        learned.

        Whenever variables that are worth nothing can reach the threshold they make a negative example, otherwise a
        positive one doubles relevant variables, and just less than the threshold in all.
        """
        labels = np.zeros(len(self.exponents), dtype=np.int64)
        chosen = np.zeros_like(self.exponents)
        for x, y in ((self.negative(), -1), (self.positive(), 1)):
            worth = (x * self.worth).sum(axis=1)
            legal = worth >= self.high if y == 1 else worth <= self.low
            errs = self.reaches(x) != (y == 1)
            first = legal & errs & (labels == 0)
            labels[first] = y
            chosen[first] = x[first]
        return chosen, labels

    def _heap(self, x: Ints, total: Floats, *, inclusive: bool) -> tuple[Floats, Ints]:
        """Switch irrelevant variables on, the heaviest first, as long as the total allows. The totals, and the lightest
        variable that stays off in each game, −1 where none does.
        """
        size, rows = len(self.irrelevant), self._rows
        if not size:
            return total, np.full(len(x), -1)
        order = self.irrelevant[np.argsort(-self.exponents[:, self.irrelevant], axis=1, kind="stable")]
        heaviest_first, places = self.weights[rows, order], np.arange(size)
        on = np.zeros(order.shape, dtype=bool)
        start = np.zeros((len(x), 1), dtype=np.int64)  # before it all is decided
        while (start < size).any():
            open_ = places >= start
            sums = np.cumsum(np.concatenate([total[:, None], open_ * heaviest_first], axis=1), axis=1)
            fits = open_ & (sums[:, 1:] <= self.threshold if inclusive else sums[:, 1:] < self.threshold)
            on |= fits
            stop = start + fits.sum(axis=1, keepdims=True)
            total = sums[rows, stop][:, 0]
            beyond = heaviest_first[rows, np.minimum(stop, size - 1)]  # none of this weight fits
            start = np.where(stop < size, (heaviest_first >= beyond).sum(axis=1, keepdims=True), size)
        x[rows, order] = on
        left = np.where(on, -1, places).max(axis=1)
        return total, np.where(left >= 0, order[rows[:, 0], left], -1)


def relevant_alone(n: int, relevant: Sequence[int]) -> tuple[int, ...]:
    """What the n variables are worth where the relevant ones are worth 1, and the others nothing."""
    chosen = set(relevant)
    return tuple(int(i in chosen) for i in range(n))


Bits = tuple[Bit, ...]
"""A row of n zeros and ones."""

DRAWN, POSITIVE, NEGATIVE = 0, 1, 2


class Adversary:
    """The shadow of a single game, and the examples that it writes there."""

    def __init__(self, shadow: Shadow) -> None:
        self.shadow = shadow

    def example(self, kind: int) -> Bits:
        """A `POSITIVE` or a `NEGATIVE` one, wherever that is possible."""
        return _row(self.shadow.positive() if kind == POSITIVE else self.shadow.negative())

    def update(self, x: Bits, y: int) -> None:
        """As Winnow does."""
        self.shadow.update(np.array([x], dtype=np.int64), np.array([y]))

    def reaches(self, x: Bits) -> bool:
        """Whether Winnow predicts +."""
        return bool(self.shadow.reaches(np.array([x])))

    def costliest(self) -> tuple[Bits, int] | None:
        """An example on which Winnow errs, with its label, at the least cost of weight; None where it has learned."""
        x, (y,) = self.shadow.costliest()
        return (_row(x), int(y)) if y else None

    def written_out(
        self, choose: Callable[[int], tuple[Bits, int] | None] | None = None, rounds: int | None = None
    ) -> tuple[tuple[Bits, int], ...]:
        """So many examples that are chosen by the number of the round, or until none is; by default the costliest."""
        examples: list[tuple[Bits, int]] = []
        while rounds is None or len(examples) < rounds:
            example = self.costliest() if choose is None else choose(len(examples))
            if example is None:
                break
            self.update(*example)
            examples.append(example)
        return tuple(examples)


def _row(x: Ints) -> Bits:
    (row,) = x.tolist()
    return tuple(row)
