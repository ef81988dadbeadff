"""Formal quantities: a learner's own code runs on them and computes expressions for the prover.

A `Real` stands for any real number. Comparing two forks the run: `paths` runs the code once for every combination of
outcomes of its comparisons, and gives each result with the comparisons that led to it. A `Vector` is a combination of
named vectors whose inner products are Reals. A `Row` is an array (one entry per expert or variable) known only by its
sums over blocks of indices, and a `Mask` is a set of indices known by its counts. Together they let `predict` and
`update` run unchanged, for all dimensions at once, in exact arithmetic.
"""

import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
import sympy
from sympy.logic.boolalg import Boolean

from learncheck.theorems.formal.language import read_learner
from learncheck.theorems.formal.numbers import FormalArray, HiddenState, NotFormal, Path, Real, paths

T = TypeVar("T")


@dataclass(frozen=True)
class FormalRound:
    """One path through a round: its comparisons, the obligations of its arithmetic, the prediction, the state after."""

    comparisons: tuple[Boolean, ...]
    owed: tuple[Boolean, ...]
    prediction: Any
    after: Mapping[str, Any]
    updated: bool
    """Whether the state after differs from that before."""


def run_round(
    make: Callable[[], Any],
    state: Mapping[str, Any],
    constants: Mapping[str, Any],
    instance: Any,
    label: int,
) -> list[FormalRound]:
    """One round of the learner's own code, from a formal state: every path through `predict` and `update`.

    make runs the real constructor; `state` and `constants` then replace its attributes. For a learner without
    `predict`, the prediction is its `probabilities()`. Raises HiddenState if the learner has other attributes, writes
    in `predict`, shares an array between two attributes, or could remember anything elsewhere; NotFormal if its code
    does something that has no formal meaning.
    """
    try:
        learner = type(make())
    except Exception as error:
        raise NotFormal(f"the constructor cannot be called: {error}") from error
    read = read_learner(learner, {**state, **constants})
    found = every_path(learner, lambda: _once(make(), state, constants, instance, label), _told)
    read.nothing_is_written()
    return [
        FormalRound(
            each.comparisons,
            each.owed,
            each.result[0],
            each.result[1],
            any(content(value) != content(state[name]) for name, value in each.result[1].items()),
        )
        for each in found
    ]


def every_path(learner: type, run: Callable[[], T], told: Callable[[Path[T]], Any]) -> list[Path[T]]:
    """Every path of the run, which is run twice: what is `told` of the paths must be the same.

    Raises HiddenState if it differs, and NotFormal if the code fails.
    """

    def once() -> T:
        try:
            return run()
        except (NotFormal, HiddenState):
            raise
        except Exception as error:
            raise NotFormal(f"{learner.__name__}'s code cannot run on formal quantities: {error}") from error

    first, second = list(paths(once)), list(paths(once))
    if list(map(told, first)) != list(map(told, second)):
        raise HiddenState(
            f"the same round of {learner.__name__} came out differently the second time; something outside decides it"
        )
    return first


def _once(
    learner: Any, state: Mapping[str, Any], constants: Mapping[str, Any], instance: Any, label: int
) -> tuple[Any, dict[str, Any]]:
    name_of = type(learner).__name__
    known = {**state, **constants}
    has = set(vars(learner))
    if has - set(known):
        raise HiddenState(f"{name_of} keeps {', '.join(sorted(has - set(known)))}, of which the proof knows nothing")
    if set(known) - has:
        raise NotFormal(f"{name_of} has no attribute {', '.join(sorted(set(known) - has))}, of which the proof speaks")
    for name, value in known.items():
        setattr(learner, name, _copied(value))
    prediction = learner.predict(_copied(instance)) if hasattr(learner, "predict") else learner.probabilities()
    for name, value in known.items():
        if content(getattr(learner, name)) != content(value):
            raise HiddenState(f"{name_of}.predict writes {name}; a prediction must leave no trace")
    learner.update(_copied(instance), label)
    added = set(vars(learner)) - set(known)
    if added:
        raise HiddenState(f"{name_of}.update adds {', '.join(sorted(added))}")
    for name, value in constants.items():
        if content(getattr(learner, name)) != content(value):
            raise HiddenState(f"{name_of}.update changes {name}, which the proof takes as constant")
    after = {name: getattr(learner, name) for name in state}
    arrays = [id(value) for value in after.values() if isinstance(value, FormalArray)]
    if len(set(arrays)) < len(arrays):
        raise HiddenState(f"{name_of} keeps one array under two names; what changes one would change the other")
    return prediction, after


def content(value: Any) -> Any:
    """A comparable form of a value: two values with the same content behave the same."""
    if isinstance(value, Real):
        return "number", sympy.expand(value.expression)
    if isinstance(value, FormalArray):
        return type(value).__name__, value.content()
    if isinstance(value, tuple | list):
        return type(value).__name__, tuple(map(content, value))
    if isinstance(value, np.ndarray):
        return "array", value.shape, tuple(value.ravel().tolist())
    if isinstance(value, numbers.Rational | str | None):
        return "number" if isinstance(value, numbers.Rational) else "value", value
    if isinstance(value, float):
        return "number", Fraction(value)
    return "object", id(value)


def _copied(value: Any) -> Any:
    if isinstance(value, FormalArray):
        return value.copy()
    if isinstance(value, tuple):
        return tuple(map(_copied, value))
    return value


def _told(path: Path[tuple[Any, dict[str, Any]]]) -> Any:
    prediction, after = path.result
    return path.comparisons, path.owed, content(prediction), {name: content(value) for name, value in after.items()}
