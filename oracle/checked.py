"""What was found out about a proof: a verdict for every line, and the report of all of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from learncheck.theorems.claim import Claim
from learncheck.theorems.proof import Fact, Obligation

Status = Literal["proved", "refuted", "unknown"]


@dataclass
class Checked:
    """One line of the proof and what became of it.

    by:           who showed it: the solvers; "sympy", "balls" or "run" where it is no matter for a solver.
    countermodel: where the line is refuted, values in the claim's own symbols; for a vacuity line values that meet it.
    note:         what was done, or why it is open.
    """

    obligation: Obligation
    status: Status
    by: tuple[str, ...] = ()
    seconds: float = 0.0
    countermodel: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


@dataclass
class ProofReport:
    """A claim's proof, line by line.

    code:    how the transitions are tied to the running code. `learner` is the one that was run.
    names:   the symbols that stand for terms which solvers cannot read.
    dropped: hypotheses that the proof speaks of and the claim does not have.
    """

    claim: Claim
    checked: list[Checked]
    facts: tuple[Fact, ...]
    code: str
    reading: str
    learner: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()

    @property
    def proved(self) -> bool:
        return bool(self.checked) and all(each.status == "proved" for each in self.checked)

    @property
    def open(self) -> list[Checked]:
        """The lines that are not proved."""
        return [each for each in self.checked if each.status != "proved"]

    @property
    def seconds(self) -> float:
        return sum(each.seconds for each in self.checked)
