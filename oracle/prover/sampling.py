"""A second check of symbolic derivations: both sides are decided exactly at many points."""

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.exact.decide import Decision, DomainError, compile_relation

Symbol = Any

VALUES = [Fraction(p, q) for p, q in ((1, 3), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1), (5, 1), (7, 1), (1, 8))]
TRIES = 60
FEWEST = 8
"""The least number of points at which both sides must have a value."""


def agree(first: Boolean, second: Boolean) -> tuple[int, dict[str, str] | None]:
    """The number of points at which both relations were decided, and a point where they differ (None if they agree).

    Points at which a side has no real value are skipped. Fewer than FEWEST points count as a difference.
    """
    return _compare(first.free_symbols | second.free_symbols, first, second)


def equal_everywhere(first: Any, second: Any) -> tuple[int, dict[str, str] | None]:
    """The same as `agree`, for two expressions that should be equal."""
    relation = sympy.Eq(first, second, evaluate=False)
    return _compare(relation.free_symbols, relation, None)


def _compare(symbols: set[Symbol], first: Boolean, second: Boolean | None) -> tuple[int, dict[str, str] | None]:
    points = 0
    for values in _points(sorted(symbols, key=str)):
        try:
            one = compile_relation(first).decide(values)
            other = Decision.TRUE if second is None else compile_relation(second).decide(values)
        except DomainError:
            continue
        points += 1
        if one is not other or one is Decision.UNDECIDED:
            return points, {str(symbol): str(value) for symbol, value in values.items()}
    few = "too few points at which both sides have a value"
    return points, None if points >= FEWEST else {"points": f"{points}, {few}"}


def _points(symbols: list[Symbol]) -> Iterator[Mapping[Symbol, Fraction]]:
    draw = random.Random(0)
    for _ in range(TRIES if symbols else FEWEST):
        yield {symbol: draw.choice(VALUES) for symbol in symbols}
