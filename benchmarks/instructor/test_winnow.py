"""Winnow learns a disjunction of r of n variables with at most 2 + 3r(1 + log2 n) mistakes."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from learncheck.learners import Winnow as Learner

BOUND = "winnow-mistakes"


@given(st.integers(1, 10), st.data())
def test_mistakes(n, data):
    relevant = data.draw(st.sets(st.integers(0, n - 1), min_size=1))
    xs = data.draw(st.lists(st.lists(st.integers(0, 1), min_size=n, max_size=n), max_size=40))
    learner, mistakes = Learner(n), 0
    for x in xs:
        y = 1 if any(x[i] for i in relevant) else -1
        mistakes += learner.predict(np.array(x)) != y
        learner.update(np.array(x), y)
    assert mistakes <= 2 + 3 * len(relevant) * (1 + math.log2(n)) + 1e-9
