"""Wrong variants of claims and of proofs, as parameters of tests."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def variants(table: str, files: str) -> Iterator[tuple[str, Any]]:
    """Every variant with the id of its claim, from the tables of that name in these files of this folder."""
    for path in sorted(Path(__file__).parent.glob(files)):
        for claim_id, every in getattr(importlib.import_module(path.stem), table).items():
            for what, change in every:
                yield claim_id, pytest.param(claim_id, change, id=f"{claim_id}: {what}")
