"""A randomised algorithm: reservoir sampling keeps every item with the same probability, worked out over all draws."""

from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from learncheck import Case, Claim, Family, Trace

least, most = sympy.symbols("p_min p_max", nonnegative=True)
n, k = sympy.symbols("n k", integer=True, positive=True)
"""The least and the greatest probability with which an item is kept; items, and places."""


class Reservoir:
    """Keeps k of the items that come; `draw(m)` gives a number below m, all with the same probability."""

    def __init__(self, k, draw):
        self.k, self.draw, self.seen, self.kept = k, draw, 0, []

    def see(self, item):
        self.seen += 1
        if len(self.kept) < self.k:
            self.kept = [*self.kept, item]
        elif (place := self.draw(self.seen)) < self.k:
            self.kept = [*self.kept[:place], item, *self.kept[place + 1 :]]


class Stream(Case, frozen=True, tag="reservoir-stream"):
    """The items 0, …, n−1 for k places: every outcome of the draws is played, each as likely as the others."""

    k: int
    n: int

    def play(self, make, watch=()):
        outcomes = list(product(*(range(m) for m in range(self.k + 1, self.n + 1))))
        times = [0] * self.n
        for outcome in outcomes:
            draws = iter(outcome)
            reservoir = make(self.k, lambda m, draws=draws: next(draws))
            for item in range(self.n):
                reservoir.see(item)
            for item in reservoir.kept:
                times[item] += 1
        kept = [Fraction(each, len(outcomes)) for each in times]
        return Trace(self, facts={"kept": kept})


RESERVOIR = Claim(
    "reservoir-sampling",
    "Every one of n items is kept with the probability k/n.",
    sources="Vitter 1985",
    kind="probability",
    label="exact",
    learner=Reservoir,
    cases=Family(st.integers(1, 6).flatmap(lambda n: st.builds(Stream, st.integers(1, n), st.just(n)))),
    measure=lambda trace: {
        least: min(trace.facts["kept"]),
        most: max(trace.facts["kept"]),
        n: trace.case.n,
        k: trace.case.k,
    },
    bound=sympy.And(sympy.Eq(least, k / n), sympy.Eq(most, k / n)),
)
