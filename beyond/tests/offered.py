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


def slow_but_headlines(claim_ids: Iterable[str]) -> list[Any]:
    """Parameters of a test, of which all but the headline claims are slow."""
    return [name if name in HEADLINES else pytest.param(name, marks=pytest.mark.slow) for name in claim_ids]
