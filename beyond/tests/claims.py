"""The package's claims, and those of them that the default `pytest` is about."""

import importlib
import tomllib
from pathlib import Path

from learncheck.theorems.language.registry import claims_in, loaded_claims

PROJECT = Path(__file__).parents[1]
OFFERED = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["learncheck.claims"]
_FOUND = {each.id: each for name in OFFERED.values() for each in claims_in(importlib.import_module(name))}
CLAIMS = {name: each for name, each in _FOUND.items() if not any(each is other for other in loaded_claims())}
HEADLINES = ("weighted-majority-mistakes-sharper", "winnow-mistakes-sharper")
