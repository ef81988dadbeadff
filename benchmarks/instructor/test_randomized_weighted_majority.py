"""Randomized Weighted Majority: at most log n / epsilon + m (1 + epsilon) mistakes in expectation."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from learncheck.learners import RandomizedWeightedMajority as Learner

BOUND = "randomized-weighted-majority"


@given(st.integers(1, 8), st.sampled_from([0.1, 0.25, 0.5]), st.data())
def test_mistakes(n, epsilon, data):
    advices = st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n)
    rounds = data.draw(st.lists(st.tuples(advices, st.sampled_from([-1, 1])), max_size=20))
    learner, expected = Learner(n, epsilon), 0.0
    for advice, y in rounds:
        expected += np.asarray(learner.probabilities()) @ (np.array(advice) != y)
        learner.update(np.array(advice), y)
    best = min(sum(advice[i] != y for advice, y in rounds) for i in range(n))
    assert expected <= math.log(n) / epsilon + best * (1 + epsilon) + 1e-9
