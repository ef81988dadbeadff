"""What the proofs of the catalogue cost, in processor seconds: all of it, and the checking of their certificates alone.

The rest is what leads to the obligations: formal runs of learners, played games, and sympy. `translated` is the time in
which obligations are written as polynomials.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from learncheck.oracle.prover import checking
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import catalogue

TITLE = "Proofs: processor seconds"

COSTLIEST = 12
"""The number of claims with a row of their own; the last row has all."""


@dataclass(frozen=True)
class Row:
    """The cost of a claim's proof, or of all."""

    claim: str
    lines: int
    proof: float
    translated: float
    checked: float


@contextmanager
def timed(name: str) -> Iterator[list[float]]:
    """Time every call of a function of `checking`."""
    spent, function = [0.0], getattr(checking, name)

    def run(*arguments: Any) -> Any:
        start = time.process_time()
        try:
            return function(*arguments)
        finally:
            spent[0] += time.process_time() - start

    setattr(checking, name, run)
    try:
        yield spent
    finally:
        setattr(checking, name, function)


def row(claim: Claim) -> Row:
    with timed("system") as translated, timed("check_certificate") as checked:
        start = time.process_time()
        report = prove(claim)
        return Row(claim.id, len(report.checked), time.process_time() - start, translated[0], checked[0])


def run(smallest: bool) -> list[Row]:
    """The costliest proofs, then all together."""
    claims = [claim for claim in catalogue() if claim.proof is not None]
    rows = [row(claim) for claim in (claims[:1] if smallest else claims)]
    whole = Row(
        f"all {len(rows)}",
        *(sum(getattr(each, name) for each in rows) for name in ("lines", "proof", "translated", "checked")),
    )
    return [*sorted(rows, key=lambda each: -each.proof)[:COSTLIEST], whole]
