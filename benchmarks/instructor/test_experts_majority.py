"""With a perfect expert the majority makes at most log2 n mistakes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from learncheck.learners import ExpertsMajority as Learner

BOUND = "experts-perfect"


@given(st.integers(1, 8), st.data())
def test_mistakes(n, data):
    perfect = data.draw(st.integers(0, n - 1))
    rounds = data.draw(st.lists(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n), max_size=20))
    learner, mistakes = Learner(n), 0
    for advice in rounds:
        y = advice[perfect]
        mistakes += learner.predict(np.array(advice)) != y
        learner.update(np.array(advice), y)
    assert 2**mistakes <= n
