"""A check that cannot fail is a defect: every claim has wrong variants, and each of them falls."""

import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from learncheck.oracle.engine.attack import PROFILES, attack
from learncheck.theorems.language.registry import all_claims

HERE = Path(__file__).parent
PROFILE = replace(PROFILES["quick"], shrink=0)
"""A mutant has to fall, no matter how small: wrong implementations are made small in tests/quality."""


def _mutants() -> dict[str, list[tuple[str, Any]]]:
    found: dict[str, list[tuple[str, Any]]] = {}
    for path in sorted(HERE.glob("mutants_*.py")):
        module = importlib.import_module(path.stem)
        for claim_id, mutants in module.MUTANTS.items():
            found.setdefault(claim_id, []).extend(mutants)
    return found


MUTANTS = _mutants()
CLAIMS = {claim.id: claim for claim in all_claims()}


@pytest.mark.parametrize("claim_id", [each for each in CLAIMS if CLAIMS[each].refuted_by is None])
def test_every_standing_claim_has_a_mutant(claim_id: str) -> None:
    assert MUTANTS.get(claim_id), f"{claim_id} has no mutant, so nothing shows that it can fail"


@pytest.mark.usefixtures("shared_games")
@pytest.mark.parametrize(
    ("claim_id", "mutate"),
    [pytest.param(name, mutate, id=f"{name}: {what}") for name, each in MUTANTS.items() for what, mutate in each],
)
def test_mutant_falls(claim_id: str, mutate: Any) -> None:
    claim, make = mutate(CLAIMS[claim_id])
    evidence = attack(claim, make, "mutant", PROFILE)
    assert evidence.verdict == "falsified", f"{claim_id} survived its mutant: {evidence.words}"
    assert evidence.counterexample is not None
