"""Halving for thresholds makes at most log2(n + 2) mistakes."""

from hypothesis import given
from hypothesis import strategies as st

from learncheck.learners import ThresholdHalving as Learner

BOUND = "threshold-halving-mistakes"


@given(st.integers(1, 30), st.data())
def test_mistakes(n, data):
    threshold = data.draw(st.integers(0, n + 1))
    xs = data.draw(st.lists(st.integers(0, n), max_size=20))
    learner, mistakes = Learner(n), 0
    for x in xs:
        y = 1 if x >= threshold else -1
        mistakes += learner.predict(x) != y
        learner.update(x, y)
    assert 2**mistakes <= n + 2
