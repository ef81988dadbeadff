"""Reservoir sampling, over all draws."""

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st
from sympy import Eq, Min, symbols

from learncheck import claim

P = symbols("P", nonnegative=True)
n, k = symbols("n k", integer=True, positive=True)
SIZES = st.integers(1, 6)


class Reservoir:
    def sample(self, k, items, below):
        chosen = items[:k]
        for t, item in enumerate(items[k:], k + 1):
            if (place := below(t)) < k:
                chosen[place] = item
        return chosen


@claim(SIZES, SIZES, st.integers(0, 5), bound=Eq(P, Min(k, n) / n), learner=Reservoir, label="exact")
def short_reservoir(make, n, k, i):
    """Every one of n items is kept with the probability min(k, n)/n."""
    draws = list(product(*map(range, range(k + 1, n + 1))))
    times = sum(i % n in make().sample(k, list(range(n)), lambda t, draw=draw: draw[t - k - 1]) for draw in draws)
    return Fraction(times, len(draws))
