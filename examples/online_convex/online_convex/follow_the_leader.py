"""Follow the Leader, and the losses on which its regret grows with the rounds: ½ to one of two experts, then 1 in turn.

The leader always loses: Follow the Leader pays T − ½, and the better of the experts (T − 1)/2.
"""

from fractions import Fraction

from hypothesis import strategies as st
from sympy import Eq

from learncheck import Claim, games
from learncheck.games import R, T


class FollowTheLeader:
    """All weight on the expert that has lost least, the first of several."""

    def __init__(self, experts: int, rounds: int) -> None:
        self.totals = [0] * experts

    def predict(self, t: int) -> list[int]:
        return [int(i == self.totals.index(min(self.totals))) for i in range(len(self.totals))]

    def update(self, t: int, losses) -> None:
        self.totals = [total + loss for total, loss in zip(self.totals, games.exactly(losses), strict=True)]


def in_turn(rounds: int) -> games.ExpertLosses:
    turns = [(1 - t % 2, t % 2) for t in range(1, rounds)]
    return games.ExpertLosses(2, tuple((Fraction(a), Fraction(b)) for a, b in [(Fraction(1, 2), 0), *turns]))


FOLLOW_THE_LEADER = Claim(
    "follow-the-leader-regret-is-linear",
    "Where experts lose in turn, Follow the Leader has a regret of T/2.",
    sources="Shalev-Shwartz 2012, Example 2.2",
    label="exact",
    learner=FollowTheLeader,
    cases=st.integers(1, 60).map(in_turn),
    bound=Eq(R, T / 2),
)
