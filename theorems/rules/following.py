"""Whether a learner's answers are those of its algorithm, round by round.

A learner conforms when its predictions are those of the algorithm under *some* choice of tie-breaks and of
updates at ties. So a rule says which answers a state allows and to which states a round can lead, and
`Follower` keeps the set of all states that the choices made so far can have led to. A learner fails in the
round in which its answer fits none.

    Rule                   what a follower needs of a rule
    Follower, follow, Fit  the judge
    state_matches          whether a learner's exposed state is the rule's

Ties: a score within TIE of the sum of its absolute terms is a tie; there every answer is allowed, also 0.
"""

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vector = NDArray[np.float64]

# "What lies within a relative 1e-9 of a tie is a tie." The thousandth on top leaves room for the rounding of
# the score itself, n·2⁻⁵³ of the sum of its absolute terms: below 1e-12 of that sum up to 9000 terms.
TIE = 1e-9 * (1 + 1e-3)

# A rounded operation is off by at most this much of its result.
ROUNDING = 2.0**-53

# More states than this and a game is judged no further.
LIMIT = 1024


class Exposed(NamedTuple):
    """What a learner's attribute should hold, with how far each entry may be off after scaling."""

    value: NDArray[Any]
    tolerance: NDArray[np.float64] | None  # None: equal, and not to be scaled


class Rule(Protocol):
    """What a follower needs of a rule. States are never changed; what they hold is the rule's own affair."""

    def start(self, *arguments: Any) -> Any:
        """The state before the first round, from the learner's constructor arguments."""

    def step(self, state: Any, x: Any, prediction: Any, y: int) -> tuple[Any, ...] | None:
        """The states after the round; None where the prediction is not the rule's, () where the rule ends."""

    def explain(self, state: Any, x: Any, prediction: Any) -> str:
        """What was due and why, in the rule's own quantities."""

    def ends(self, state: Any, x: Any, y: int) -> str:
        """Why `step` gave (): where the algorithm is undefined, or what can be judged no further."""

    def key(self, state: Any) -> Hashable:
        """Equal for states that are the same from here on."""

    def merge(self, state: Any, other: Any) -> Any:
        """One state in place of two of the same key."""

    def exposes(self, state: Any) -> Mapping[str, Exposed]:
        """The learner's attributes that speak of the state."""


def state_matches(rule: Rule, state: Any, exposed: Mapping[str, ArrayLike]) -> bool | None:
    """Whether a learner's exposed state is `state` up to one positive factor (c for w goes with c² for A).

    None where nothing can be compared: no attribute of the state is exposed, or one has another shape or no
    numbers in it. An expected w = 0 at an unknown factor is met by what is 0 up to 1e-9.
    """
    return _matches(rule.exposes(state), exposed)


