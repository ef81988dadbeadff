"""Follow the Leader, and the losses on which its regret grows with the rounds.

Two experts; the first loses ½, and from then on the leader loses 1 and the other nothing. So Follow the Leader pays
T − ½, and the two experts pay T − ½ between them, in turn: the better one (T − 1)/2.
"""

from fractions import Fraction

from hypothesis import strategies as st
from sympy import Eq

from learncheck import Claim, Family, games
from learncheck.games import R, T


class FollowTheLeader:
    """All weight on the expert that has lost least, the first of several."""

    def __init__(self, experts: int, rounds: int) -> None:
        self.totals = [Fraction(0)] * experts

    def predict(self, t: int) -> list[int]:
        leader = self.totals.index(min(self.totals))
        return [int(i == leader) for i in range(len(self.totals))]

    def update(self, t: int, losses) -> None:
        self.totals = [total + loss for total, loss in zip(self.totals, games.exactly(losses), strict=True)]


def in_turn(rounds: int) -> games.ExpertLosses:
    """½ for the first expert, and then 1 for the second and the first in turn."""
    half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
    turns = [(none, one) if t % 2 else (one, none) for t in range(1, rounds)]
    return games.ExpertLosses(2, ((half, none), *turns))


FOLLOW_THE_LEADER = Claim(
    "follow-the-leader-regret-is-linear",
    "Where experts lose in turn, Follow the Leader has a regret of T/2.",
    sources="Shalev-Shwartz 2012, Example 2.2",
    label="exact",
    learner=FollowTheLeader,
    cases=Family(st.integers(1, 60).map(in_turn), measure=games.experts().measure),
    bound=Eq(R, T / 2),
)
