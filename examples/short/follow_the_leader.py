"""Follow the Leader, on losses that make every leader fall."""

from fractions import Fraction

from hypothesis import strategies as st
from sympy import Eq

from learncheck import Claim, games
from learncheck.games import R, T


class FollowTheLeader:
    def __init__(self, experts, rounds):
        self.totals = [0] * experts

    def predict(self, t):
        return [int(i == self.totals.index(min(self.totals))) for i in range(len(self.totals))]

    def update(self, t, losses):
        self.totals = [a + b for a, b in zip(self.totals, losses, strict=True)]


def in_turn(rounds):
    return games.ExpertLosses(2, ((Fraction(1, 2), 0), *((1 - t % 2, t % 2) for t in range(1, rounds))))


FOLLOW_THE_LEADER = Claim(
    "short-follow-the-leader",
    "Where experts lose in turn, Follow the Leader has a regret of T/2.",
    learner=FollowTheLeader,
    cases=st.integers(1, 50).map(in_turn),
    label="exact",
    bound=Eq(R, T / 2),
)
