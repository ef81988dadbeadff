"""A theorem of your own: a learner of intervals on {0, …, n−1}, and how many mistakes it makes."""

import sympy

from learncheck import Choices, Claim, Family, Long, Oblivious, Trace, Values


class Hull:
    """Predict + between the smallest and the largest positive instance seen so far."""

    def __init__(self) -> None:
        self.low, self.high = float("inf"), float("-inf")

    def predict(self, x: int) -> int:
        return 1 if self.low <= x <= self.high else -1

    def update(self, x: int, y: int) -> None:
        if y == 1:
            self.low, self.high = min(self.low, x), max(self.high, x)


class IntervalGame(Oblivious, frozen=True, tag="interval-game"):
    """Instances of {0, …, n−1}, labelled + inside [low, high]."""

    n: int
    low: int
    high: int
    instances: tuple[int, ...]

    def examples(self) -> list[tuple[int, int]]:
        return [(x, 1 if self.low <= x <= self.high else -1) for x in self.instances]


def interval_games(choices: Choices, *, n: int, rounds: int) -> IntervalGame:
    """Shrinks to few points, a short interval and few instances."""
    size = choices.integer(1, n)
    low = choices.integer(0, size - 1)
    high = choices.integer(low, size - 1)
    return IntervalGame(size, low, high, choices.many(lambda: choices.integer(0, size - 1), most=rounds))


def measure(trace: Trace) -> Values:
    return {M: trace.mistakes, n: trace.case.n}


M, n = sympy.symbols("M n", nonnegative=True)

HULL = Claim(
    "hull-mistakes",
    "The hull learner of intervals on n points makes at most n mistakes.",
    sources=(),
    kind="game",
    label="tight",
    learner=Hull,
    cases=Family(interval_games, search=dict(n=6, rounds=8), scout=dict(n=30, rounds=60), grows=dict(rounds=Long())),
    measure=measure,
    bound=M <= n,
    attained_by=lambda: (IntervalGame(size, 0, size - 1, tuple(range(size))) for size in (1, 2, 5, 20)),
)
