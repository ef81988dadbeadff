"""What "attained" promises: one game meets the whole bound with equality, each part that has a claim to sharpness."""

from dataclasses import replace

import pytest
from catalogue import CLAIMS
from sympy import And, Eq, symbols

from learncheck.exact.decide import conjuncts
from learncheck.oracle.engine.judge import judge
from learncheck.oracle.judging.decide import meets
from learncheck.theorems.language.claim import Claim

a, b, c, d = symbols("a b c d", real=True)


def claiming(bound, label="upper", slack=()) -> Claim:
    return replace(CLAIMS["halving-mistakes"], bound=bound, label=label, slack=slack)


@pytest.mark.parametrize(
    ("bound", "values", "slack", "attained"),
    [
        (a <= b, (1, 1, 0, 0), (), True),
        (And(a <= b, c <= d), (1, 1, 2, 2), (), True),
        (And(a <= b, c <= d), (1, 1, 1, 2), (), False),
        (And(a <= b, c <= d), (1, 2, 2, 2), (), False),
        (And(a <= b, c <= d), (1, 1, 1, 2), (c <= d,), True),
        (And(a <= b, c <= d), (1, 2, 2, 2), (c <= d,), False),
        (And(a <= b, c < d), (1, 1, 1, 2), (), True),
        (And(a <= b, Eq(c, d)), (1, 1, 2, 2), (), True),
        (And(a <= b, Eq(c, d)), (0, 1, 2, 2), (), False),
        (Eq(a, b), (1, 1, 0, 0), (), False),
        (a < b, (1, 2, 0, 0), (), False),
    ],
)
def test_every_part_with_a_claim_to_sharpness_is_met(bound, values, slack, attained):
    assert meets(claiming(bound, slack=slack), dict(zip((a, b, c, d), values, strict=True))) is attained


def test_what_is_equal_by_definition_is_attained_by_nothing():
    assert not meets(claiming(a <= b, "exact"), {a: 1, b: 1})


def test_a_conjunct_that_is_not_met_stops_a_tight_claim():
    """The dense comparison, with a line more that is true and never met."""
    claim = CLAIMS["winnow-versus-perceptron-dense"]
    first = conjuncts(claim.bound)[0]
    looser = replace(claim, bound=And(claim.bound, first.lhs <= first.rhs + 1))
    case = next(iter(case for case in claim.witnesses() if judge(claim, claim.learner, case).attained))
    assert judge(looser, claim.learner, case).verdict == "stands"
    assert not judge(looser, claim.learner, case).attained


def test_slack_names_parts_of_the_bound():
    for claim in CLAIMS.values():
        assert set(claim.slack) <= set(conjuncts(claim.bound)), claim.id


def test_a_tight_claim_has_something_to_attain():
    assert all(claim.sharp for claim in CLAIMS.values() if claim.label == "tight")
