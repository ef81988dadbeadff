"""The evidence for a claim: the games of each attack, a counterexample, and the words for the evidence."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from learncheck.oracle.judging.outcomes import Outcome, Verdict, against, sides
from learncheck.oracle.prover.checked import ProofReport
from learncheck.strategies.play.case import encode
from learncheck.theorems.language.claim import Claim


@dataclass(slots=True)
class Attack:
    """One of the four attacks on one claim: what it played and how close it came.

    explores: whether Hypothesis drew its games. Other versions of it draw others, so that only a failure counts.
    """

    name: str
    games: int = 0
    rounds: int = 0
    outside: int = 0
    undecided: int = 0
    seconds: float = 0.0
    worst: float | None = None
    explores: bool = False


def games_of(attacks: Iterable[Attack]) -> int:
    """How many games were played, without those that Hypothesis drew."""
    return sum(attack.games for attack in attacks if not attack.explores)


@dataclass(slots=True)
class Counterexample:
    """A failure: the smallest case that shows it, and the worst violation seen before shrinking.

    found_by: the attack that found it.
    path:     where the case is stored.
    replay:   the command that replays it.
    """

    smallest: Outcome
    worst: Outcome
    found_by: str
    path: str | None = None
    replay: str | None = None

    def worst_violation(self, claim: Claim) -> str:
        """The worst violation in figures, with the length of its game.

        "" if the smallest case has the same figures, or the claim is about conformance, which has none.
        """
        if claim.conformance or self.worst.observed is None or against(self.worst) == against(self.smallest):
            return ""
        size = len(self.worst.trace.rounds) if self.worst.trace else 0
        observed, bound = sides(self.worst)
        return f"{observed} (bound: {bound})" + f" in a {size}-round game" * bool(size)


@dataclass(slots=True)
class Evidence:
    """Everything found out about one claim on one learner.

    attacks: what was played, also by those that explore; all else is said of the other games alone.
    sizes:   the worst game of every size of the bound.
    """

    claim: Claim
    learner: str | None
    verdict: Verdict = "stands"
    attacks: list[Attack] = field(default_factory=list)
    closest: Outcome | None = None
    sizes: list[Outcome] = field(default_factory=list)
    counterexample: Counterexample | None = None
    message: str = ""
    traceback: str = ""
    seconds: float = 0.0
    attained: bool = False
    exhausted: str = ""
    proof: ProofReport | None = None

    @property
    def briefly_exhausted(self) -> str:
        """The extent of the exhaustive attack, abbreviated for a table."""
        family = self.claim.cases
        limits = next((each for each in (family.quick, family.full) if family.covers(each) == self.exhausted), None)
        return self.exhausted if limits is None else family.briefly(limits)

    @property
    def games(self) -> int:
        return games_of(self.attacks)

    @property
    def rounds(self) -> int:
        return sum(attack.rounds for attack in self.attacks if not attack.explores)

    @property
    def undecided(self) -> int:
        return sum(attack.undecided for attack in self.attacks if not attack.explores)

    @property
    def ratio(self) -> float | None:
        """The worst ratio observed / bound; None if no game has one."""
        return None if self.closest is None else self.closest.ratio

    @property
    def expected(self) -> bool:
        """Whether the verdict is as expected: a statement recorded as refuted must fall; others must stand, with a
        complete proof if there is one. A skipped claim is also expected.
        """
        if self.claim.refuted_by is not None:
            return self.verdict == "falsified"
        return self.verdict in ("stands", "skipped") and (self.proof is None or self.proof.complete)

    @property
    def proved(self) -> bool:
        """Whether it may be called proved without qualification: for the learner's own code, assuming nothing."""
        return self.proof is not None and self.proof.proved

    @property
    def grades(self) -> list[dict[str, Any]]:
        """What was shown, from strongest to weakest, in the format of the contract; empty if the learner failed."""
        if self.claim.refuted_by is not None and self.verdict == "falsified":
            found = self.counterexample
            return [{"grade": "refuted"} | ({} if found is None else {"counterexample": encode(found.smallest.case)})]
        if self.verdict != "stands":
            return []
        grades: list[dict[str, Any]] = []
        if self.proof is not None and self.proof.grade is not None:
            entry: dict[str, Any] = {"grade": self.proof.grade}
            rests = self.proof.rests
            if rests.assumptions:
                entry["assumptions"] = list(rests.assumptions)
            if rests.stepped:
                entry |= {"games": rests.games, "size": rests.size}
            grades.append(entry)
        if self.exhausted:
            grades.append({"grade": "exhausted", "extent": self.exhausted})
        if self.attained:
            closest = self.closest
            witness = closest.case if closest is not None and closest.attained else None
            grades.append({"grade": "attained"} | ({} if witness is None else {"witness": encode(witness)}))
        grades.append({"grade": "survived", "games": self.games - self.undecided})
        return grades

    @property
    def words(self) -> str:
        """The evidence in words."""
        if self.claim.refuted_by is not None and self.verdict == "falsified":
            return "refuted"
        if self.verdict != "stands":
            return self.verdict
        said = []
        if self.proof is not None:
            said.append(self.proof.words)
        if self.attained:
            said.append("attained")
        if self.exhausted:
            said.append(f"exhausted: {self.exhausted}")
        within = f", {self.undecided:,} of them within the error of floats" if self.undecided else ""
        said.append(f"survived {self.games:,} games{within}")
        return ", ".join(said)
