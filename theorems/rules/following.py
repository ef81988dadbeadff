"""Whether a learner's answers are those of its algorithm, round by round.

A learner conforms if its predictions are those of the algorithm under *some* choice of tie-breaks and of updates at
ties. A rule therefore says which answers a state allows and to which states a round can lead. `Follower` keeps the set
of all states that the choices so far can have led to. A learner fails in the first round whose answer fits none of
them.

    Rule                   the protocol of a rule
    Follower, follow, Fit  the judge and its result
    state_matches          whether a learner's exposed state is that of the rule

Ties: a score is a tie if its absolute value is at most TIE times the sum of its absolute terms. Every answer is then
allowed, including 0.
"""

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from learncheck.learners.arrays import Array, Floats

S = TypeVar("S")

# "What lies within a relative 1e-9 of a tie is a tie." The additional thousandth leaves room for the rounding of the
# score itself, n·2⁻⁵³ of the sum of its absolute terms, which is below 1e-12 of that sum for up to 9000 terms.
TIE = 1e-9 * (1 + 1e-3)

# The relative error of a rounded operation is at most this.
ROUNDING = 2.0**-53

# With more states than this, a game is not judged any further.
LIMIT = 1024


class Exposed(NamedTuple):
    """The expected value of a learner's attribute, and by how much each entry may be off after scaling."""

    value: Array
    tolerance: Floats


class Rule(Protocol[S]):
    """The protocol of a rule. States are immutable and opaque to the follower."""

    def start(self, *arguments: Any) -> S:
        """Return the state before the first round, from the learner's constructor arguments."""

    def step(self, state: S, x: ArrayLike, prediction: Any, y: int) -> tuple[S, ...] | None:
        """Return the states after the round; None if the rule does not allow the prediction, () if the rule ends."""

    def explain(self, state: S, x: ArrayLike, prediction: Any) -> str:
        """Explain which answer was required and why, in the rule's own quantities."""

    def ends(self, state: S, x: ArrayLike, y: int) -> str:
        """Explain why `step` returned (): the algorithm is undefined here, or cannot be judged any further."""

    def key(self, state: S) -> Hashable:
        """Return a key that is equal for states that behave the same from here on."""

    def merge(self, state: S, other: S) -> S:
        """Merge two states with the same key into one."""

    def exposes(self, state: S) -> Mapping[str, Exposed]:
        """Return the expected values of the learner's attributes that expose the state."""


