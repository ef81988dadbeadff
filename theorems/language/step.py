"""The lines of a proof: one object each, which claims check on every trace and proofs use as hypotheses."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.strategies.play.case import Round
from learncheck.theorems.language.floats import Tolerance
from learncheck.theorems.language.sentence import worded


def Next(symbol: sympy.Symbol) -> sympy.Symbol:
    """The quantity after the round. Raises TypeError if it is not a symbol."""
    if not isinstance(symbol, sympy.Symbol):
        raise TypeError(f"Next({symbol}): {symbol} is not a symbol; take Next of each symbol, as in Next(q)**2")
    return _after(symbol)


@cache
def _after(symbol: sympy.Symbol) -> sympy.Symbol:
    return sympy.Symbol(symbol.name + "′", **symbol.assumptions0)


@cache
def declared_sign(symbol: sympy.Symbol, value: sympy.Expr) -> Boolean | None:
    """The sign that the symbol's assumptions state, as a relation of the value; None if they state none.

    A positive integer is at least 1.
    """
    if symbol.is_integer and symbol.is_extended_positive:
        return sympy.Ge(value, 1)
    signs = [
        (symbol.is_zero, sympy.Eq),
        (symbol.is_extended_positive, sympy.Gt),
        (symbol.is_extended_negative, sympy.Lt),
        (symbol.is_extended_nonnegative, sympy.Ge),
        (symbol.is_extended_nonpositive, sympy.Le),
        (symbol.is_extended_nonzero, sympy.Ne),
    ]
    return next((relation(value, 0) for holds, relation in signs if holds), None)


def on_mistake(round_: Round) -> bool:
    """The rounds with a mistake."""
    return bool(round_.mistake)


def on_positive_mistake(round_: Round) -> bool:
    """The rounds with a mistake on a positive example."""
    return bool(round_.mistake) and round_.label == 1


def on_negative_mistake(round_: Round) -> bool:
    """The rounds with a mistake on a negative example."""
    return bool(round_.mistake) and round_.label == -1


def always(round_: Round) -> bool:
    """Every round."""
    return True


@dataclass(frozen=True, eq=False)
class Step:
    """A line of a proof, checked in every round. Steps are compared by identity.

    words:     the line in a sentence.
    relation:  the same as a relation between quantities before and after (`Next`) a round.
    when:      the rounds in which it must hold; by default those with a mistake. `always` means every round.
    tolerance: how far a float in it may be from its value without rounding. The step is broken only if the relation
               fails for every value within that distance.
    """

    words: str
    relation: Boolean
    when: Callable[[Round], bool] = on_mistake
    tolerance: Tolerance = None

    def __post_init__(self) -> None:
        if not isinstance(self.words, str):
            raise TypeError(
                f"Step({self.words}, …): a step begins with its sentence; write Step(words, relation, when)"
            )
        worded(self, "words")

    def __str__(self) -> str:
        return str(self.words)
