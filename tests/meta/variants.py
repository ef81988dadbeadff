"""Wrong variants of claims and of proofs, from the tables in the files of a folder."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def variants(table: str, folder: Path = HERE, quoting: str = "") -> Iterator[tuple[str, Any]]:
    """Every variant with the id of its claim, from the tables of that name in the files that quote this."""
    for path in (*sorted(folder.glob("mutants_*.py")), *sorted(folder.glob("proofs_*.py"))):
        if quoting in path.read_text("utf-8"):
            for claim_id, every in getattr(importlib.import_module(path.stem), table, {}).items():
                for what, change in every:
                    yield claim_id, pytest.param(claim_id, change, id=f"{claim_id}: {what}")


def variants_of(claim_id: str, table: str) -> list[tuple[str, Any]]:
    """What is wrong with each variant of this claim, and what makes it wrong."""
    rows = variants(table, quoting=f'"{claim_id}"')
    return [(str(param.id), param.values[1]) for owner, param in rows if owner == claim_id]
