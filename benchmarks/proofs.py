"""What the proofs of the catalogue cost, in processor seconds: all of it, and the checking of their certificates alone.

The rest is what leads to the obligations: formal runs of learners, played games, and sympy. `translated` is the time in
which obligations are written as polynomials.
"""

import time
from dataclasses import dataclass

from learncheck.oracle.prover.certificates import from_data
from learncheck.oracle.prover.kernel import check
from learncheck.oracle.prover.polynomials import system
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.registry import catalogue

TITLE = "Proofs: processor seconds"

COSTLIEST = 12
"""The number of claims with a row of their own; the last row has all."""


@dataclass(frozen=True)
class ProofCost:
    """The cost of a claim's proof, or of all."""

    claim: str
    lines: int
    proof: float
    translated: float
    checked: float


def row(claim: Claim) -> ProofCost:
    """The cost of the claim's proof. Its obligations are then translated and checked once more, by themselves."""
    start = time.process_time()
    report = prove(claim)
    proof, translated, checked = time.process_time() - start, 0.0, 0.0
    for line in report.checked:
        if line.line is not None:
            start = time.process_time()
            polynomials = system(line.obligation)
            middle = time.process_time()
            check(polynomials.numbered, from_data(line.line, polynomials.context))
            translated, checked = translated + middle - start, checked + time.process_time() - middle
    return ProofCost(claim.id, len(report.checked), proof, translated, checked)


def run(smallest: bool) -> list[ProofCost]:
    """The costliest proofs, then all together."""
    claims = [claim for claim in catalogue() if claim.proof is not None]
    rows = [row(claim) for claim in (claims[:1] if smallest else claims)]
    whole = ProofCost(
        f"all {len(rows)}",
        *(sum(getattr(cost, name) for cost in rows) for name in ("lines", "proof", "translated", "checked")),
    )
    return [*sorted(rows, key=lambda cost: -cost.proof)[:COSTLIEST], whole]
