"""Rules of learners that keep what agrees with the labels: finite classes, thresholds, disjunctions, experts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from learncheck.theorems.rules.following import Exposed
from learncheck.theorems.rules.labels import VersionSpaceRule, Votes, any_label, majority

Bools = NDArray[np.bool_]


# Consistent and Halving: V = H; predict h(x) for some h in V, or the majority; V ← {h in V : h(x) = y}.
# Source: LEC.


class Alive(NamedTuple):
    """Which hypotheses are alive, how many are left, and for each instance which hypotheses say +1."""

    says_plus: Bools  # (|X|, |H|)
    alive: Bools  # (|H|,)
    left: int


def _all_hypotheses(hypotheses: ArrayLike) -> Alive:
    says_plus = np.ascontiguousarray(np.asarray(hypotheses).T > 0)
    return Alive(says_plus, np.ones(says_plus.shape[1], dtype=np.bool_), says_plus.shape[1])


def _hypotheses_vote(state: Alive, x: int) -> Votes:
    plus = int(np.count_nonzero(state.alive & state.says_plus[x]))
    return Votes(plus, state.left - plus)


def _agreeing_hypotheses(state: Alive, x: int, y: int) -> Alive | None:
    alive = state.alive & (state.says_plus[x] if y == 1 else ~state.says_plus[x])
    left = int(np.count_nonzero(alive))
    return Alive(state.says_plus, alive, left) if left else None


def _alive_attribute(state: Alive) -> Mapping[str, Exposed]:
    return {"alive": Exposed(state.alive, None)}


CONSISTENT = VersionSpaceRule(
    start=_all_hypotheses,
    vote=_hypotheses_vote,
    keep=_agreeing_hypotheses,
    decide=any_label,
    voters="the consistent hypotheses vote {plus} for +1 and {minus} for −1",
    exposes=_alive_attribute,
)
HALVING = replace(CONSISTENT, decide=majority)


# Threshold Halving: Halving on the n+2 labellings of {0, ..., n}; threshold j labels the points from j on +1.
# Source: LEC.


class Thresholds(NamedTuple):
    """The thresholds low, ..., high are alive."""

    low: int
    high: int


def _thresholds_vote(state: Thresholds, k: int) -> Votes:
    plus = min(max(k - state.low + 1, 0), state.high - state.low + 1)
    return Votes(plus, state.high - state.low + 1 - plus)


def _agreeing_thresholds(state: Thresholds, k: int, y: int) -> Thresholds | None:
    low, high = (state.low, min(state.high, k)) if y == 1 else (max(state.low, k + 1), state.high)
    return Thresholds(low, high) if low <= high else None


THRESHOLD_HALVING = VersionSpaceRule(
    start=lambda n: Thresholds(0, int(n) + 1),
    vote=lambda state, k: _thresholds_vote(state, int(k)),
    keep=lambda state, k, y: _agreeing_thresholds(state, int(k), y),
    decide=majority,
    voters="the consistent thresholds vote {plus} for +1 and {minus} for −1",
)


# Elimination of disjunctions: start with all variables; predict + iff a kept one is on; on a negative example drop
# those that are on. Only the largest consistent disjunction votes. Source: JAI, the case study.


def _largest_disjunction_votes(kept: Bools, x: ArrayLike) -> Votes:
    on = int(np.count_nonzero(kept & np.asarray(x, dtype=np.bool_)))
    return Votes(on, 0) if on else Votes(0, 1)


def _agreeing_variables(kept: Bools, x: ArrayLike, y: int) -> Bools | None:
    on = np.asarray(x, dtype=np.bool_)
    if y == 1:
        return kept if bool((kept & on).any()) else None
    return kept & ~on


DISJUNCTION_ELIMINATION = VersionSpaceRule(
    start=lambda n: np.ones(n, dtype=np.bool_),
    vote=_largest_disjunction_votes,
    keep=_agreeing_variables,
    decide=any_label,
    voters="{plus} of the variables that are kept are on",
)


# Experts with a perfect one among them: predict the majority, remove the wrong ones in every round. The second rule
# restarts with all experts whenever none is left. Source: VEM 8.4.


def _experts_vote(alive: Bools, advice: ArrayLike) -> Votes:
    plus = int(np.count_nonzero(alive & (np.asarray(advice) > 0)))
    return Votes(plus, int(np.count_nonzero(alive)) - plus)


def _right_experts(alive: Bools, advice: ArrayLike, y: int) -> Bools | None:
    right: Bools = alive & (np.asarray(advice) == y)
    return right if right.any() else None


def _right_experts_or_all(alive: Bools, advice: ArrayLike, y: int) -> Bools:
    right = _right_experts(alive, advice, y)
    return np.ones_like(alive) if right is None else right


EXPERTS_MAJORITY = VersionSpaceRule(
    start=lambda n: np.ones(n, dtype=np.bool_),
    vote=_experts_vote,
    keep=_right_experts,
    decide=majority,
    voters="the experts that are left vote {plus} for +1 and {minus} for −1",
)
EXPERTS_RESTART = replace(EXPERTS_MAJORITY, keep=_right_experts_or_all)
