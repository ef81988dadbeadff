"""The package's claims, and those of them that the default `pytest` is about."""

import importlib
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from learncheck.theorems.language.registry import claims_in, loaded_claims

PROJECT = Path(__file__).parents[1]
OFFERED = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["learncheck.claims"]
STATED = {claim.id: claim for name in OFFERED.values() for claim in claims_in(importlib.import_module(name))}
CLAIMS = {name: claim for name, claim in STATED.items() if not any(claim is other for other in loaded_claims())}
HEADLINES = ("weighted-majority-mistakes-sharper", "winnow-mistakes-sharper", "ellipsoid-mistakes-sharper")


def first_of_headlines(cases: Iterable[tuple[str, Any]]) -> list[Any]:
    """Parameters of a test, from pairs with the claim: all but the first of each headline claim are slow."""
    rows: list[Any] = []
    seen: set[str] = set()
    for claim_id, case in cases:
        default = claim_id in HEADLINES and claim_id not in seen
        seen.add(claim_id)
        rows.append(case if default else pytest.param(*case.values, id=case.id, marks=pytest.mark.slow))
    return rows