def _matches(due: Mapping[str, Exposed], exposed: Mapping[str, ArrayLike]) -> bool | None:
    found: list[tuple[str, Exposed, Vector]] = []
    for name, expected in due.items():
        if name not in exposed:
            continue
        try:
            value = np.asarray(exposed[name], dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            return None
        if value.shape != expected.value.shape:
            return None
        found.append((name, expected, value))
    if not found:
        return None
    factor: float | None = None  # of w
    for name, expected, value in reversed(found):  # A before w: at the start w = 0 tells no factor
        if not np.isfinite(value).all():
            return False
        if expected.tolerance is None:
            if not np.array_equal(value, expected.value):
                return False
            continue
        if factor is None:
            ratio = _ratio(expected.value, value)
            if ratio is None:
                if np.abs(value).max(initial=0.0) > TIE:
                    return False
                continue
            if not ratio > 0:
                return False
            factor = math.sqrt(ratio) if name == "A" else ratio
        scale = factor**2 if name == "A" else factor
        # Twice the tolerance, because the entry that gave the factor may be off as well.
        if (np.abs(value / scale - expected.value) > 2 * expected.tolerance).any():
            return False
    return True


def _ratio(expected: NDArray[Any], value: Vector) -> float | None:
    """The factor from expected to given, at the largest expected entry; None where all are 0."""
    if not expected.any():
        return None
    largest = np.unravel_index(int(np.abs(expected).argmax()), expected.shape)
    return float(value[largest] / expected[largest])


@dataclass
class Fit:
    """How a sequence of answers fits a rule.

    misfit: the index of the first round whose answer fits no state; None where all that were judged fit.
    why:    what was due there; or why the judging ended early.
    rounds: the rounds judged.
    gave_up: whether the judging ended early, which is no failure.
    states: how many states the choices so far can have led to.
    """

    misfit: int | None = None
    why: str = ""
    rounds: int = 0
    gave_up: bool = False
    states: int = 1


@dataclass(eq=False)
class Follower:
    """Judges a learner's answers round by round: `round` takes them, `fit` says how they fit.

    rule, arguments: the algorithm, and the learner's constructor arguments.
    limit:           with more states than this the judging ends.
    states:          all states that the choices so far can have led to.
    state_note:      why an exposed state is not compared, where `observe` was handed one of another meaning.
    """

    rule: Rule
    arguments: tuple[Any, ...]
    limit: int = LIMIT
    fit: Fit = field(default_factory=Fit, init=False)
    states: tuple[Any, ...] = field(init=False)
    state_note: str = field(default="", init=False)
    _due: dict[int, tuple[Any, Mapping[str, Exposed]]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.states = (self.rule.start(*self.arguments),)

    def exposes(self, state: Any) -> Mapping[str, Exposed]:
        """The learner's attributes that speak of one of `states`, computed once."""
        known = self._due.get(id(state))
        if known is None or known[0] is not state:
            if len(self._due) > len(self.states):
                self._due.clear()
            known = self._due[id(state)] = state, self.rule.exposes(state)
        return known[1]

    def matching(self, exposed: Mapping[str, ArrayLike]) -> Iterator[Any]:
        """Those of `states` that agree with the learner's exposed one (see `state_matches`)."""
        return (state for state in self.states if _matches(self.exposes(state), exposed))

    def round(self, x: Any, prediction: Any, y: int) -> bool:
        """Whether the answer fits, in this round and all before it. What is judged no further fits."""
        fit = self.fit
        if fit.misfit is not None:
            return False
        if fit.gave_up:
            return True
        rule = self.rule
        after: dict[Hashable, Any] = {}
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
        elif len(after) > self.limit:
            self._give_up(f"ties left more than {self.limit} states to follow")
        else:
            self.states = tuple(after.values())
            fit.states = len(after)
        return True

    def observe(self, exposed: Mapping[str, ArrayLike]) -> bool | None:
        """Whether some state agrees with the learner's exposed one; only those that do are then followed.

        False where none agrees; all are then followed on, since answers are judged by themselves. None where
        there is nothing to compare. Call it once before the first round, so that a state of another shape or
        meaning is recognised as such, and after rounds as often as wanted.
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
        self.state_note = f"skipped: at the start {' and '.join(names)} had another shape or meaning"
        return None

    def _why(self, x: Any, prediction: Any) -> str:
        why = self.rule.explain(self.states[0], x, prediction)
        others = len(self.states) - 1
        if not others:
            return why
        states = "state" if others == 1 else f"{others} states"
        return f"{why}; nor does it fit the other {states} that ties can have led to"

    def _give_up(self, why: str) -> None:
        self.fit.gave_up, self.fit.why = True, why


def follow(rule: Rule, arguments: tuple[Any, ...], rounds: Iterable[tuple[Any, Any, int]], limit: int = LIMIT) -> Fit:
    """Judge a whole sequence of (instance, answer, label), up to the first misfit."""
    follower = Follower(rule, arguments, limit)
    for x, prediction, y in rounds:
        if not follower.round(x, prediction, y) or follower.fit.gave_up:
            break
    return follower.fit
