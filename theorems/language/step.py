"""The lines of a proof: one object each, which claims check on every trace and from which proofs go on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.strategies.play.case import Round
from learncheck.theorems.language.sentence import worded


def Next(symbol: sympy.Symbol) -> sympy.Symbol:
    """The quantity after the round."""
    return sympy.Symbol(symbol.name + "′", **symbol.assumptions0)


def declared_sign(symbol: sympy.Symbol, value: Any) -> Boolean | None:
    """What the symbol's assumptions say of its sign, as a relation of the value; None where they say nothing."""
    signs = [
        (symbol.is_zero, sympy.Eq),
        (symbol.is_extended_positive, sympy.Gt),
        (symbol.is_extended_negative, sympy.Lt),
        (symbol.is_extended_nonnegative, sympy.Ge),
        (symbol.is_extended_nonpositive, sympy.Le),
        (symbol.is_extended_nonzero, sympy.Ne),
    ]
    return next((relation(value, 0) for holds, relation in signs if holds), None)


def on_mistake(each: Round) -> bool:
    """The rounds with a mistake."""
    return bool(each.mistake)


def on_positive_mistake(each: Round) -> bool:
    """The rounds with a mistake on a positive example."""
    return bool(each.mistake) and each.label == 1


def on_negative_mistake(each: Round) -> bool:
    """The rounds with a mistake on a negative example."""
    return bool(each.mistake) and each.label == -1


def always(each: Round) -> bool:
    """Every round."""
    return True


@dataclass(frozen=True, eq=False)
class Step:
    """A line of the notes' proof, named once and compared by identity.

    words:    the line as a person would say it, a sentence (`language.sentence`).
    relation: the same between quantities before and after a round (`Next`).
    when:     tells the rounds that it speaks of.
    floats:   how far a quantity that is a float may be from what it would be without rounding: it is taken for the ball
              of that radius, and the step is broken where it fails for certain.
    """

    words: str
    relation: Boolean
    when: Callable[[Round], bool] = on_mistake
    floats: Any = None

    def __post_init__(self) -> None:
        worded(self, "words")

    def __str__(self) -> str:
        return str(self.words)
