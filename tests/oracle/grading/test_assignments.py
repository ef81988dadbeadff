"""What claims are worth where an assignment says nothing of them."""

import pytest

from learncheck.learners import Consistent
from learncheck.oracle.grading.assignment import COROLLARIES, Assignment, Part
from learncheck.oracle.grading.classes import check
from learncheck.theorems.language.registry import all_claims


def test_a_corollary_counts_less_than_its_theorem_unless_the_assignment_says_otherwise() -> None:
    claims = {claim.id: claim for claim in all_claims()}
    for corollary, theorem in COROLLARIES.items():
        assert claims[corollary].learner is claims[theorem].learner
        assert theorem not in COROLLARIES
    asked = Assignment(learners={"Halving": Part(claims={"halving-programs": 2.0})})
    assert Part().weight("halving-programs") < Part().weight("halving-mistakes") == 1
    assert asked.part("Halving").weight("halving-programs") == 2


@pytest.mark.slow
def test_a_learner_that_satisfies_only_the_corollaries_earns_little() -> None:
    report = check(Consistent, "Halving")
    assert {result.id for _, result in report.results if result.passed} >= {
        "halving-programs",
        "grid-halfspaces-halving",
    }
    assert report.score == pytest.approx(0.2)
