"""An adversary makes everybody who sorts by comparisons ask log₂(n!) times."""

from itertools import permutations

from hypothesis import strategies as st
from sympy import And, Eq, factorial, log, symbols

from learncheck import claim

C, W, n = symbols("C W n", integer=True, nonnegative=True)


class Insertion:
    def sort(self, n, less):
        done = []
        for i in range(n):
            done.insert(next((k for k, j in enumerate(done) if less(i, j)), i), i)
        return done


@claim(n=st.integers(0, 6), bound=And(C >= log(factorial(n), 2), Eq(W, 0)), learner=Insertion, label="lower")
def short_sorting(make, n):
    """Sorting takes at least log2(n!) comparisons, against answers that leave as many orders as they can."""
    orders, asked = list(permutations(range(n))), []

    def less(i, j):
        parts = {yes: [order for order in orders if (order.index(i) < order.index(j)) == yes] for yes in (True, False)}
        asked.append(max(parts, key=lambda yes: len(parts[yes])))
        orders[:] = parts[asked[-1]]
        return asked[-1]

    result = tuple(make().sort(n, less))
    return {C: len(asked), W: sum(order != result for order in orders)}
