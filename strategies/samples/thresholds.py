"""Games of thresholds: on a grid, where they can be learned, and on the real line, where they cannot.

ThresholdGame      a realizable game on the grid {0, 1/n, ..., 1}, for ThresholdHalving
LineBisection      the bisection adversary on the line, with a consistent threshold as its certificate
RectangleBisection the same along one side of a rectangle in the plane
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import AGREE, CONTRADICT, Alone, Environment, Game, legal_label
from learncheck.strategies.play.ladders import EVERY, SIZES

MOST_IN_A_TABLE = 2**12
"""A learner may keep the table of all labellings of a grid with so many steps."""

MIDDLE = -1
"""Instead of a grid point: the one that divides the remaining thresholds most evenly."""


class ConsistentThresholds(NamedTuple):
    """The numbers of the first and the last threshold that give all labels."""

    consistent: int
    last: int


class ThresholdGame(Game, frozen=True, tag="threshold-game"):
    """A game on the points 0, ..., n, for k/n. A move is (k or `MIDDLE`, stance).

    Threshold j, for j = 0, ..., n + 1, labels k with +1 iff k >= j: the n + 2 labellings of the grid by a real number.
    Unless `realizable` is false, some threshold gives all labels.
    """

    n: int
    moves: tuple[tuple[int, int], ...]
    realizable: bool = True

    @property
    def vast(self) -> bool:  # type: ignore[override]
        return self.n > MOST_IN_A_TABLE

    def arguments(self) -> tuple[Any, ...]:
        return (self.n,)

    def environment(self) -> Environment:
        return Alone(ThresholdInterval(self.n, self.realizable), int)


class ThresholdInterval:
    """The environment on the grid: keeps the thresholds low, ..., high that agree with all labels."""

    def __init__(self, n: int, realizable: bool = True) -> None:
        self.n, self.realizable = n, realizable
        self.low, self.high = np.zeros(1, dtype=int), np.full(1, n + 1)

    def present(self, asked: NDArray[Any]) -> NDArray[Any]:
        middle = np.minimum(np.maximum((self.low + self.high - 1) // 2, 0), self.n)
        return np.asarray(np.where(asked == MIDDLE, middle, asked))

    def legal(self, presented: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        if not self.realizable:
            return np.ones_like(presented, dtype=bool), np.ones_like(presented, dtype=bool)
        return self.low <= presented, self.high > presented

    def reveal(self, presented: NDArray[Any], labels: NDArray[Any], predictions: NDArray[Any]) -> None:
        positive = labels == 1
        self.high = np.where(positive & (presented < self.high), presented, self.high)
        self.low = np.where(positive | (presented < self.low), self.low, presented + 1)

    def facts(self, game: int) -> ConsistentThresholds | None:
        low, high = int(self.low[game]), int(self.high[game])
        return ConsistentThresholds(low, high) if low <= high else None


def threshold_games(choices: Choices, *, grid: int, rounds: int, realizable: bool = True) -> ThresholdGame:
    """Games on grids of up to `grid` steps, with labels of any kind unless `realizable`.

    Shrinks to a coarse grid, few rounds and an environment that contradicts.
    """
    n = choices.integer(1, grid)
    return ThresholdGame(n, choices.moves(n + 1, first=MIDDLE, most=rounds), realizable)


def small_threshold_games(choices: Choices, *, grid: int, rounds: int) -> ThresholdGame:
    """Every sequence of grid points, against an environment that contradicts whenever it may."""
    n = choices.integer(1, grid)
    return ThresholdGame(n, choices.several(lambda: (choices.integer(0, n), CONTRADICT), most=rounds))


def grid_ladder() -> Iterator[ThresholdGame]:
    """A game on three points, one with an outvoted majority, one of many rounds, and the last steps of bisections on
    ever finer grids.

    In the second the first label leaves one labelling of 2,002; the others outvote it if each keeps a thousandth of its
    vote. In the third nothing is told for many rounds, before a label that halves what is left and after it. In two
    more, every step is presented in turn, up or down, so that each leaves one threshold less. In two, single precision
    takes votes for equal that differ by more than a tie. The numbers of steps are primes, next to powers of two, and,
    in the end, more than 32 bits hold.
    """
    yield ThresholdGame(2, ((0, AGREE), (1, CONTRADICT)))
    yield ThresholdGame(2000, ((0, CONTRADICT), (0, AGREE)))
    idle = ((0, AGREE),) * SIZES[-1]
    yield ThresholdGame(3, (*idle, (2, CONTRADICT), *idle, (2, AGREE)))
    for step in (1, -1):
        yield ThresholdGame(EVERY, tuple((k, AGREE) for k in range(EVERY + 1)[::step]))
    for beside in (1, -1):
        yield ThresholdGame(2**27, ((2**26 + beside, AGREE),))
    for n in (2**7 - 1, 2**7 + 1, 1_009):
        yield from last_steps(n)
    yield from list(last_steps(2_000_003))[1:2]
    yield from list(last_steps(2**45 + 1))[1:2]


def last_steps(n: int) -> Iterator[ThresholdGame]:
    """One or two labels leave the thresholds next to an end of the grid, or to its middle, which are then bisected."""
    below, above = n // 2 - NEAR, n // 2 + NEAR
    for first in (((NEAR, CONTRADICT),), ((below, AGREE), (above, CONTRADICT)), ((n - NEAR, CONTRADICT),)):
        yield ThresholdGame(n, (*first, *((MIDDLE, CONTRADICT),) * (2 * NEAR).bit_length()))


NEAR = 21
"""So many steps are next to a place."""


def middle_game(n: int) -> ThresholdGame:
    """The bisection of the grid, for as many rounds as it can contradict any learner."""
    return ThresholdGame(n, ((MIDDLE, CONTRADICT),) * ((n + 2).bit_length() - 1))


class Certificate(NamedTuple):
    """A threshold that gives all labels."""

    threshold: Fraction


class LineBisection(Game, frozen=True, tag="line-bisection"):
    """The bisection adversary: presents the middle of (low, high), contradicts, and keeps the consistent half.

    The instances are exact rational numbers. In the end every number strictly between low and high is a threshold θ
    with sign(x − θ) = y in every round; the middle is the certificate.
    """

    rounds: int
    low: Fraction
    high: Fraction

    def script(self) -> Sequence[int]:
        return (CONTRADICT,) * self.rounds

    def environment(self) -> Environment:
        return Bisection(self.high, self.low)


class Bisection:
    """The environment on the line, between the nearest points that were labelled +1 and −1.

    plus, minus: these at the start. shown: makes an instance of a point. certified: makes the facts of the last middle.
    """

    def __init__(
        self,
        plus: Fraction,
        minus: Fraction,
        shown: Callable[[Fraction], Any] = lambda x: x,
        certified: Callable[[Fraction], Any] = Certificate,
    ) -> None:
        self.ends, self.shown, self.certified = {1: plus, -1: minus}, shown, certified

    @property
    def middle(self) -> Fraction:
        """The point to be presented next."""
        return (self.ends[1] + self.ends[-1]) / 2

    def present(self, move: int) -> Any:
        return self.shown(self.middle)

    def answer(self, move: int, prediction: Any) -> int:
        label: int = legal_label(move, prediction)
        self.ends[label] = self.middle
        return label

    def facts(self) -> Any:
        return self.certified(self.middle)


class CertifiedRectangle(NamedTuple):
    """Two opposite corners of a rectangle that gives all labels."""

    rectangle: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]


class RectangleBisection(Game, frozen=True, tag="rectangle-bisection"):
    """The adversary for rectangles in the plane: presents (x, height), with x by bisection of (left, right).

    Rectangles label their inside +1. In the end the degenerate rectangle with the opposite corners (left, height) and
    (θ, height) is the certificate.
    """

    rounds: int
    left: Fraction
    right: Fraction
    height: Fraction

    def script(self) -> Sequence[int]:
        return (CONTRADICT,) * self.rounds

    def environment(self) -> Environment:
        corner = (self.left, self.height)
        return Bisection(
            self.left, self.right, lambda x: (x, self.height), lambda x: CertifiedRectangle((corner, (x, self.height)))
        )


def line_bisections(choices: Choices, *, rounds: int) -> LineBisection:
    """Bisections of an interval with simple ends. Shrinks to few rounds and the interval from 0 to 1."""
    length = choices.integer(0, rounds)
    low = Fraction(choices.integer(-4, 4), choices.integer(1, 3))
    return LineBisection(length, low, low + Fraction(choices.integer(1, 4), choices.integer(1, 3)))


def rectangle_bisections(choices: Choices, *, rounds: int) -> RectangleBisection:
    """Bisections of a horizontal side. Shrinks to few rounds and the side from (0, 0) to (1, 0)."""
    length = choices.integer(0, rounds)
    left = Fraction(choices.integer(-4, 4), choices.integer(1, 3))
    right = left + Fraction(choices.integer(1, 4), choices.integer(1, 3))
    return RectangleBisection(length, left, right, Fraction(choices.integer(-2, 2)))
