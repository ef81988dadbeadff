"""An adversary: whoever sorts by comparisons is made to compare log₂(n!) times."""

from itertools import permutations

from hypothesis import strategies as st
from sympy import And, Eq, factorial, log, symbols

from learncheck import claim

C, W, n = symbols("C W n", integer=True, nonnegative=True)
"""Comparisons; the orders that they leave possible and the result is wrong for; what is to be sorted."""


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


@claim(
    n=st.integers(0, 6),
    bound=And(C >= log(factorial(n), 2), Eq(W, 0)),
    learner=MergeSort,
    kind="adversary",
    label="lower",
    sources="Ford and Johnson 1959",
)
def sorting_comparisons(make, n):
    """Sorting n items, whatever their order, takes at least log₂(n!) comparisons in the worst case."""
    orders, asked = list(permutations(range(n))), 0

    def less(i, j):
        """The answer that more orders allow: the adversary leaves the order open as long as it can."""
        nonlocal orders, asked
        asked += 1
        yes = [order for order in orders if order[i] < order[j]]
        answer = 2 * len(yes) >= len(orders)
        orders = yes if answer else [order for order in orders if order[i] > order[j]]
        return answer

    result = make().sort(list(range(n)), less)
    return {C: asked, W: sum([order[item] for item in result] != list(range(n)) for order in orders)}
