"""Every claim of the notes, verified on every reference learner that it is about, stands as tests/recorded has it."""

import pickle
from dataclasses import replace
from pathlib import Path

import pytest
import record
from sympy import sympify

from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.verify import verify
from learncheck.oracle.pytest_plugin import properties
from learncheck.oracle.report import site
from learncheck.oracle.report.errata import repair
from learncheck.oracle.report.known import keep, known
from learncheck.oracle.report.text import claim_rows
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import all_claims, select

ROOT = Path(__file__).parents[2]
ERRATA = (ROOT / "docs" / "errata.md").read_text("utf-8")


def without(start: str, text: str) -> str:
    """The text without the lines that begin so."""
    return "\n".join(line for line in text.splitlines() if not start or not line.startswith(start))


FEWER = replace(PROFILES["quick"], scout=20, search=10, batches=1_000, sizes=())
"""Of the games that are drawn the default run plays fewer, and no large ones; of all others the same. CI plays all."""


@pytest.mark.usefixtures("shared_games")
@pytest.mark.parametrize("claim", all_claims(), ids=lambda claim: claim.id)
def test_claim_stands_as_on_record(claim: Claim, all_games: bool, request: pytest.FixtureRequest) -> None:
    evidence = list(verify([claim], PROFILES["quick"] if all_games else FEWER))
    assert evidence
    row, games = claim_rows(evidence)[-1], sum(each.games for each in evidence)
    request.node.user_properties += properties("", claim.id, row.told, games, row.ratio, row.fine)
    for each in evidence:
        assert each.games > 0
        assert each.undecided == 0
        assert each.expected, f"{each.words}: {each.message}"
        if claim.repairs is not None:
            counts = "" if all_games else "- stands: "
            assert without(counts, "\n".join(repair(each))) in without(counts, ERRATA), "run `python tests/record.py`"
        if claim.label == "tight":
            assert each.attained, f"{claim.id} is labelled tight, but the best ratio on {each.learner} is {each.ratio}"
        elif claim.label in ("upper", "lower"):
            assert each.ratio is None or each.ratio <= 1.0 or claim.refuted_by
        if each.proof is not None:
            pickle.dumps(replace(each.proof, claim=None))  # so that it can be told to another process
    if all_games:
        keep(ROOT / site.EVIDENCE, claim.id, known(evidence))  # for the site, which need not find it out again
    differences = record.differences(claim.id, record.of(claim, evidence), drawn=all_games)
    assert not differences, "\n".join([*differences, "where this is meant, run `python tests/record.py`"])


def test_the_record_is_of_these_claims() -> None:
    assert [*record.stored("claims")] == sorted(claim.id for claim in all_claims())
    assert {*record.stored("premises")} == {
        each for each, line in record.stored("claims").items() if line.get("proof", {}).get("premises")
    }


@pytest.mark.parametrize("table", record.TABLES)
def test_the_record_is_as_it_is_written(table: str) -> None:
    assert (record.FOLDER / f"{table}.json").read_text("utf-8") == record.written(table, record.stored(table))


def test_what_differs_from_the_record_is_told() -> None:
    (claim,) = select(["consistent-mistakes"])
    (evidence,) = verify([claim], PROFILES["quick"])
    assert record.differences(claim.id, record.of(claim, [evidence])) == []
    evidence.attacks[2].games += 1
    (games,) = record.differences(claim.id, record.of(claim, [evidence]))
    assert games.startswith("consistent-mistakes: claims.evidence.0.attacks.scout.games: ")
    assert record.differences(claim.id, record.of(claim, [evidence]), drawn=False) == []
    evidence.attacks[1].games += 1
    (games,) = record.differences(claim.id, record.of(claim, [evidence]), drawn=False)
    assert games.startswith("consistent-mistakes: claims.evidence.0.attacks.exhaustive.games: ")
    evidence.attacks[1].games -= 1
    evidence.attacks[2].games -= 1
    evidence.verdict = "undecided"
    told = "\n".join(record.differences(claim.id, record.of(claim, [evidence])))
    assert "'stands' on record, 'undecided' now" in told
    evidence.verdict = "stands"
    assert evidence.proof is not None
    assert evidence.proof.rests.premises
    premise = evidence.proof.rests.premises[0]
    evidence.proof.rests.premises[0] = replace(premise, relation=sympify("x > 17"))
    (relation,) = record.differences(claim.id, record.of(claim, [evidence]))
    assert "premises.0: " in relation
    assert "x > 17" in relation


def test_there_are_claims() -> None:
    assert len(all_claims()) > 10
