"""Greedy set cover."""

from itertools import combinations

from hypothesis import strategies as st
from sympy import harmonic, symbols

from learncheck import claim

C, best, k = symbols("C C* k", integer=True)
SETS = st.lists(st.frozensets(st.integers(0, 6), min_size=1), min_size=1, max_size=6)


@claim(SETS, bound=C <= harmonic(k) * best)
def short_set_cover(sets):
    """Greedy covers with at most H(k) times as many sets as needed, where no set has more than k points."""
    left = points = frozenset().union(*sets)
    greedy = 0
    while left:
        left -= max(sets, key=lambda candidate: len(candidate & left))
        greedy += 1
    covers = (some for size in range(1, 7) for some in combinations(sets, size) if points == frozenset().union(*some))
    return {C: greedy, best: len(next(covers)), k: max(map(len, sets))}
