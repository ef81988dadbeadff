"""The Standard Optimal Algorithm, and Littlestone's dimension.

The dimension of a class is the depth of the largest tree of instances on which some hypothesis follows every path. Of
the two halves into which an instance divides the version space, one has a smaller dimension than the whole: the
algorithm predicts the label of the other, so that every mistake costs a dimension.
"""

from functools import cache

import numpy as np
import sympy

from learncheck import Claim, Induction, Next, Step, games
from learncheck.games import M

K, k = sympy.symbols("K k", integer=True, nonnegative=True)
"""Littlestone's dimension of the class, and of the hypotheses that are left."""


@cache
def dimension(rows: frozenset) -> int:
    """Littlestone's dimension of a class that is not empty; a hypothesis is its row of labels."""
    columns = range(len(next(iter(rows))) if len(rows) > 1 else 0)
    halves = [[frozenset(row for row in rows if row[x] == label) for label in (1, -1)] for x in columns]
    return max((1 + min(map(dimension, pair)) for pair in halves if all(pair)), default=0)


class StandardOptimal:
    """Predict the label whose half of the version space has the larger dimension."""

    def __init__(self, hypotheses: np.ndarray) -> None:
        self.alive = frozenset(map(tuple, hypotheses.tolist()))

    def predict(self, x: int) -> int:
        halves = {label: frozenset(row for row in self.alive if row[x] == label) for label in (1, -1)}
        return max(halves, key=lambda label: dimension(halves[label]) if halves[label] else -1)

    def update(self, x: int, y: int) -> None:
        self.alive = frozenset(row for row in self.alive if row[x] == y)


SINGLETONS, HALVES = 2 * np.eye(5, dtype=int) - 1, np.pad(games.cube(2), ((0, 0), (0, 3)), constant_values=-1)
LOPSIDED = [(-1, *row) for row in SINGLETONS.tolist()] + [(1, *row) for row in HALVES.tolist()]  # the majority is wrong

STANDARD_OPTIMAL = Claim(
    "littlestone-mistakes",
    "The Standard Optimal Algorithm makes at most Littlestone's dimension of mistakes.",
    sources="Littlestone 1988, Theorem 3",
    label="tight",
    learner=StandardOptimal,
    cases=games.finite_class(points=3, rows=5, rounds=6, large=False),
    measure=lambda trace: {M: trace.mistakes, K: dimension(frozenset(trace.case.hypotheses))},
    bound=M <= K,
    attained_by=lambda: [games.bisection_game(rows, 3) for rows in (*map(games.cube, (1, 2, 3)), LOPSIDED)],
    watch=("alive",),
    state=lambda snapshot, values, trace: {k: dimension(snapshot["alive"])},
    steps=(Step("a mistake costs a dimension", Next(k) <= k - 1),),
    proof=Induction(),  # M + k ≤ K is derived
)
