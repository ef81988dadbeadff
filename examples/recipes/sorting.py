"""An adversary: whoever sorts by comparisons is made to compare log₂(n!) times."""

from itertools import permutations

import sympy
from hypothesis import strategies as st

from learncheck import Case, Claim, Family, Premise, Trace

C, n = sympy.symbols("C n", integer=True, nonnegative=True)
"""Comparisons, and what is to be sorted."""


class MergeSort:
    """Sorts the numbers 0, …, n−1 by asking `less(i, j)`."""

    def sort(self, items, less):
        if len(items) < 2:
            return items
        half = len(items) // 2
        left, right = self.sort(items[:half], less), self.sort(items[half:], less)
        merged = []
        while left and right:
            merged.append(left.pop(0) if less(left[0], right[0]) else right.pop(0))
        return merged + left + right


class Ordering(Case, frozen=True, tag="sorting"):
    """n items, whose order the adversary leaves open as long as it can: it gives the answer that more orders allow."""

    n: int

    def play(self, make, watch=()):
        orders = list(permutations(range(self.n)))
        asked = 0

        def less(i, j):
            nonlocal orders, asked
            asked += 1
            yes = [each for each in orders if each[i] < each[j]]
            answer = 2 * len(yes) >= len(orders)
            orders = yes if answer else [each for each in orders if each[i] > each[j]]
            return answer

        result = make().sort(list(range(self.n)), less)
        return Trace(self, facts={"comparisons": asked, "sorted": result, "orders": len(orders)})


def decided(trace):
    """The hypothesis: the sort knows the order in the end, since no other one is left."""
    return trace.facts["orders"] == 1


SORTING = Claim(
    "sorting-comparisons",
    "Sorting n items takes at least log₂(n!) comparisons in the worst case.",
    sources="Ford and Johnson 1959",
    kind="adversary",
    label="lower",
    learner=MergeSort,
    cases=Family(st.builds(Ordering, st.integers(0, 6))),
    measure=lambda trace: {C: trace.facts["comparisons"], n: trace.case.n},
    given=(Premise("the sort knows the order in the end", decided),),
    bound=C >= sympy.log(sympy.factorial(n), 2),
)
