"""With epsilon = 1/(2(k-1)) Winnow learns k out of r with M+ <= 4kr(1 + log n) and M- <= 8kr(1 + log n)."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from learncheck.learners import WinnowKOfR as Learner

BOUND = "winnow-k-of-r"


@given(st.integers(1, 8), st.data())
def test_mistakes(n, data):
    relevant = data.draw(st.sets(st.integers(0, n - 1), min_size=1))
    r = len(relevant)
    k = data.draw(st.integers(1, r))
    xs = data.draw(st.lists(st.lists(st.integers(0, 1), min_size=n, max_size=n), max_size=40))
    learner, mistakes = Learner(n, 1 / (2 * (k - 1)) if k > 1 else 1.0), {1: 0, -1: 0}
    for x in xs:
        y = 1 if sum(x[i] for i in relevant) >= k else -1
        mistakes[y] += learner.predict(np.array(x)) != y
        learner.update(np.array(x), y)
    assert mistakes[1] <= 4 * k * r * (1 + math.log(n)) + 1e-9
    assert mistakes[-1] <= 8 * k * r * (1 + math.log(n)) + 1e-9
