"""Claims whose proofs use what other claims say: never with a better word than those, and never more than they say."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from chosen import few

from learncheck.oracle.prover.checked import IN_WORDS, ProofReport
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Fact, by_claim
from learncheck.theorems.notes.halfspaces.minimisers import INVERTIBLE
from learncheck.theorems.notes.pac.finite_classes import ACCURACY, BAD_CONSISTENT, SAMPLE_SIZE
from learncheck.theorems.notes.pac.three_term_dnf import COUNT

ACCURATE = replace(ACCURACY, formal=None)
"""The same hypothesis, known by its predicate alone."""


def again(claim: Claim, *facts: Fact) -> Claim:
    """The claim with another proof: it is what it says."""
    assert claim.proof is not None
    taken: Any = {"assuming": claim.proof.assuming, "means": claim.proof.means, "names": claim.proof.names}
    return replace(claim, id="again", steps=(), proof=Chain(**taken, using=facts or (by_claim(claim),)))


@cache
def proved(claim: Claim) -> ProofReport:
    return prove(again(claim))


@few(1)
@pytest.mark.parametrize("claim", [INVERTIBLE, BAD_CONSISTENT, SAMPLE_SIZE], ids=lambda claim: claim.id)
def test_a_claim_that_uses_another_has_no_better_grade(claim: Claim) -> None:
    report, cited = proved(claim), prove(claim)
    assert report.complete
    assert [*IN_WORDS].index(report.grade) >= [*IN_WORDS].index(cited.grade)  # the strongest comes first
    assert (report.tested is None) is (cited.grade != "proved-from-steps")


def test_it_lists_what_the_other_takes_for_granted_and_names_it() -> None:
    report = proved(INVERTIBLE)
    assert report.assumptions
    assert all(words.endswith("for least-squares-invertible") for words in report.assumptions)
    assert any("least-squares-invertible, proved from assumptions" in line.note for line in report.checked)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda fact: replace(fact, relation=COUNT.bound), "no instance of what"),
        (lambda fact: replace(fact, at={symbol: 2 * term for symbol, term in fact.at.items()}), "no instance of what"),
    ],
    ids=["another relation", "other terms"],
)
def test_what_a_claim_does_not_say_is_refused(wrong: Any, message: str) -> None:
    report = prove(again(COUNT, wrong(by_claim(COUNT))))
    assert report.grade is None
    assert any(message in line.note for line in report.open)


@pytest.mark.parametrize(
    ("hypothesis", "taken"),
    [(ACCURACY, {}), (ACCURATE, {ACCURATE: ACCURACY.formal})],
    ids=["of which its proof takes nothing", "of which its proof takes a part"],
)
def test_a_hypothesis_of_the_claim_has_to_be_one_of_its_user(hypothesis: Premise, taken: Any) -> None:
    assert BAD_CONSISTENT.proof is not None
    silent = replace(BAD_CONSISTENT, assuming=(hypothesis,), proof=replace(BAD_CONSISTENT.proof, assuming=taken))
    user = again(silent).without(hypothesis)
    report = prove(user)
    assert report.grade is None
    assert any("which again lacks" in line.note for line in report.open)


def test_a_claim_without_a_proof_cannot_be_used_so() -> None:
    with pytest.raises(ValueError, match="has no proof; cite it as a theorem"):
        by_claim(replace(COUNT, proof=None))
