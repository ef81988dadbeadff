"""Every claim of the notes, verified on every reference learner that it is about, stands as tests/recorded has it."""

import json
import pickle
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import record
from catalogue import CLAIMS

from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.verify import refute, verify
from learncheck.oracle.judging.played import Memory, remembering
from learncheck.oracle.report import site
from learncheck.oracle.report.errata import Erratum, support
from learncheck.oracle.report.summaries import store, summarize
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.registry import catalogue
from learncheck.theorems.recorded import recorded, shown

ROOT = Path(__file__).parents[2]
STALE = "where this is meant, run `python tests/record.py`"
PLAYED: Memory[Trace] = Memory()
"""Games of several claims are played once, as where the command verifies them all."""


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_claim_stands_as_on_record(
    claim_id: str, request: pytest.FixtureRequest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = CLAIMS[claim_id]
    monkeypatch.setitem(sys.modules, "z3", None)  # proofs are checked by their stored certificates alone
    thorough = request.config.getoption("--thorough")
    with remembering(PLAYED):
        evidence = list(verify([claim], PROFILES["quick"] if thorough else record.FEW_GAMES))
    assert evidence
    for row in evidence:
        assert row.games > 0
        assert row.undecided == 0
        assert row.expected, f"{row.verdict}: {row.message}"
        if claim.repairs is not None:
            parts = [[head, words] for head, words in recorded()[claim.repairs]["erratum"] if head == "known by"]
            assert any(set(support(row)) <= set(words) for _, words in parts), STALE
        if claim.label == "tight":
            assert row.attained, f"{claim.id} is labelled tight, but the best ratio on {row.learner} is {row.ratio}"
        elif claim.label in ("upper", "lower"):
            assert row.ratio is None or row.ratio <= 1.0 or claim.refuted_by
        if claim.proof is not None and row.learner in (None, getattr(claim.learner, "__name__", None)):
            assert row.proof is not None
            assert row.proof.complete, f"{claim.id} is not proved: {row.proof.words}"
        if row.proof is not None:
            assert not row.proof.troubles
            pickle.dumps(replace(row.proof, claim=None))  # so that it can be told to another process
    if thorough:
        store(ROOT / site.EVIDENCE, summarize(evidence))  # for the site, which need not find it out again
    assert record.of(evidence) == record.stored().get(claim.id, record.of(evidence)), STALE


def test_what_the_commands_tell_is_on_record() -> None:
    """The evidence for repairs was compared above."""
    entries = [Erratum(claim, refute(claim), ()) for claim in catalogue() if claim.refuted_by is not None]
    repaired = {claim.repairs for claim in catalogue()}
    for erratum in entries:
        claim = erratum.claim
        assert erratum.falls, f"the stored counterexample no longer refutes {claim.id}"
        assert len(erratum.worked) == 3, f"work the counterexample of {claim.id} through in three lines"
        assert any("{" in line for line in claim.worked), f"let the figures of {claim.id} be measured"
        assert claim.flaw, claim.id
        assert claim.id in repaired, f"state the repair of {claim.id}"
    fresh = json.loads(json.dumps(record.answers(entries)))
    assert [*fresh] == [*recorded()], STALE
    for claim_id, about in recorded().items():
        parts = [part for part in about["erratum"] if part[0] not in ("repaired", "known by")]
        assert {**about, "erratum": parts} == fresh[claim_id], f"{claim_id}: {STALE}"


def test_what_show_tells_is_on_record() -> None:
    """In words: how formulas are written depends on the version of sympy."""
    for claim_id, lines in record.shown(record.stored()).items():
        assert _words(lines) == _words(shown(claim_id)), f"{claim_id}: {STALE}"


def _words(lines: Sequence[str]) -> list[str]:
    return [line.partition(":  ")[0] for line in lines if ":  " in line or not line.startswith(("  ", "LaTeX"))]


def test_the_record_is_of_these_claims() -> None:
    """A new claim needs no record: what its own file says of it is asserted above."""
    assert [*record.stored()] == sorted({claim.id for claim in catalogue()} & record.stored().keys()), STALE
    assert len(record.stored()) > 10
