"""The result of checking a proof: a verdict for every line, the premises, and the resulting grade."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from sympy.logic.boolalg import Boolean

from learncheck.exact.formulas import Formula, compile_formula
from learncheck.oracle.judging.grounds import Taken
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.language.proof import Chain, Induction, Obligation

Status = Literal["proved", "refuted", "unknown"]

Grade = Literal["proved", "proved-from-steps", "proved-from-assumptions"]

IN_WORDS: Mapping[Grade, str] = {
    "proved": "proved",
    "proved-from-steps": "proved from steps",
    "proved-from-assumptions": "proved from assumptions",
}
"""The grades of a proof, from strongest to weakest. Only the first may be called "proved" without qualification."""


@dataclass
class Checked:
    """One line of the proof, with its verdict.

    by:           what showed it: the "kernel", by its certificate, or "values" that satisfy it; "lemma", "claim",
                  "sympy" or "run" for lines that have no certificate.
    countermodel: for a refuted line, values in the claim's own symbols; for a vacuity line, values that satisfy it.
    note:         what was done, or why the line is open.
    line:         its certificate as data (`certificates`).
    empty:        whether its hypotheses contradict each other, so that what it speaks of cannot occur.
    """

    obligation: Obligation
    status: Status
    by: tuple[str, ...] = ()
    countermodel: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    seconds: float = 0.0
    line: Any = None
    empty: bool = False


@dataclass(eq=False)
class Ground:
    """A premise of the proof: a hypothesis, a meaning, a fact, or a step that was compared with games.

    where:   the kind of round it applies to, if any. because: the justification of a fact.
    settled: whether it holds whatever its quantities measure, or was reviewed as part of the catalogue.
    assumed: why it is only an assumption; empty if it is shown or part of the claim.
    games:   how often it was evaluated: on games, rounds and starts.
    asked:   the relation that is evaluated, if it differs from `relation`.
    taken:   the part of the claim's proof that it comes from; set only while the proof is being checked.
    """

    kind: Literal["given", "meant", "fact", "step"]
    words: str
    relation: Boolean
    where: str = ""
    because: str = ""
    settled: bool = False
    assumed: str = ""
    games: int = 0
    asked: Boolean | None = None
    taken: Taken | None = None

    @cached_property
    def names(self) -> frozenset[str]:
        """The quantities that occur in the relation that is evaluated."""
        return self.formula.names

    @property
    def formula(self) -> Formula:
        """The relation that is evaluated, compiled."""
        return compile_formula(self.relation if self.asked is None else self.asked)

    @property
    def standing(self) -> str:
        """The justification of the premise, in words."""
        seen = f"evaluated {self.games:,} times" if self.games else ""
        if self.assumed:
            return "; ".join(filter(None, (f"assumed: {self.assumed}", seen)))
        if self.kind == "given":
            return "; ".join(filter(None, ("a hypothesis of the claim", seen)))
        return "; ".join(filter(None, (self.because, seen)))


@dataclass
class Rests:
    """Everything a proof rests on, and where it was evaluated: games, constructor starts, the size of the largest game.

    stepped: whether lines of the proof were compared with these games instead of being derived.
    rounded: whether the claim states an error of floats.
    others:  assumptions that are not premises, with the reasons.
    broken:  the first premise that a game or a start violates.
    """

    premises: list[Ground] = field(default_factory=list)
    games: int = 0
    starts: int = 0
    size: int = 0
    stepped: bool = False
    rounded: bool = False
    others: dict[str, str] = field(default_factory=dict)
    broken: Checked | None = None

    @property
    def assumptions(self) -> dict[str, str]:
        """The name of each assumption, and why it is only an assumption."""
        return {**{premise.words: premise.assumed for premise in self.premises if premise.assumed}, **self.others}


@dataclass
class ProofReport:
    """The result of checking a claim's proof, line by line.

    code:     how the transitions are tied to the running code. `learner` is the one that was run.
    dropped:  hypotheses that the proof mentions and the claim does not have.
    rests:    what the proof takes for granted.
    formally: whether the learner's own code was run on formal quantities.
    troubles: what was wrong with stored certificates, one line each.
    cited:    the reports of the claims that its facts say, by their names and without the claims; the grade is never
              better than theirs.
    completed: the proof without its gaps, if the claim's own has any; `derived` describes what was found, and `asked`
              what was not.
    """

    claim: Claim
    checked: list[Checked]
    code: str
    learner: str | None = None
    dropped: tuple[str, ...] = ()
    rests: Rests = field(default_factory=Rests)
    completed: Induction | None = None
    derived: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    formally: bool = False
    troubles: tuple[str, ...] = ()
    cited: Mapping[str, "ProofReport"] = field(default_factory=dict)

    @property
    def proof(self) -> Induction | Chain | None:
        """The proof that was checked: the claim's own, or the completed one if that has gaps."""
        return self.claim.proof if self.completed is None else self.completed

    @property
    def complete(self) -> bool:
        """Whether every line was shown, regardless of what the proof rests on."""
        return bool(self.checked) and all(line.status == "proved" for line in self.checked)

    @property
    def grade(self) -> Grade | None:
        """The grade that the proof earns, with that of the claims that it uses; None if some line is open."""
        if not self.complete:
            return None
        if self.assumptions:
            return "proved-from-assumptions"
        return "proved" if self.tested is None else "proved-from-steps"

    @property
    def assumptions(self) -> dict[str, str]:
        """The name of each assumption, its own and those of the claims that it uses, and why it is only one."""
        theirs = {
            f"{words}, for {name}": why
            for name, report in self.cited.items()
            for words, why in report.assumptions.items()
        }
        return {**self.rests.assumptions, **theirs}

    @property
    def tested(self) -> tuple[int, int] | None:
        """The number of games on which steps were tested, and the size of the largest; None if all was derived.

        Of several tests, by claims that it uses, the least.
        """
        own = [(self.rests.games, self.rests.size)] if self.rests.stepped else []
        return min(
            [*own, *(report.tested for report in self.cited.values() if report.tested is not None)], default=None
        )

    @property
    def proved(self) -> bool:
        """Whether the claim may be called proved without qualification."""
        return self.grade == "proved"

    @property
    def words(self) -> str:
        """The grade with its qualifications: the assumptions by name, and the games on which steps were tested."""
        if self.grade is None:
            return "NOT PROVED"
        if self.grade == "proved":
            return IN_WORDS[self.grade]
        games, size = self.tested or (0, 0)
        tested = f"tested on {games:,} games up to size {size:,}" + " within the stated error of floats" * self.rounded
        if self.grade == "proved-from-steps":
            return f"{IN_WORDS[self.grade]}, {tested}"
        steps = f" and from steps {tested}" * (self.tested is not None)
        return f"{IN_WORDS[self.grade]} ({'; '.join(self.assumptions)}){steps}"

    @property
    def rounded(self) -> bool:
        """Whether the values compared with games came from floats, whose error the claim states."""
        return (self.rests.stepped and self.rests.rounded) or any(report.rounded for report in self.cited.values())

    @property
    def open(self) -> list[Checked]:
        """The lines that are not proved."""
        return [line for line in self.checked if line.status != "proved"]

    @property
    def seconds(self) -> float:
        return sum(line.seconds for line in self.checked)
