"""Rounds of a learner that looks up the value of the game, on a formal version space.

An instance divides the version space into two halves. What is known of the values is the definition of the value of
the game: that of a divided version space is at least min over ŷ of max(value of the half of ŷ, 1 + value of the other).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
from sympy.logic.boolalg import Boolean

from learncheck.learners.online.standard_optimal import as_rows, game_value
from learncheck.strategies.tables.finite_class import cube, thresholds
from learncheck.theorems.formal.language import in_the_language
from learncheck.theorems.formal.numbers import NotFormal, Real, Truth
from learncheck.theorems.formal.quantities import known_paths, runs, unchanged, with_attributes
from learncheck.theorems.formal.round import Happened, Runs, Telling, counters, own_run
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import CodePath, CodeStart

K_PLUS, K_MINUS = (sympy.Symbol(name, real=True) for name in ("K₊", "K₋"))
"""The values of the half that labels the instance +1 and of the other half; −1 for an empty half."""

FIRST = ((1, -1), (-1, -1))
CLASSES = (FIRST, *map(cube, (1, 2, 3)), *map(thresholds, (2, 3, 8, 65)))


@dataclass(frozen=True, eq=False)
class Side:
    """The hypotheses that give the instance this label."""

    label: int

    def __invert__(self) -> "Side":
        return Side(-self.label)


@dataclass(frozen=True, eq=False)
class FormalVersionSpace:
    """The version space, or the half of it with this label."""

    label: int = 0

    def __and__(self, other: Any) -> "FormalVersionSpace":
        if not isinstance(other, Side) or self.label:
            raise NotFormal(f"a version space meets {other!r}; it is known with the label of the instance alone")
        return SPACES[other.label]

    __rand__ = __and__


SPACES = {label: FormalVersionSpace(label) for label in (0, 1, -1)}


class Values:
    """The value of the game on the version space and on its halves."""

    def __init__(self, values: Mapping[int, sympy.Symbol], instance: object) -> None:
        self.values, self.instance = values, instance
        self.positive = self

    def __getitem__(self, x: Any) -> Side:
        if x is not self.instance:
            raise NotFormal(f"the code divides the version space at {x!r}, which is not the instance")
        return Side(1)

    def __call__(self, left: Any) -> Real:
        if not isinstance(left, FormalVersionSpace):
            raise NotFormal(f"the code asks for the value of {left!r}, which is not a version space")
        return Real(self.values[left.label])


def definition(K: Any, p: Any, q: Any) -> Boolean:
    """The definition of K for a version space with halves of the values p and q; an empty one has −1."""
    return sympy.Ge(K, sympy.Min(sympy.Max(p, 1 + q), sympy.Max(q, 1 + p)))


def _played(
    learner: type, values: Mapping[int, Any], instance: object, label: int
) -> Iterator[tuple[Any, FormalVersionSpace, Mapping[str, Any], Mapping[str, Any]]]:
    """Every path of a round: the prediction, the space after, the comparisons, and what the arithmetic needs."""
    kind = in_the_language(learner, ("value", "left"), reads=("positive", "everything"))

    def once() -> tuple[Any, Any]:
        formal = {"value": Values(values, instance), "left": SPACES[0]}
        made = with_attributes(kind, formal)
        prediction = made.predict(instance)
        unchanged(made, formal, "predict")
        made.update(instance, label)
        left = made.left
        if not isinstance(left, FormalVersionSpace):
            raise NotFormal(f"{learner.__name__}.update leaves {left!r}, which is not a version space")
        unchanged(made, {**formal, "left": left}, "update")
        return prediction, left

    for (prediction, left), met, owed in known_paths(runs(learner, once)):
        yield prediction, left, met, owed


def value_rounds(K: Any, L: Any, M: Any, *, realizable: Premise, defined: Callable[..., Any] = definition) -> Runs:
    """Rounds of a learner with the value of the game as `value` and the version space as `left`.

    K, L, M: the proof's symbols for the values of the version space and of the class, and for the mistakes.
    realizable: the hypothesis that the version space is never empty.
    """

    def rounds(learner: type) -> Iterator[CodePath]:
        by_label = {0: K, 1: K_PLUS, -1: K_MINUS}

        def left_of(each: Happened) -> Truth:
            return Truth(sympy.Ge(by_label[each.after.label], 0))

        telling = Telling(
            lambda space, _: {K: by_label[space.label]},
            counters(M),
            assuming=lambda each: {realizable: left_of(each)},
            means=lambda each: {"$K$ is the value of the game": Truth(defined(K, K_PLUS, K_MINUS))},
        )
        instance = object()
        for label in (1, -1):
            for prediction, left, comparisons, owed in _played(learner, by_label, instance, label):
                updated, met = left.label != 0, tuple(comparisons.values())
                each = Happened(instance, label, prediction, SPACES[0], left, updated, met=met)
                yield telling.path(each, {}, owed)

    def starts(learner: type) -> Iterator[CodeStart]:
        for rows in CLASSES:
            made, known = learner(np.array(rows)), game_value(as_rows(np.array(rows)))
            value = known(known.everything)
            words = f"{learner.__name__} on {len(rows)} hypotheses starts with {made.left:b} and the value {value}"
            yield CodeStart(words, {L: value}, {M: 0, K: made.value(made.left)}, made.left == known.everything)

    return own_run("from any version space, with the value of the game as it is defined", rounds, starts)
