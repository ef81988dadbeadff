"""Wrong variants of claims and of proofs, as parameters of tests."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def variants(table: str, folder: Path = Path(__file__).parent) -> Iterator[tuple[str, Any]]:
    """Every variant with the id of its claim, from the tables of that name in the files of the folder."""
    for path in (*sorted(folder.glob("mutants_*.py")), *sorted(folder.glob("proofs_*.py"))):
        for claim_id, every in getattr(importlib.import_module(path.stem), table, {}).items():
            for what, change in every:
                yield claim_id, pytest.param(claim_id, change, id=f"{claim_id}: {what}")