def state_matches(due: Mapping[str, Exposed], exposed: Mapping[str, ArrayLike]) -> bool | None:
    """Whether a learner's exposed state is the one that is due up to one positive factor (c for w means c² for A).

    Return None if nothing can be compared: no attribute of the state is exposed, or one has another shape or is not
    numeric. If w = 0 is expected and the factor is unknown, the exposed w must be 0 up to 1e-9.
    """
    values: list[tuple[str, Exposed, Floats]] = []
    for name, expected in due.items():
        if name not in exposed:
            continue
        try:
            value = np.asarray(exposed[name], dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            return None
        if value.shape != expected.value.shape:
            return None
        values.append((name, expected, value))
    if not values:
        return None
    return all(np.isfinite(value).all() for _, _, value in values) and _matches_scaled(reversed(values))


def _matches_scaled(values: Iterable[tuple[str, Exposed, Floats]]) -> bool:
    """Whether all values are those that are due up to one factor. A comes before w: at the start w = 0 does not
    determine it.
    """
    factor: float | None = None  # of w
    for name, expected, value in values:
        ratio = _ratio(expected.value, value) if factor is None else factor
        if ratio is None:
            if np.abs(value).max(initial=0.0) > TIE:
                return False
            continue
        if not ratio > 0:
            return False
        if factor is None:
            factor = math.sqrt(ratio) if name == "A" else ratio
        scale = factor**2 if name == "A" else factor
        # Twice the tolerance, because the entry that determined the factor may be off as well.
        if (np.abs(value / scale - expected.value) > 2 * expected.tolerance).any():
            return False
    return True


def _ratio(expected: Array, value: Floats) -> float | None:
    """Return the ratio of the exposed to the expected value at the largest expected entry; None if all are 0."""
    if not expected.any():
        return None
    largest = np.unravel_index(int(np.abs(expected).argmax()), expected.shape)
    return float(value[largest] / expected[largest])


@dataclass
class RuleFit:
    """How well a sequence of answers fits a rule.

    misfit:  the index of the first round whose answer fits no state; None if all judged answers fit.
    why:     which answer was required there, or why judging ended early.
    rounds:  the number of rounds judged.
    gave_up: whether judging ended early, which is not a failure.
    ended:   whether it did because the rule ends there, in the last round judged.
    states:  the number of states that the choices so far can have led to.
    """

    misfit: int | None = None
    why: str = ""
    rounds: int = 0
    gave_up: bool = False
    ended: bool = False
    states: int = 1


@dataclass(eq=False)
class Follower(Generic[S]):
    """Judge a learner's answers round by round: pass them to `round`, read the result from `fit`.

    rule, arguments: the algorithm, and the learner's constructor arguments.
    states:          all states that the choices so far can have led to.
    state_note:      why the exposed state is not compared, if `observe` received one with another meaning.
    """

    rule: Rule[S]
    arguments: tuple[object, ...]
    fit: RuleFit = field(default_factory=RuleFit, init=False)
    states: tuple[S, ...] = field(init=False)
    state_note: str = field(default="", init=False)
    _due: dict[int, tuple[S, Mapping[str, Exposed]]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.states = (self.rule.start(*self.arguments),)

    def exposes(self, state: S) -> Mapping[str, Exposed]:
        """Return the attributes that expose one of `states`; computed once per state."""
        entry = self._due.get(id(state))
        if entry is None or entry[0] is not state:
            if len(self._due) > len(self.states):
                self._due.clear()
            entry = self._due[id(state)] = state, self.rule.exposes(state)
        return entry[1]

    def matching(self, exposed: Mapping[str, ArrayLike]) -> Iterator[S]:
        """Return the `states` that agree with the learner's exposed state (see `state_matches`)."""
        return (state for state in self.states if state_matches(self.exposes(state), exposed))

    def round(self, x: Any, prediction: object, y: int) -> bool:
        """Judge a round. Return whether all answers so far fit; True once judging has ended early."""
        fit = self.fit
        if fit.misfit is not None:
            return False
        if fit.gave_up:
            return True
        rule = self.rule
        after: dict[Hashable, S] = {}
        fits, ended = False, None
        for state in self.states:
            successors = rule.step(state, x, prediction, y)
            if successors is None:
                continue
            fits = True
            if not successors:
                ended = state
            for successor in successors:
                key = rule.key(successor)
                after[key] = rule.merge(after[key], successor) if key in after else successor
        fit.rounds += 1
        if not fits:
            fit.misfit = fit.rounds - 1
            fit.why = self._why(x, prediction)
            return False
        if ended is not None:
            self._give_up(rule.ends(ended, x, y))
            fit.ended = True
        elif len(after) > LIMIT:
            self._give_up(f"ties left more than {LIMIT} states to follow")
        else:
            self.states = tuple(after.values())
            fit.states = len(after)
        return True

    def observe(self, exposed: Mapping[str, ArrayLike]) -> bool | None:
        """Whether some state agrees with the learner's exposed state; from then on only such states are followed.

        Return False if none agrees; all states are then still followed, because answers are judged independently.
        Return None if there is nothing to compare. Call this once before the first round, so that a state with
        another shape or meaning is recognised, and after any round.
        """
        names = sorted(exposed.keys() & self.exposes(self.states[0]).keys())
        if not names or self.state_note or self.fit.misfit is not None or self.fit.gave_up:
            return None
        agreeing = tuple(self.matching(exposed))
        if agreeing:
            self.states = agreeing
            self.fit.states = len(agreeing)
            return True
        if self.fit.rounds:
            return False
        self.state_note = f"at the start {' and '.join(names)} had another shape or meaning"
        return None

    def _why(self, x: ArrayLike, prediction: object) -> str:
        why = self.rule.explain(self.states[0], x, prediction)
        others = len(self.states) - 1
        if not others:
            return why
        states = "state" if others == 1 else f"{others} states"
        return f"{why}; nor does it fit the other {states} that ties can have led to"

    def _give_up(self, why: str) -> None:
        self.fit.gave_up, self.fit.why = True, why


def follow(rule: Rule[S], arguments: tuple[object, ...], rounds: Iterable[tuple[Any, object, int]]) -> RuleFit:
    """Judge a sequence of (instance, answer, label) up to the first misfit."""
    follower = Follower(rule, arguments)
    for x, prediction, y in rounds:
        if not follower.round(x, prediction, y) or follower.fit.gave_up:
            break
    return follower.fit
