"""Elimination makes at most n mistakes on monotone disjunctions of n variables."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from learncheck.learners import DisjunctionElimination as Learner

BOUND = "disjunction-elimination-mistakes"


@given(st.integers(1, 8), st.data())
def test_mistakes(n, data):
    relevant = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    xs = data.draw(st.lists(st.lists(st.integers(0, 1), min_size=n, max_size=n), max_size=20))
    learner, mistakes = Learner(n), 0
    for x in xs:
        y = 1 if any(a and b for a, b in zip(relevant, x, strict=True)) else -1
        mistakes += learner.predict(np.array(x)) != y
        learner.update(np.array(x), y)
    assert mistakes <= n
