"""Consistent makes at most |H| - 1 mistakes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from learncheck.learners import Consistent as Learner

BOUND = "consistent-mistakes"
ROW = st.lists(st.sampled_from([-1, 1]), min_size=5, max_size=5).map(tuple)


@given(st.lists(ROW, min_size=1, max_size=8, unique=True), st.data())
def test_mistakes(rows, data):
    hypotheses = np.array(rows)
    target = data.draw(st.sampled_from(rows))
    xs = data.draw(st.lists(st.integers(0, 4), max_size=12))
    learner, mistakes = Learner(hypotheses.copy()), 0
    for x in xs:
        mistakes += learner.predict(x) != target[x]
        learner.update(x, target[x])
    assert mistakes <= len(rows) - 1
