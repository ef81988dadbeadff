"""A theorem's hypotheses: one object each, shared by the claim, its proof, the formal runs and the decoders."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import compile_relation
from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.sentence import worded


@dataclass(frozen=True, eq=False)
class Premise:
    """A hypothesis of a theorem. Premises are compared by identity: two with the same words are two hypotheses.

    words:  the hypothesis in a sentence.
    holds:  whether a played case satisfies it. Cases that do not are counted, and not judged.
    formal: the hypothesis as a relation between the claim's symbols, for proofs.
    option: an argument of the family's decoder. If the claim has the premise, the decoder is called with it set to
            True and should draw cases that satisfy the premise; otherwise it may draw any.
    """

    words: str
    holds: Callable[[Trace], bool]
    formal: Boolean | None = None
    option: str = ""

    def __post_init__(self) -> None:
        worded(self, "words")

    def __str__(self) -> str:
        return str(self.words)


def premise(words: str, option: str = "") -> Callable[[Callable[[Trace], bool]], Premise]:
    """Make the decorated predicate a premise. Its docstring says more exactly what the words mean."""
    return lambda holds: Premise(words, holds, option=option)


Hypotheses = Mapping[Premise, Boolean]
"""What a proof uses of each premise."""


def formally(*premises: Premise) -> dict[Premise, Boolean]:
    """The formal relation of each premise. Raises ValueError for one that has none."""
    relations = {}
    for premise in premises:
        if premise.formal is None:
            raise ValueError(f"{premise.words!r} has no formal form; give it one, or map it to a relation")
        relations[premise] = premise.formal
    return relations


def holding(
    words: str, relation: Boolean, measure: Callable[[Trace], Mapping[sympy.Symbol, object]], option: str = ""
) -> Premise:
    """The hypothesis that a relation of measured quantities holds: 0 < γ < ½, for example."""
    return Premise(words, lambda trace: compile_relation(relation).decide(measure(trace)).holds, relation, option)


def _realizable(trace: Trace) -> bool:
    """Some hypothesis of the class agrees with every label."""
    return trace.facts is not None


REALIZABLE = Premise("some hypothesis of $H$ gives the labels", _realizable)
"""The premise that some hypothesis of a finite class agrees with every label."""
