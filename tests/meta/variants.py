"""Wrong variants of claims and of proofs, from the tables in the files of a folder."""

import importlib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def variants_of(claim_id: str, table: str, folder: Path = HERE) -> list[tuple[str, Any]]:
    """What is wrong with each variant of this claim, and what makes it wrong, from the files that quote its id."""
    variants: list[tuple[str, Any]] = []
    for path in (*sorted(folder.glob("mutants_*.py")), *sorted(folder.glob("proofs_*.py"))):
        if f'"{claim_id}"' in path.read_text("utf-8"):
            variants += getattr(importlib.import_module(path.stem), table, {}).get(claim_id, [])
    return variants
