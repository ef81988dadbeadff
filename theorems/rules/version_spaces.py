"""Rules of learners that keep what agrees with the labels: finite classes, thresholds, disjunctions, experts.

The reference learner runs beside the learner. Its state tells the votes, and these tell which answers are allowed.
"""

import copy
from abc import abstractmethod
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from learncheck.learners import (
    Consistent,
    DisjunctionElimination,
    ExpertsMajority,
    ExpertsRestart,
    Halving,
    ThresholdHalving,
)
from learncheck.learners.arrays import Array
from learncheck.theorems.rules.following import TIE
from learncheck.theorems.rules.labels import ANY, EITHER, MINUS, PLUS, Stateful, due


class Votes(NamedTuple):
    """The number of votes for +1 and for −1."""

    plus: int
    minus: int


def majority(votes: Votes) -> frozenset[int]:
    """Allow the label of the majority, and any answer at a tie."""
    if abs(votes.plus - votes.minus) <= TIE * (votes.plus + votes.minus):
        return ANY
    return PLUS if votes.plus > votes.minus else MINUS


def any_label(votes: Votes) -> frozenset[int]:
    """Allow every label that gets a vote."""
    if votes.plus and votes.minus:
        return EITHER
    return PLUS if votes.plus else MINUS


class Reference(Protocol):
    """A reference learner."""

    def update(self, x: Any, y: int, /) -> None:
        """Learn the label of an instance."""


L = TypeVar("L", bound=Reference)


class VersionSpaceRule(Stateful[L]):
    """Predict by a vote of those that the reference learner keeps. A state is a reference learner.

    learner: the reference, whose `update` rebinds its attributes, so that a shallow copy is another state.
    voters:  a sentence that says who votes, with the counts {plus} and {minus}.
    decide:  tells the allowed answers by the votes.
    """

    learner: ClassVar[type]
    voters: ClassVar[str]
    decide = staticmethod(majority)
    end = "nothing in the class agrees with the labels"

    @abstractmethod
    def vote(self, state: L, x: ArrayLike) -> Votes:
        """Return the votes on an instance."""

    def start(self, *arguments: object) -> L:
        state: L = self.learner(*arguments)
        return state

    def agrees(self, votes: Votes, y: int) -> bool:
        """Return whether something in the class agrees with the label."""
        return bool(votes.plus if y == 1 else votes.minus)

    def step(self, state: L, x: ArrayLike, prediction: int, y: int) -> tuple[L, ...] | None:
        votes = self.vote(state, x)
        if prediction not in self.decide(votes):
            return None
        if not self.agrees(votes, y):
            return ()
        after = copy.copy(state)
        after.update(x, y)
        return (after,)

    def explain(self, state: L, x: ArrayLike, prediction: int) -> str:
        votes = self.vote(state, x)
        return f"{self.voters.format(plus=votes.plus, minus=votes.minus)}, {due(self.decide(votes), prediction)}"


def counted(labels: Array) -> Votes:
    """Count the labels."""
    plus = int(np.count_nonzero(labels == 1))
    return Votes(plus, len(labels) - plus)


class HalvingRule(VersionSpaceRule[Halving | Consistent]):
    """V = H; predict the majority of V; V ← {h in V : h(x) = y}. Source: LEC."""

    learner: ClassVar[type] = Halving
    voters = "the consistent hypotheses vote {plus} for +1 and {minus} for −1"

    def vote(self, state: Halving | Consistent, x: ArrayLike) -> Votes:
        return counted(state.hypotheses[state.alive, int(np.asarray(x))])


class ConsistentRule(HalvingRule):
    """Predict h(x) for some h in V. Source: LEC."""

    learner = Consistent
    decide = staticmethod(any_label)


class ThresholdHalvingRule(VersionSpaceRule[ThresholdHalving]):
    """Halving on the n+2 labellings of {0, ..., n}; threshold j labels the points from j on +1. Source: LEC."""

    learner = ThresholdHalving
    voters = "the consistent thresholds vote {plus} for +1 and {minus} for −1"

    def vote(self, state: ThresholdHalving, x: ArrayLike) -> Votes:
        alive = (state.r - state.l) // 2 + 1
        plus = min(max((2 * int(np.asarray(x)) - state.l + 1) // 2, 0), alive)
        return Votes(plus, alive - plus)


class DisjunctionEliminationRule(VersionSpaceRule[DisjunctionElimination]):
    """Start with all variables; predict + iff a kept one is on; on a negative example drop those that are on.

    Only the largest consistent disjunction votes. Source: JAI, the case study.
    """

    learner = DisjunctionElimination
    voters = "{plus} of the variables that are kept are on"
    decide = staticmethod(any_label)

    def agrees(self, votes: Votes, y: int) -> bool:
        return y == -1 or bool(votes.plus)

    def vote(self, state: DisjunctionElimination, x: ArrayLike) -> Votes:
        on = int(np.count_nonzero(state.candidates & np.asarray(x, dtype=np.bool_)))
        return Votes(on, 0) if on else Votes(0, 1)


class ExpertsMajorityRule(VersionSpaceRule[ExpertsMajority | ExpertsRestart]):
    """One expert is perfect: predict the majority, remove the wrong ones in every round. Source: VEM 8.4."""

    learner: ClassVar[type] = ExpertsMajority
    voters = "the experts that are left vote {plus} for +1 and {minus} for −1"

    def vote(self, state: ExpertsMajority | ExpertsRestart, x: ArrayLike) -> Votes:
        return counted(np.asarray(x)[state.alive])


class ExpertsRestartRule(ExpertsMajorityRule):
    """The same, starting again with all experts whenever none is left."""

    learner = ExpertsRestart

    def agrees(self, votes: Votes, y: int) -> bool:
        return True
