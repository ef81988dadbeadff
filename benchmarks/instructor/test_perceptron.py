"""The Perceptron makes at most (RB)^2 mistakes, where B = |w*| / gamma for any w* with the margin gamma on the data."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from learncheck.learners import Perceptron as Learner

BOUND = "perceptron-mistakes"


@given(st.integers(1, 4), st.data())
def test_mistakes(d, data):
    vectors = st.lists(st.integers(-5, 5), min_size=d, max_size=d)
    target = np.array(data.draw(vectors))
    assume(target.any())
    xs = np.array([x for x in data.draw(st.lists(vectors, max_size=30)) if target @ x != 0], dtype=float)
    assume(len(xs) > 0)
    learner, mistakes = Learner(d), 0
    for x in xs:
        y = 1 if target @ x > 0 else -1
        mistakes += learner.predict(x.copy()) != y
        learner.update(x.copy(), y)
    assert mistakes * min(abs(xs @ target)) ** 2 <= (target @ target) * max((xs**2).sum(axis=1)) + 1e-9
