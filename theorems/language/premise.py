"""A theorem's hypotheses: one object each, for the claim, its proof, the code that is run formally and the decoders."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import compile_relation
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.sentence import worded


@dataclass(frozen=True, eq=False)
class Premise:
    """A hypothesis of a theorem. It is named once and compared by identity: two of the same words are two.

    words:  its sentence, as reports show it.
    holds:  whether a played case obeys it. Cases outside of it are counted and not judged.
    formal: what it says of the claim's symbols, where proofs may take it as it stands (`formally`); a proof whose
            symbols are others maps it to a relation of its own.
    option: the keyword by which decoders are asked for cases that obey it: where the claim has the premise, those that
            take an argument of that name are called with True; otherwise they are free to draw cases outside of it.
    """

    words: str
    holds: Callable[[Trace], bool]
    formal: Boolean | None = None
    option: str = ""

    def __post_init__(self) -> None:
        worded(self, "words")

    def __str__(self) -> str:
        return str(self.words)


Given = Mapping[Premise, Boolean]
"""What a proof takes of premises."""


def formally(*premises: Premise) -> dict[Premise, Boolean]:
    """What the premises say themselves of the claim's symbols. Raises ValueError for one that says nothing."""
    found = {}
    for each in premises:
        if each.formal is None:
            raise ValueError(f"{each.words!r} has no formal form; give it one, or map it to a relation")
        found[each] = each.formal
    return found


def holding(
    words: str, relation: Boolean, measure: Callable[[Trace], Mapping[sympy.Symbol, Any]], option: str = ""
) -> Premise:
    """The hypothesis that a relation of measured quantities holds: 0 < γ < ½, for example."""
    return Premise(words, lambda trace: compile_relation(relation).decide(measure(trace)).holds, relation, option)
