"""Every place that prints evidence prints its grade: nothing that is less than proved is called proved without more."""

import json
import re
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import pytest
import sympy
from chosen import few
from sympy import And, Implies, Not, Or

from learncheck.exact.formulas import decided
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.verdicts import Evidence
from learncheck.oracle.engine.verify import refute, verify
from learncheck.oracle.prover import proof_text
from learncheck.oracle.prover.checked import IN_WORDS, Checked, ProofReport
from learncheck.oracle.prover.premises import size_of
from learncheck.oracle.prover.prove import prove
from learncheck.oracle.report import errata, html, summaries, verified
from learncheck.oracle.report.claim_page import page_of
from learncheck.oracle.report.evidence import as_json, by_grade, grades
from learncheck.strategies.play.case import Case, Rounds, Trace
from learncheck.theorems.language.proof import Fact, Obligation
from learncheck.theorems.language.registry import select
from tests.oracle.prover.test_prove import B2, CLAIM, PROOF, R2, SEPARABLE, M, a, b

GRADED = {
    "proved": "halving-mistakes",
    "proved-from-steps": "piecewise-from-stumps",
    "proved-from-assumptions": "least-squares-invertible",
}


FEW = replace(PROFILES["quick"], scout=5, search=5, batches=0, sizes=())


@cache
def evidence_of(claim_id: str) -> Evidence:
    claim = next(claim for claim in select([claim_id]) if claim.id == claim_id)
    (evidence,) = verify([claim], FEW)
    return evidence


def everywhere(evidence: Evidence) -> dict[str, str]:
    """What each place prints of the evidence."""
    assert evidence.proof is not None
    summary = summaries.summarize([evidence])
    page = html.verify_page([evidence])
    return {
        "the table of verify": " ".join(verified.claim_rows([evidence])[0][:4]),
        "the line of show": "\n".join(verified.show_evidence(evidence)),
        "the proof that show prints": "\n".join(proof_text.text(evidence.proof)),
        "the summary": proof_text.summary(evidence.proof),
        "the sum": " ".join(by_grade([evidence])),
        "JSON": json.dumps(as_json(evidence)["evidence"]),
        "the page of verify": re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL),
        "the words of an index": summary.words,
        "the page of the claim": html.claim_section(page_of(evidence.claim, {evidence.claim.id: summary}), str),
        "the errata": "\n".join(errata.support(evidence)),
    }


ALONE = re.compile(r"\bproved\b(?![ -]from)")
"""The word without what belongs to a weaker grade."""


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADED)
def test_every_place_prints_the_grade(grade: Any) -> None:
    for place, printed in everywhere(evidence_of(GRADED[grade])).items():
        assert re.search(grade.replace("-", "[ -]"), printed), (place, printed)
        assert bool(ALONE.search(printed)) is (grade == "proved"), (place, printed)


@few(2)
@pytest.mark.parametrize("grade", GRADED)
def test_json_has_what_belongs_to_a_grade(grade: Any) -> None:
    entry = as_json(evidence_of(GRADED[grade]))
    first, *others = entry["evidence"]
    assert first["grade"] == grade
    assert ("games" in first and "size" in first) is (grade == "proved-from-steps")
    assert ("assumptions" in first) is (grade == "proved-from-assumptions")
    assert [other["grade"] for other in others if other["grade"] != "attained"] == ["exhausted", "survived"]
    assert entry["reading"] in ("as-printed", "corrected", "ours")
    for premise in entry["rests_on"]:
        assert premise["kind"] in ("given", "meant", "fact", "step")
        assert premise["words"]
        assert premise["relation"]
    assert json.loads(json.dumps(entry))["evidence"][0]["grade"] == grade


def test_a_refuted_statement_has_that_grade_alone() -> None:
    (claim,) = (claim for claim in select(["piecewise-from-stumps"]) if claim.refuted_by)
    (entry,) = grades(refute(claim))
    assert entry["grade"] == "refuted"
    assert entry["counterexample"]


def test_a_claim_that_fell_has_no_grade() -> None:
    evidence = msgspec.structs.replace(evidence_of("halving-mistakes"), verdict="falsified")
    assert grades(evidence) == []


@pytest.mark.slow
def test_assumptions_are_named_where_the_claim_is_shown() -> None:
    evidence = evidence_of(GRADED["proved-from-assumptions"])
    for place in ("the line of show", "the summary", "the proof that show prints", "the page of the claim"):
        assert "Xc = 0 makes Ac = Xᵀ(Xc) = 0" in everywhere(evidence)[place].replace("\\", ""), place
    assert as_json(evidence)["evidence"][0]["assumptions"] == [
        "Ac = 0 makes ‖Xc‖² = cᵀAc = 0",
        "Xc = 0 makes Ac = Xᵀ(Xc) = 0",
    ]


