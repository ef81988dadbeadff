"""What a family promises: most of the cases that it draws satisfy the hypotheses that are asked of it."""

from itertools import islice

import pytest
from catalogue import CLAIMS
from chosen import some

from learncheck.strategies.play.choices import at_random

DRAWN = 20


@pytest.mark.parametrize("claim_id", some(CLAIMS, 12))
def test_most_cases_satisfy_the_hypotheses(claim_id: str) -> None:
    claim = CLAIMS[claim_id]
    asked = [each for each in claim.assuming if each.option]
    traces = (case.play(claim.learner) for case, _ in islice(at_random(claim.build(claim.cases.search), 0), DRAWN))
    assert sum(all(each.holds(trace) for each in asked) for trace in traces) > DRAWN / 2
