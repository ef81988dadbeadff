"""No learner at all: greedy set cover is within the harmonic number of the best cover."""

from itertools import combinations

from sympy import harmonic, symbols

from learncheck import Case, Claim, Family

C, best, k = symbols("C C* k", integer=True, positive=True)
"""Sets that greedy takes; those of the smallest cover; the size of the largest set."""


class Cover(Case, frozen=True, tag="set-cover"):
    """Sets of points 0, 1, …, all of which are to be covered."""

    sets: tuple[tuple[int, ...], ...]

    def greedy(self):
        sets = [frozenset(points) for points in self.sets]
        left = frozenset().union(*sets)
        taken = 0
        while left:
            left -= max(sets, key=lambda candidate: len(candidate & left))
            taken += 1
        return taken

    def smallest(self):
        points = set().union(*self.sets)
        sizes = range(1, len(self.sets) + 1)
        return next(size for size in sizes for some in combinations(self.sets, size) if points == set().union(*some))


def covers(choices, *, points, sets):
    """Shrinks to few sets, with few points."""
    masks = choices.many(lambda: choices.integer(1, 2**points - 1), least=1, most=sets)
    return Cover(tuple(tuple(x for x in range(points) if mask >> x & 1) for mask in masks))


SET_COVER = Claim(
    "greedy-set-cover",
    "Greedy covers with at most H(k) times as many sets as needed, where no set has more than k points.",
    sources="Chvátal 1979",
    kind="counting",
    cases=Family(
        covers,
        search=dict(points=6, sets=5),
        scout=dict(points=9, sets=7),
        quick=dict(points=3, sets=3),
        full=dict(points=4, sets=3),
        extent="all lists of up to {sets} sets of {points} points",
    ),
    measure=lambda trace: {
        C: trace.case.greedy(),
        best: trace.case.smallest(),
        k: max(map(len, trace.case.sets)),
    },
    bound=C <= harmonic(k) * best,
)