@pytest.mark.slow
def test_games_and_their_size_are_told_where_steps_were_tested() -> None:
    evidence = evidence_of(GRADED["proved-from-steps"])
    assert evidence.proof is not None
    entry = as_json(evidence)["evidence"][0]
    assert entry["games"] > 10
    assert entry["size"] > 10
    words = f"tested on {entry['games']} games up to size {entry['size']}"
    for place in ("the line of show", "the summary", "the page of the claim", "the errata"):
        assert words in everywhere(evidence)[place], place


@pytest.mark.slow
def test_a_proof_from_both_has_the_weaker_word_and_tells_of_both() -> None:
    claim = next(claim for claim in select(["piecewise-from-stumps"]) if not claim.refuted_by)
    fact = Fact("it is said", sympy.Eq(claim.bound.lhs, claim.bound.lhs, evaluate=False), "assumption", "hearsay")
    proof = replace(claim.proof, using=(*claim.proof.using, fact))  # type: ignore[type-var, union-attr]
    proved = prove(replace(claim, proof=proof))
    assert proved.grade == "proved-from-assumptions"
    assert re.fullmatch(
        r"proved from assumptions \(it is said\) and from steps tested on \d+ games up to size \d+", proved.words
    )


def test_an_open_line_leaves_no_grade() -> None:
    open_ = Checked(Obligation("a line", {}, sympy.true, "line"), "unknown")
    done = Checked(Obligation("a line", {}, sympy.true, "line"), "proved", ("kernel",))
    for checked, grade in (([], None), ([open_], None), ([done, open_], None), ([done], "proved")):
        report = ProofReport(CLAIM, checked, "")
        assert report.grade == grade
        assert report.complete is (grade is not None)
        assert report.words == (grade or "NOT PROVED")


def test_every_grade_is_counted_once_a_claim() -> None:
    found = [evidence_of(claim_id) for claim_id in GRADED.values()]
    counts = by_grade(found)
    assert all(counts[words] == 1 for words in IN_WORDS.values())
    assert counts["exhausted"] == 3


@pytest.mark.slow
def test_what_a_proof_rests_on_is_listed_and_evaluated() -> None:
    report = prove(CLAIM)
    listed = {(premise.kind, premise.words): premise for premise in report.rests.premises}
    assert {("given", "separable"), ("meant", "‖x‖² ≤ R²")} <= listed.keys()
    fact = next(premise for premise in report.rests.premises if premise.kind == "fact")
    assert fact.games == report.rests.games > 1
    printed = "\n".join(proof_text.text(report))
    for premise in report.rests.premises:
        assert premise.words in printed


def test_the_size_of_a_game() -> None:
    class Pairs(Case, frozen=True, tag="pairs-of-a-test"):
        rows: tuple[tuple[int, ...], ...] = ()
        n: int = 0

    assert size_of(Trace(Pairs(((1, 2, 3), (4,))))) == 3
    assert size_of(Trace(Pairs((), 7))) == 7
    assert size_of(Trace(Pairs(), Rounds([0] * 5, [1] * 5, [1] * 5))) == 5


@pytest.mark.parametrize(
    ("formula", "holds"),
    [
        (Implies(M > 1, R2 > 5), True),
        (Implies(M >= 1, R2 > 5), False),
        (Or(M > 1, R2 < 5), True),
        (And(M > 1, R2 < 5), False),
        (Not(Or(M > 1, R2 > 5)), True),
        (sympy.true, True),
    ],
)
def test_a_formula_is_decided_at_values(formula: Any, holds: bool) -> None:
    assert decided(formula, {"M": 1, "R²": 2}) is holds


@pytest.mark.slow
def test_a_violated_hypothesis_is_told_with_the_game() -> None:
    wrong = replace(CLAIM, proof=replace(PROOF, assuming={SEPARABLE: R2 <= B2 - 1}))
    (line,) = prove(wrong).open
    assert "separable" in line.obligation.words
    assert line.countermodel == {"B²": "1", "R²": "1"}
    assert "fails in a played game of 2 rounds" in line.note


@pytest.mark.slow
def test_a_fact_of_a_quantity_that_no_game_measures_is_assumed() -> None:
    unseen = sympy.Symbol("unseen", real=True)
    fact = Fact("of nothing", sympy.Le(a**2, unseen * b), "lemma", "it is so", lambda: "read")
    report = prove(replace(CLAIM, proof=replace(PROOF, using=(*PROOF.using, fact))))
    assert "of nothing" in report.rests.assumptions
