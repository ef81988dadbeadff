"""Formal quantities: a learner's own code runs on them and computes expressions for the prover.

A `Real` stands for any real number. Comparing two forks the run: `paths` runs the code once for every combination of
outcomes of its comparisons, and gives each result with the comparisons that led to it. A `Vector` is a combination of
named vectors whose inner products are Reals. A `Row` is an array (one entry per expert or variable) known only by its
sums over blocks of indices, and a `Mask` is a set of indices known by its counts. Together they let `predict` and
`update` run unchanged, for all dimensions at once, in exact arithmetic.
"""

import numbers
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.numbers import FormalArray, NotFormal, Path, Real, paths

T = TypeVar("T")


@dataclass(frozen=True)
class FormalRound:
    """One path through a round: its comparisons, the obligations of its arithmetic, the prediction, the state after."""

    comparisons: tuple[Boolean, ...]
    owed: tuple[Boolean, ...]
    prediction: object
    after: Mapping[str, Any]


def run_round(
    learner: type, state: Mapping[str, object], constants: Mapping[str, object], instance: object, label: int
) -> list[FormalRound]:
    """One round of the learner's own code, from a formal state: every path through `predict` and `update`.

    state, constants: its attributes. For a learner without `predict`, the prediction is its `probabilities()`.
    Raises NotFormal if the class is not written in the language of formal runs, or does something that has no formal
    meaning, writes in `predict`, or shares an array between two attributes.
    """
    attributes = {**state, **constants}
    lists = [name for name, value in state.items() if isinstance(value, tuple)]
    kind = in_the_language(learner, attributes, lists=lists)

    def once() -> tuple[object, dict[str, Any]]:
        copy = with_attributes(kind, attributes)
        prediction = copy.predict(_copied(instance)) if hasattr(copy, "predict") else copy.probabilities()
        unchanged(copy, attributes, "predict")
        copy.update(_copied(instance), label)
        unchanged(copy, {**attributes, **{name: getattr(copy, name) for name in state}}, "update")
        after = {name: getattr(copy, name) for name in state}
        arrays = [id(value) for value in after.values() if isinstance(value, FormalArray)]
        if len(set(arrays)) < len(arrays):
            raise NotFormal(f"{learner.__name__} keeps one array under two names; what changes one changes the other")
        return prediction, after

    return [FormalRound(path.comparisons, path.owed, *path.result) for path in runs(learner, once)]


def with_attributes(kind: type, attributes: Mapping[str, object]) -> Any:
    """An object of the class with these attributes, copies of formal arrays. Its constructor is not called."""
    instance: object = object.__new__(kind)
    vars(instance).update({name: _copied(value) for name, value in attributes.items()})
    return instance


def unchanged(learner: object, attributes: Mapping[str, object], method: str) -> None:
    """Raise NotFormal if the learner's attributes differ from these."""
    for name, value in attributes.items():
        if content(getattr(learner, name)) != content(value):
            raise NotFormal(f"{type(learner).__name__}.{method} changes {name}, which the proof takes to stay")


def runs(learner: type, run: Callable[[], T]) -> list[Path[T]]:
    """Every path of the run. Raises NotFormal if the code fails."""

    def once() -> T:
        try:
            return run()
        except NotFormal:
            raise
        except Exception as error:
            raise NotFormal(f"{learner.__name__}'s code cannot run on formal quantities: {error}") from error

    return list(paths(once))


def worded_paths(paths: Iterable[Path[T]]) -> Iterator[tuple[T, dict[str, Boolean], dict[str, Boolean]]]:
    """Each path's result, its comparisons, and the obligations of its arithmetic, by words."""
    for path in paths:
        met = {f"comparison {number}": relation for number, relation in enumerate(path.comparisons, start=1)}
        owed = {f"the arithmetic is defined: {relation}": relation for relation in path.owed}
        yield path.result, met, owed


def content(value: object) -> Hashable:
    """A comparable form of a value: two values with the same content behave the same."""
    if isinstance(value, Real):
        return "number", sympy.expand(value.expression)
    if isinstance(value, FormalArray):
        return type(value).__name__, value.content()
    if isinstance(value, tuple | list):
        return type(value).__name__, tuple(map(content, value))
    if isinstance(value, numbers.Rational):
        return "number", value
    return ("number", Fraction(value)) if isinstance(value, float) else ("object", id(value))


def _copied(value: object) -> object:
    if isinstance(value, FormalArray):
        return value.copy()
    return tuple(map(_copied, value)) if isinstance(value, tuple) else value
