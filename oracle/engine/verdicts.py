"""The evidence for a claim: the games of each attack, and a counterexample.

    shard ─ Evidence ─┐
    shard ─ Evidence ─┼─ Evidence.add ─ Evidence, its failure made small ─ Report
    store ─ Evidence ─┘

What a shard has found is evidence, and so is what all shards have found. `report.evidence` puts it into words.
"""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from learncheck.oracle.judging.outcomes import Outcome, Verdict, against, ratio_of, sides

if TYPE_CHECKING:
    from learncheck.oracle.prover.checked import ProofReport
    from learncheck.theorems.language.claim import Claim
else:
    Claim = ProofReport = Any  # no part of what is stored or sent


class Attack(msgspec.Struct):
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

    def add(self, other: "Attack") -> None:
        """Count the other's games as well."""
        for name in ("games", "rounds", "outside", "undecided", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.explores = other.explores
        self.worst = max((worst for worst in (self.worst, other.worst) if worst is not None), default=None)


def games_of(attacks: Iterable[Attack]) -> int:
    """How many games were played, without those that Hypothesis drew."""
    return sum(attack.games for attack in attacks if not attack.explores)


class Counterexample(msgspec.Struct):
    """A failure: the smallest case that shows it, and the worst violation seen before shrinking.

    path:   where the case is stored.
    replay: the command that replays it.
    """

    smallest: Outcome
    worst: Outcome
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


class Evidence(msgspec.Struct):
    """What was found out about one claim on one learner: by one shard, or in all.

    verdict:   "oracle-error" if a shard could not be played; otherwise what all games amount to.
    attacks:   what was played, also by those that explore; all else is said of the other games alone.
    closest:   the game with the largest ratio.
    sizes:     the worst game of every size of the bound (`size_of`), without its trace.
    traceback: Python's traceback of an error.
    attained:  whether a game attained the bound.
    exhausted: the extent to which the claim's cases were played exhaustively.
    unmet:     how many cases failed to meet which hypothesis.
    fall:      a failure, not yet shrunk; `settled` if no smaller one need be searched for.
    worst:     the worst violation.
    """

    claim: Claim
    learner: str | None
    verdict: Verdict = "stands"
    attacks: list[Attack] = []
    closest: Outcome | None = None
    sizes: dict[int, Outcome] = {}
    counterexample: Counterexample | None = None
    message: str = ""
    traceback: str = ""
    seconds: float = 0.0
    attained: bool = False
    exhausted: str = ""
    proof: ProofReport | None = None
    unmet: dict[str, int] = {}
    fall: Outcome | None = None
    settled: bool = False
    worst: Outcome | None = None

    def attack(self, name: str) -> Attack:
        """The count of this attack."""
        attack = next((attack for attack in self.attacks if attack.name == name), None)
        if attack is None:
            attack = Attack(name)
            self.attacks.append(attack)
        return attack

    def add(self, part: "Evidence") -> None:
        """Take over what the next shard has found."""
        for attack in part.attacks:
            self.attack(attack.name).add(attack)
        for game in part.sizes.values():
            self.keep_worst(game)
        for hypothesis, times in part.unmet.items():
            self.unmet[hypothesis] = self.unmet.get(hypothesis, 0) + times
        self.closest = max(self.closest, part.closest, key=ratio_of)
        self.exhausted = self.exhausted or part.exhausted
        self.attained = self.attained or part.attained
        self.proof = self.proof or part.proof
        self.seconds += part.seconds
        self.fell(part.fall)
        self.violated(part.worst)
        if part.broken and not self.broken:
            self.verdict, self.message, self.traceback = part.verdict, part.message, part.traceback

    def fell(self, failure: Outcome | None) -> None:
        """Choose the failure to shrink: the first, or a later one with the same verdict whose choices are known."""
        if failure is not None and (
            self.fall is None or (failure.verdict == self.fall.verdict and failure.taken is not None)
        ):
            self.fall = failure

    def violated(self, game: Outcome | None) -> None:
        """Keep the worst violation."""
        if game is not None and (self.worst is None or (game.ratio or 0) > (self.worst.ratio or 0)):
            self.worst = game

    def keep_worst(self, game: Outcome) -> None:
        """Keep the game if it is the worst of its size."""
        size = size_of(game)
        if size is not None and (size not in self.sizes or ratio_of(game) > ratio_of(self.sizes[size])):
            self.sizes[size] = game if game.trace is None else game.to_travel()

    @property
    def broken(self) -> bool:
        """Whether it could not be played."""
        return self.verdict == "oracle-error"

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


MOST_SIZE = 2.0**30
LEAST_SIZE = -1000
"""The size of a bound of 0."""


def size_of(game: Outcome) -> int | None:
    """Classify the game by the size of its bound, in steps of 1/8 of log₂.

    None if the game has no ratio, or its bound is negative or at least 2³⁰, more than a page can show.
    """
    if game.bound is None or game.observed is None or game.ratio is None or not 0 <= game.bound < MOST_SIZE:
        return None
    return round(8 * math.log2(game.bound)) if game.bound > 1 / MOST_SIZE else LEAST_SIZE
