"""A learner's exposed state, read up to a positive factor.

A learner may scale its weights, differently in every round. So its state is read as the algorithm's state if it equals
that up to a positive factor; otherwise it is divided by the last known factor.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import Snapshot, Trace, once
from learncheck.theorems.language.at_once import States, stacked
from learncheck.theorems.language.claim import NotExposed
from learncheck.theorems.rules.following import TIE, Exposed, Follower, Rule
from learncheck.theorems.rules.halfspaces import PERCEPTRON

S = TypeVar("S")

Values = Mapping[str, NDArray[np.float64]]


@dataclass(frozen=True)
class Reading:
    """A state divided by its factor, and the algorithm's state that it matches, if there is one.

    If the factor is 1, `scaled` is the running code's state itself, to the bit.
    """

    scaled: Values
    legal: Values | None
    factor: float

    @property
    def exact(self) -> Values:
        """The algorithm's state in place of one that scaling may have rounded."""
        return self.scaled if self.legal is None or self.factor == 1 else self.legal


def readings(trace: Trace, rule: Rule[S]) -> Mapping[int, Reading]:
    """The readings of all states of the trace, by the identity of their snapshots.

    Empty if the trace was not watched. They end at a state that has another shape, is not finite, or cannot be judged
    further (see `Follower`).
    """
    return _read(trace, rule)[0]


def read(state: Snapshot, trace: Trace, rule: Rule[S]) -> Reading:
    """The reading of one state of the trace.

    After the readings have ended, it is the state unchanged. Raises NotExposed if there are no readings.
    """
    if not _is_the_rules(trace, rule):
        by_state, why_not = _read(trace, rule)
        if not by_state:
            raise NotExposed(why_not)
        if id(state) in by_state:
            return by_state[id(state)]
    return Reading({name: np.asarray(value, dtype=np.float64) for name, value in state.items()}, None, 1.0)


def exact_values(states: States, name: str, trace: Trace, rule: Rule[S]) -> Array:
    """The exact values of an attribute in the readings of the states, a state along the first axis.

    Raises as `read`.
    """
    if _is_the_rules(trace, rule):
        return states[name]
    return stacked([read(snapshot, trace, rule).exact[name] for snapshot in states.snapshots])


def _is_the_rules(trace: Trace, rule: object) -> bool:
    """Whether the states are seen to be the algorithm's own, to the bit, without following them round by round."""
    return rule is PERCEPTRON and _adds_its_mistakes(trace)


@once
def _read(trace: Trace, rule: Rule[S]) -> tuple[Mapping[int, Reading], str]:
    """The readings, or why there are none."""
    by_state: dict[int, Reading] = {}
    if not trace.rounds:
        return by_state, "nothing was played"
    follower = Follower(rule, trace.case.arguments())
    follower.observe(trace.rounds[0].before)
    names = " and ".join(sorted(follower.exposes(follower.states[0])))
    unreadable = follower.state_note or f"the learner exposes no array of finite numbers as {names}"
    if follower.state_note:
        return by_state, unreadable
    factor = 1.0
    for round_ in trace.rounds:
        for snapshot, following in ((round_.before, round_), (round_.after, None)):
            if id(snapshot) not in by_state:
                reading = _reading(follower, snapshot, factor)
                if reading is None:
                    return by_state, unreadable
                by_state[id(snapshot)], factor = reading, reading.factor
            if following is not None and follower.fit.misfit is None:
                follower.round(round_.instance, round_.prediction, round_.label)
                if follower.fit.gave_up:
                    return by_state, unreadable
        follower.observe(round_.after)
    return by_state, unreadable


@once
def _adds_its_mistakes(trace: Trace) -> bool:
    """Whether w is 0 at the start, w + yx after every mistake, w or w + yx where w·x = 0 and the answer is right, and w
    after every other round, to the bit.

    Then w is a state of the Perceptron however it breaks ties, and no factor is involved.
    """
    rounds = trace.rounds
    snapshots = rounds.snapshots
    if not snapshots or snapshots[0].keys() != {"w"}:
        return False
    start = snapshots[0]["w"]
    (d,) = trace.case.arguments()
    if not isinstance(start, np.ndarray) or start.shape != (d,) or start.dtype.kind not in "if" or start.any():
        return False
    erring = rounds.mistaken()
    try:
        updates = np.flatnonzero(erring | rounds.changed("w"))
        if not updates.size:
            return True
        held = stacked([snapshots[t]["w"] for t in (*updates, updates[-1] + 1)])
        x = stacked([rounds.instances[t] for t in updates]).astype(np.float64, copy=False)
        free = ~erring[updates]
        may = np.einsum("ij,ij->i", held[:-1][free], x[free]) == 0
        x *= np.array([rounds.labels[t] for t in updates])[:, None]
        due = held[:-1] + x
    except (NotExposed, LookupError, ValueError):
        return False
    return bool(may.all()) and np.array_equal(due, held[1:]) and bool(np.isfinite(due).all())


def _reading(follower: Follower[S], snapshot: Snapshot, factor: float) -> Reading | None:
    values = _arrays(follower.exposes(follower.states[0]), snapshot)
    if values is None:
        return None
    if follower.fit.misfit is None:
        for state in follower.matching(snapshot):
            legal = {name: due.value for name, due in follower.exposes(state).items()}
            factor = _factor(legal, values) or factor
            return Reading(_divided(values, factor), legal, factor)
    return Reading(_divided(values, factor), None, factor)


def _arrays(due: Mapping[str, Exposed], snapshot: Snapshot) -> dict[str, NDArray[np.float64]] | None:
    """The exposed arrays; None if one is missing, has another shape, or is not finite."""
    values = {}
    for name, expected in due.items():
        try:
            value = np.asarray(snapshot[name], dtype=np.float64)
        except (KeyError, TypeError, ValueError):
            return None
        if value.shape != expected.value.shape or not np.isfinite(value).all():
            return None
        values[name] = value
    return values


def _factor(legal: Values, values: Values) -> float | None:
    """The factor of w, from the largest entry of A (which has its square) or of w; None if w = 0.

    A is rounded in the learner and in the rule alike, so a factor of 1 up to rounding is 1.
    """
    name = "A" if "A" in legal else "w"
    if not legal[name].any():
        return None
    largest = np.unravel_index(int(np.abs(legal[name]).argmax()), legal[name].shape)
    ratio = float(values[name][largest] / legal[name][largest])
    if name == "w":
        return ratio
    return 1.0 if abs(ratio - 1) <= TIE else math.sqrt(ratio)


def _divided(values: Values, factor: float) -> Values:
    if factor == 1:
        return values
    return {name: value / (factor**2 if name == "A" else factor) for name, value in values.items()}
