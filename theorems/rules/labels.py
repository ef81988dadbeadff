"""The two kinds of rules that answer with a label.

    LabelRule          what is asked of both
    SignRule           predict the sign of a score, correct on a mistake (Perceptron, Winnow, ...)
    VersionSpaceRule   let all that is still alive vote, keep what was right (Halving, experts, ...)

A score within TIE of the sum of its absolute terms is a tie. Where the state itself carries rounding errors, a
derived bound on their effect (`noise`) is added.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from learncheck.theorems.rules.following import TIE, Exposed, Rule

S = TypeVar("S")

ANY = frozenset({-1, 0, 1})
PLUS = frozenset({1})
MINUS = frozenset({-1})
EITHER = frozenset({-1, 1})


class LabelRule(Rule, Protocol):
    """A rule that answers with a label."""

    @property
    def zero_allowed(self) -> bool:
        """Whether the rule may answer 0 at a tie."""

    def allowed(self, state: Any, x: Any) -> frozenset[int]:
        """The answers that the rule allows, a subset of {-1, 0, +1}."""

    def successors(self, state: Any, x: Any, prediction: int, y: int) -> tuple[Any, ...]:
        """The states after the round, given an allowed prediction; () where the rule ends."""


def _first(state: S, other: S) -> S:
    return state


def exposes_nothing(state: Any) -> Mapping[str, Exposed]:
    """For rules whose state no attribute of a learner shows."""
    return {}


def _due(labels: frozenset[int], prediction: int) -> str:
    due = " or ".join(f"{label:+d}" for label in sorted(labels, reverse=True))
    return f"so {due} was due, not {prediction if prediction == 0 else f'{prediction:+d}'}"


class Score(NamedTuple):
    """A score whose sign is the prediction, the sum of its absolute terms, and its rounding error at most."""

    value: float
    scale: float
    noise: float = 0.0

    def is_tie(self) -> bool:
        return abs(self.value) <= TIE * self.scale + self.noise


@dataclass(frozen=True)
class SignRule(Generic[S]):
    """Predict the sign of a score; off a tie update on mistakes only, at a tie always or on mistakes only.

    start, key, merge, exposes: as in `Rule`.
    score:    the score of an instance.
    correct:  the states that a mistake can lead to; () where the algorithm ends.
    quantity: the score in the notes' symbols.
    end:      why it ends.
    """

    start: Callable[..., S]
    score: Callable[[S, Any], Score]
    correct: Callable[[S, Any, int], tuple[S, ...]]
    quantity: str
    key: Callable[[S], Hashable]
    exposes: Callable[[S], Mapping[str, Exposed]]
    merge: Callable[[S, S], S] = _first
    end: str = "the algorithm is undefined here"
    zero_allowed: bool = True

    def allowed(self, state: S, x: Any) -> frozenset[int]:
        score = self.score(state, x)
        if score.is_tie():
            return ANY
        return PLUS if score.value > 0 else MINUS

    def successors(self, state: S, x: Any, prediction: int, y: int) -> tuple[S, ...]:
        return self._after(state, x, prediction, y, self.score(state, x).is_tie())

    def step(self, state: S, x: Any, prediction: int, y: int) -> tuple[S, ...] | None:
        score = self.score(state, x)
        tie = score.is_tie()
        if not tie and prediction != (1 if score.value > 0 else -1):
            return None
        return self._after(state, x, prediction, y, tie)

    def _after(self, state: S, x: Any, prediction: int, y: int, tie: bool) -> tuple[S, ...]:
        if prediction != y:
            return self.correct(state, x, y)
        if not tie:
            return (state,)
        corrected = self.correct(state, x, y)
        return (state, *corrected) if corrected else ()

    def explain(self, state: S, x: Any, prediction: int) -> str:
        score = self.score(state, x)
        if score.is_tie():
            return f"{self.quantity} = {score.value:g} is a tie, so any answer would do"
        relation = ">" if score.value > 0 else "<"
        return f"{self.quantity} = {score.value:g} {relation} 0, {_due(self.allowed(state, x), prediction)}"

    def ends(self, state: S, x: Any, y: int) -> str:
        return self.end


class Votes(NamedTuple):
    """How many of those that are alive say +1 and −1."""

    plus: int
    minus: int


def any_label(votes: Votes) -> frozenset[int]:
    """Every label that somebody alive gives."""
    if votes.plus and votes.minus:
        return EITHER
    return PLUS if votes.plus else MINUS


def majority(votes: Votes) -> frozenset[int]:
    """The label of the majority; at a tie any answer."""
    if votes.plus == votes.minus:
        return ANY
    return PLUS if votes.plus > votes.minus else MINUS


@dataclass(frozen=True)
class VersionSpaceRule(Generic[S]):
    """Let those that are alive decide the label, then keep what agrees with the true one, mistake or not.

    start, exposes: as in `Rule`.
    vote:   the votes on an instance.
    keep:   the state after the label; None where nothing is left, which no realizable sequence leads to.
    decide: the answers that given votes allow.
    voters: who votes, in a sentence with both counts, {plus} and {minus}.
    """

    start: Callable[..., S]
    vote: Callable[[S, Any], Votes]
    keep: Callable[[S, Any, int], S | None]
    decide: Callable[[Votes], frozenset[int]]
    voters: str
    zero_allowed: bool
    exposes: Callable[[S], Mapping[str, Exposed]] = exposes_nothing

    def allowed(self, state: S, x: Any) -> frozenset[int]:
        return self.decide(self.vote(state, x))

    def successors(self, state: S, x: Any, prediction: int, y: int) -> tuple[S, ...]:
        kept = self.keep(state, x, y)
        return () if kept is None else (kept,)

    def step(self, state: S, x: Any, prediction: int, y: int) -> tuple[S, ...] | None:
        if prediction not in self.allowed(state, x):
            return None
        return self.successors(state, x, prediction, y)

    def explain(self, state: S, x: Any, prediction: int) -> str:
        votes = self.vote(state, x)
        counts = self.voters.format(plus=votes.plus, minus=votes.minus)
        return f"{counts}, {_due(self.decide(votes), prediction)}"

    def ends(self, state: S, x: Any, y: int) -> str:
        return f"nothing in the class agrees with the labels up to here ({y:+d} in this round)"

    def key(self, state: S) -> Hashable:
        return None  # there is never more than one state

    def merge(self, state: S, other: S) -> S:
        return state
