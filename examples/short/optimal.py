"""The Standard Optimal Algorithm, and Littlestone's dimension."""

from functools import cache

from sympy import symbols

from learncheck import Claim, games
from learncheck.games import M

K = symbols("K")


def those(rows, x, y):
    return frozenset(row for row in rows if row[x] == y)


@cache
def dimension(rows):
    halves = [(those(rows, x, 1), those(rows, x, -1)) for x in range(len(min(rows, default=())))]
    return max((1 + min(map(dimension, pair)) for pair in halves if all(pair)), default=0 if rows else -1)


class StandardOptimal:
    def __init__(self, hypotheses):
        self.alive = frozenset(map(tuple, hypotheses.tolist()))

    def predict(self, x):
        return max((1, -1), key=lambda y: dimension(those(self.alive, x, y)))

    def update(self, x, y):
        self.alive = those(self.alive, x, y)


STANDARD_OPTIMAL = Claim(
    "short-optimal",
    "The Standard Optimal Algorithm makes at most $K$ mistakes, Littlestone's dimension.",
    learner=StandardOptimal,
    cases=games.finite_class(points=3, rows=5, rounds=6, large=False),
    measure=lambda trace: {M: trace.mistakes, K: dimension(frozenset(trace.case.hypotheses))},
    bound=M <= K,
)
