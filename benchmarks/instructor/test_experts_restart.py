"""Starting again when no expert is left: at most m + (m + 1) log2 n mistakes."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from learncheck.learners import ExpertsRestart as Learner

BOUND = "experts-restart"


@given(st.integers(1, 8), st.data())
def test_mistakes(n, data):
    advices = st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n)
    rounds = data.draw(st.lists(st.tuples(advices, st.sampled_from([-1, 1])), max_size=20))
    learner, mistakes = Learner(n), 0
    for advice, y in rounds:
        mistakes += learner.predict(np.array(advice)) != y
        learner.update(np.array(advice), y)
    best = min(sum(advice[i] != y for advice, y in rounds) for i in range(n))
    assert mistakes <= best + (best + 1) * math.log2(n) + 1e-9
