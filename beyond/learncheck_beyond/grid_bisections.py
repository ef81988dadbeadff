"""The bisection adversary on the grid G^d: every learner of halfspaces errs in each of its 1 + (d − 1)k rounds.

First it presents e_d, which settles w*_d = ±1. Then it finds each other weight by bisection: x = e_i ∓ θe_d is labelled
by sign(w*_i − θ). The weights that are left are odd multiples of 1/n and θ is an even one, so that no label is 0. There
are 2⌈n/2⌉ odd multiples in G, of which 2^k are searched, k = ⌊log₂(2⌈n/2⌉)⌋.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from learncheck.strategies.halfspaces.games import Target
from learncheck.strategies.play.case import Positive
from learncheck.strategies.play.games import CONTRADICT, Environment, Game, legal_label


class GridBisection(Game, frozen=True, tag="grid-bisection"):
    """A learner of homogeneous halfspaces in d ≥ 2 dimensions is contradicted on the grid with steps of 1/n."""

    d: Annotated[int, msgspec.Meta(ge=2)]
    n: Positive

    @property
    def halvings(self) -> int:
        """k, the rounds that each weight but the last takes."""
        return (2 * ((self.n + 1) // 2)).bit_length() - 1

    @property
    def rounds(self) -> int:
        """1 + (d − 1)k."""
        return 1 + (self.d - 1) * self.halvings

    def arguments(self) -> tuple[Any, ...]:
        return (self.d,)

    def script(self) -> Sequence[int]:
        return range(self.rounds)

    def environment(self) -> Environment:
        return Bisects(self)


class Bisects:
    """The environment: the sign of the last weight, and for each other one the odd numbers that are left."""

    def __init__(self, game: GridBisection) -> None:
        self.game = game
        self.last = 1
        count = 2**game.halvings
        self.left = [range(1 - count, count, 2)] * (game.d - 1)

    def present(self, move: int) -> NDArray[Any]:
        d, n = self.game.d, self.game.n
        x = np.zeros(d)
        if move == 0:
            x[-1] = 1.0
            return x
        i = (move - 1) // self.game.halvings
        odd = self.left[i]
        self.middle = (odd[0] + odd[-1]) // 2
        x[i], x[-1] = 1.0, -self.last * self.middle / n
        return x

    def answer(self, move: int, prediction: Any) -> int:
        label: int = legal_label(CONTRADICT, prediction)
        if move == 0:
            self.last = label
            return label
        i = (move - 1) // self.game.halvings
        odd = self.left[i]
        half = len(odd) // 2
        self.left[i] = odd[half:] if label == 1 else odd[:half]
        return label

    def facts(self) -> Target:
        return Target((*(odd[0] for odd in self.left), self.last * self.game.n))
