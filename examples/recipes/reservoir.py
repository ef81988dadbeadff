"""A randomised algorithm: reservoir sampling keeps every item with the same probability, worked out over all draws."""

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st
from sympy import And, Eq, Min, symbols

from learncheck import claim

least, most = symbols("p_min p_max", nonnegative=True)
n, k = symbols("n k", integer=True, positive=True)
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


@claim(
    n=st.integers(1, 6),
    k=st.integers(1, 6),
    bound=And(Eq(least, Min(k, n) / n), Eq(most, Min(k, n) / n)),
    learner=Reservoir,
    kind="probability",
    label="exact",
    sources="Vitter 1985",
)
def reservoir_sampling(make, n, k):
    """Every one of n items is kept with the probability k/n, and all are kept where n ≤ k."""
    outcomes = list(product(*(range(m) for m in range(k + 1, n + 1))))  # of the draws, all equally likely
    samples = []
    for outcome in outcomes:
        draws = iter(outcome)
        reservoir = make(k, lambda m, draws=draws: next(draws))
        for item in range(n):
            reservoir.see(item)
        samples += reservoir.kept
    shares = [Fraction(samples.count(item), len(outcomes)) for item in range(n)]
    return {least: min(shares), most: max(shares)}
