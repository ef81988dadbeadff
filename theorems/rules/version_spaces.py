"""Rules of learners that keep what agrees with the labels: finite classes, thresholds, disjunctions, experts."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from learncheck.theorems.rules.following import Exposed
from learncheck.theorems.rules.labels import VersionSpaceRule, Votes, any_label

Bools = NDArray[np.bool_]


class Alive(NamedTuple):
    """Which hypotheses are alive, how many are left, and for each instance which hypotheses say +1."""

    says_plus: Bools  # (|X|, |H|)
    alive: Bools  # (|H|,)
    left: int


class HalvingRule(VersionSpaceRule[Alive]):
    """V = H; predict the majority of V; V ← {h in V : h(x) = y}. Source: LEC."""

    voters = "the consistent hypotheses vote {plus} for +1 and {minus} for −1"

    def start(self, hypotheses: ArrayLike) -> Alive:
        says_plus = np.ascontiguousarray(np.asarray(hypotheses).T > 0)
        return Alive(says_plus, np.ones(says_plus.shape[1], dtype=np.bool_), says_plus.shape[1])

    def vote(self, state: Alive, x: int) -> Votes:
        plus = int(np.count_nonzero(state.alive & state.says_plus[x]))
        return Votes(plus, state.left - plus)

    def keep(self, state: Alive, x: int, y: int) -> Alive | None:
        alive = state.alive & (state.says_plus[x] if y == 1 else ~state.says_plus[x])
        left = int(np.count_nonzero(alive))
        return Alive(state.says_plus, alive, left) if left else None

    def exposes(self, state: Alive) -> Mapping[str, Exposed]:
        return {"alive": Exposed(state.alive, None)}


class ConsistentRule(HalvingRule):
    """Predict h(x) for some h in V. Source: LEC."""

    decide = staticmethod(any_label)


class Thresholds(NamedTuple):
    """The thresholds low, ..., high are alive."""

    low: int
    high: int


class ThresholdHalvingRule(VersionSpaceRule[Thresholds]):
    """Halving on the n+2 labellings of {0, ..., n}; threshold j labels the points from j on +1. Source: LEC."""

    voters = "the consistent thresholds vote {plus} for +1 and {minus} for −1"

    def start(self, n: int) -> Thresholds:
        return Thresholds(0, int(n) + 1)

    def vote(self, state: Thresholds, k: int) -> Votes:
        alive = state.high - state.low + 1
        plus = min(max(int(k) - state.low + 1, 0), alive)
        return Votes(plus, alive - plus)

    def keep(self, state: Thresholds, k: int, y: int) -> Thresholds | None:
        k = int(k)
        low, high = (state.low, min(state.high, k)) if y == 1 else (max(state.low, k + 1), state.high)
        return Thresholds(low, high) if low <= high else None


class DisjunctionEliminationRule(VersionSpaceRule[Bools]):
    """Start with all variables; predict + iff a kept one is on; on a negative example drop those that are on.

    Only the largest consistent disjunction votes. Source: JAI, the case study.
    """

    voters = "{plus} of the variables that are kept are on"
    decide = staticmethod(any_label)

    def start(self, n: int) -> Bools:
        return np.ones(n, dtype=np.bool_)

    def vote(self, kept: Bools, x: ArrayLike) -> Votes:
        on = int(np.count_nonzero(kept & np.asarray(x, dtype=np.bool_)))
        return Votes(on, 0) if on else Votes(0, 1)

    def keep(self, kept: Bools, x: ArrayLike, y: int) -> Bools | None:
        on = np.asarray(x, dtype=np.bool_)
        if y == 1:
            return kept if bool((kept & on).any()) else None
        return kept & ~on


class ExpertsMajorityRule(VersionSpaceRule[Bools]):
    """One expert is perfect: predict the majority, remove the wrong ones in every round. Source: VEM 8.4."""

    voters = "the experts that are left vote {plus} for +1 and {minus} for −1"

    def start(self, n: int) -> Bools:
        return np.ones(n, dtype=np.bool_)

    def vote(self, alive: Bools, advice: ArrayLike) -> Votes:
        plus = int(np.count_nonzero(alive & (np.asarray(advice) > 0)))
        return Votes(plus, int(np.count_nonzero(alive)) - plus)

    def keep(self, alive: Bools, advice: ArrayLike, y: int) -> Bools | None:
        right: Bools = alive & (np.asarray(advice) == y)
        return right if right.any() else None


class ExpertsRestartRule(ExpertsMajorityRule):
    """The same, starting again with all experts whenever none is left."""

    def keep(self, alive: Bools, advice: ArrayLike, y: int) -> Bools:
        right = super().keep(alive, advice, y)
        return np.ones_like(alive) if right is None else right
