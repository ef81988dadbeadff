"""Wrong variants of claims and of proofs, from the tables in the files of a folder, and what must become of them."""

import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import chosen
from changes import applied

from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.engine.run import attack
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.formal.numbers import NotFormal
from learncheck.theorems.language.claim import Claim

HERE = Path(__file__).parent

PROFILE = replace(PROFILES["quick"], shrink=0)
"""A mutant has to fall, no matter how small: wrong implementations are made small in tests/quality."""

FEWEST_WRONG = 3
"""Wrong proofs that each proof needs."""

REFUSED = (ValueError, NotFormal)
"""Raised for what is not a proof or cannot be run."""


def variants_of(claim_id: str, table: str, folder: Path) -> list[tuple[str, Any]]:
    """What is wrong with each variant of this claim, and what makes it wrong, from the files that quote its id."""
    variants: list[tuple[str, Any]] = []
    for path in (*sorted(folder.glob("mutants_*.py")), *sorted(folder.glob("proofs_*.py"))):
        if f'"{claim_id}"' in path.read_text("utf-8"):
            variants += getattr(importlib.import_module(path.stem), table, {}).get(claim_id, [])
    return variants


def assert_mutants_fall(claim: Claim, folder: Path = HERE) -> None:
    """All mutants of the claim are falsified; without --thorough the first one."""
    mutants = variants_of(claim.id, "MUTANTS", folder)
    assert mutants, f"nothing shows that {claim.id} can fail"
    for what, change in mutants if chosen.thorough else mutants[:1]:
        mutant, learner = applied(change, claim)
        evidence = attack(mutant, learner or mutant.learner, "mutant", PROFILE)
        assert evidence.verdict == "falsified", f"it survived {what}: {evidence.message}"
        assert evidence.counterexample is not None


def assert_wrong_proofs_are_rejected(claim: Claim, folder: Path = HERE) -> None:
    """Each wrong proof is refused, has an open line, or names an assumption more; without --thorough the first one."""
    wrong = variants_of(claim.id, "WRONG_PROOFS", folder)
    assert len(wrong) >= FEWEST_WRONG, claim.id
    for what, change in wrong if chosen.thorough else wrong[:1]:
        variant, learner = applied(change, claim)  # outside of the try: what cannot be made shows nothing
        try:
            report = prove(variant, learner=learner)
        except REFUSED:
            continue
        rejected = report.open or report.assumptions.keys() - prove(claim).assumptions.keys()
        assert rejected, f"it is proved all the same: {what}"
