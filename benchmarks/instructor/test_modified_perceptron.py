"""From a start with <w*, w0> >= 1/sqrt(n) at most log n / sigma^2 updates, each where it errs by more than sigma."""

import math

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from learncheck.learners import ModifiedPerceptron as Learner

BOUND = "modified-perceptron-updates-on-the-sphere"


@given(st.integers(2, 4), st.sampled_from([0.1, 0.25, 0.5]), st.data())
def test_updates(d, sigma, data):
    vectors = st.lists(st.integers(-5, 5), min_size=d, max_size=d).filter(any).map(lambda v: np.array(v, dtype=float))
    target, start = data.draw(vectors), data.draw(vectors)
    target, start = target / np.linalg.norm(target), start / np.linalg.norm(start)
    assume(target @ start >= 1 / math.sqrt(d))
    learner, updates = Learner(sigma, start.copy()), 0
    for x in data.draw(st.lists(vectors, max_size=30)):
        x = x / np.linalg.norm(x)
        if abs(target @ x) < 1e-9:
            continue
        y = 1 if target @ x > 0 else -1
        before = np.array(learner.w)
        learner.update(x.copy(), y)
        updates += not np.array_equal(before, learner.w)
    assert updates <= math.log(d) / sigma**2 + 1e-9
