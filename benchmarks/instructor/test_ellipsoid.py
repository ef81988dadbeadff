"""With instances and w* on the grid {-1, ..., 1}^d of step 1/n: at most d(2d + 2) log(d n^2 + 1) mistakes."""

import math

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from learncheck.learners import Ellipsoid as Learner

BOUND = "ellipsoid-mistakes"


@given(st.integers(2, 3), st.sampled_from([1, 2, 4]), st.data())
def test_mistakes(d, n, data):
    vectors = st.lists(st.integers(-n, n), min_size=d, max_size=d)
    target = np.array(data.draw(vectors))
    assume(target.any())
    learner, mistakes = Learner(d), 0
    for x in data.draw(st.lists(vectors, max_size=80)):
        if target @ x == 0:
            continue
        y = 1 if target @ x > 0 else -1
        mistakes += learner.predict(np.array(x) / n) != y
        learner.update(np.array(x) / n, y)
    assert mistakes <= d * (2 * d + 2) * math.log(d * n**2 + 1)
