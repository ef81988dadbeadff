"""What was found out about a proof: a verdict for every line, what it rests on, and the grade that it earns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from sympy.logic.boolalg import Boolean

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
"""The grades of a proof, from the strongest to the weakest. Only the first may be called "proved" without more."""


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


@dataclass(eq=False)
class Ground:
    """Something that a proof rests on: a hypothesis, a meaning, a fact, or a step that was compared with games.

    where:   the kind of round that it speaks of, if one. because: on what a fact rests.
    settled: whether it holds whatever its quantities measure, or is read with the catalogue.
    assumed: why it is no more than an assumption; empty where it is shown or part of the claim.
    games:   how often it was evaluated: on games, rounds and starts.
    asked:   what is evaluated, where that is not the relation itself.
    taken:   what of the claim's proof it is, as long as that is looked at.
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
        """The quantities that it speaks of where it is evaluated."""
        return frozenset(symbol.name for symbol in (self.relation if self.asked is None else self.asked).free_symbols)

    @property
    def standing(self) -> str:
        """How one knows, in words."""
        seen = f"evaluated {self.games:,} times" if self.games else ""
        if self.assumed:
            return "; ".join(filter(None, (f"assumed: {self.assumed}", seen)))
        if self.kind == "given":
            return "; ".join(filter(None, ("a hypothesis of the claim", seen)))
        return "; ".join(filter(None, (self.because, seen)))


@dataclass
class Rests:
    """All that a proof rests on, and where it was evaluated: games, starts of the constructor, the largest game's size.

    stepped: whether lines of the proof were compared with these games and not derived.
    others:  assumptions that are no premises, with the reasons.
    broken:  the first premise that a game or a start violates.
    """

    premises: list[Ground] = field(default_factory=list)
    games: int = 0
    starts: int = 0
    size: int = 0
    stepped: bool = False
    others: Mapping[str, str] = field(default_factory=dict)
    broken: Checked | None = None

    @property
    def assumptions(self) -> dict[str, str]:
        """The names of what is assumed, and why it is no more than that."""
        return {**{each.words: each.assumed for each in self.premises if each.assumed}, **self.others}


@dataclass
class ProofReport:
    """A claim's proof, line by line.

    code:    how the transitions are tied to the running code. `learner` is the one that was run.
    names:   the symbols that stand for terms which solvers cannot read.
    dropped: hypotheses that the proof speaks of and the claim does not have.
    rests:   what it takes for granted.
    formally: whether the learner's own code was run on formal quantities.
    found:   the proof with its gaps filled, where it has any; `derived` are the words of what was found, and `asked` of
             what was not.
    """

    claim: Claim
    checked: list[Checked]
    code: str
    reading: str
    learner: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    rests: Rests = field(default_factory=Rests)
    found: Induction | None = None
    derived: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    formally: bool = False

    @property
    def proof(self) -> Induction | Chain | None:
        """The proof that was checked: the claim's own, or what was found where that has gaps."""
        return self.claim.proof if self.found is None else self.found

    @property
    def complete(self) -> bool:
        """Whether every line was shown, whatever the proof rests on."""
        return bool(self.checked) and all(each.status == "proved" for each in self.checked)

    @property
    def grade(self) -> Grade | None:
        """What the proof shows, and no more; None where some line is open."""
        if not self.complete:
            return None
        if self.rests.assumptions:
            return "proved-from-assumptions"
        return "proved-from-steps" if self.rests.stepped else "proved"

    @property
    def proved(self) -> bool:
        """Whether it may be called proved without more."""
        return self.grade == "proved"

    @property
    def words(self) -> str:
        """The grade with what belongs to it: the assumptions by name, the games on which steps were tested."""
        if self.grade is None:
            return "NOT PROVED"
        if self.grade == "proved":
            return "proved"
        tested = f"tested on {self.rests.games:,} games up to size {self.rests.size:,}"
        tested += " within the stated error of floats" * self.rounded
        if self.grade == "proved-from-steps":
            return f"{IN_WORDS[self.grade]}, {tested}"
        steps = f" and from steps {tested}" * self.rests.stepped
        return f"{IN_WORDS[self.grade]} ({'; '.join(self.rests.assumptions)}){steps}"

    @property
    def rounded(self) -> bool:
        """Whether what was compared with games came from floats, which the claim says how far they may be off."""
        return self.rests.stepped and self.claim.rounded

    @property
    def open(self) -> list[Checked]:
        """The lines that are not proved."""
        return [each for each in self.checked if each.status != "proved"]

    @property
    def seconds(self) -> float:
        return sum(each.seconds for each in self.checked)
