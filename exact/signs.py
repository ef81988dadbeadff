"""The sign of a rational function on an interval, by exact root counts; nothing is sampled but between known roots."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

Expr = Any
Symbol = Any


class NotShown(ValueError):
    """What was to be shown was not: it is false, or beyond the method."""


@dataclass(frozen=True)
class Interval:
    """From `low` to `high`, each None where there is no end; the ends belong to it where `closed` says so."""

    low: Expr | None
    high: Expr | None
    closed_low: bool = True
    closed_high: bool = True

    def points(self, inner: list[Expr]) -> list[Expr]:
        """The inner points in order, with the ends and one point of every gap between them all."""
        ends = [self.low if self.low is not None else (inner[0] if inner else sympy.Integer(0)) - 1]
        ends += [self.high if self.high is not None else (inner[-1] if inner else ends[0]) + 1]
        marks = [ends[0], *inner, ends[1]]
        gaps = [(p + q) / 2 for p, q in itertools.pairwise(marks)]
        kept = [ends[0]] if self.low is None or self.closed_low else []
        kept += [each for pair in zip(gaps, [*inner, gaps[-1]], strict=True) for each in pair]
        kept += [ends[1]] if self.high is None or self.closed_high else []
        return kept


def interval(x: Symbol, relations: Iterable[Boolean]) -> Interval:
    """The interval that the relations leave to x; those that do not speak of x alone are passed over."""
    low: Expr | None = None
    high: Expr | None = None
    closed_low = closed_high = True
    for relation in relations:
        if relation.free_symbols != {x}:
            continue
        if relation.rhs == x:
            relation = relation.reversed
        if relation.lhs != x or not relation.rhs.is_Rational:
            raise NotShown(f"the range {relation} is not of the form {x} ≤ number")
        if isinstance(relation, sympy.Ge | sympy.Gt):
            if low is None or relation.rhs >= low:
                low, closed_low = relation.rhs, isinstance(relation, sympy.Ge)
        elif isinstance(relation, sympy.Le | sympy.Lt):
            if high is None or relation.rhs <= high:
                high, closed_high = relation.rhs, isinstance(relation, sympy.Le)
        else:
            raise NotShown(f"the range {relation} is not an interval")
    return Interval(low, high, closed_low, closed_high)


def changes_of_sign(function: Expr, x: Symbol, on: Interval) -> list[int]:
    """The signs that the rational function takes on the interval, in order, each once in a row; 0 at its roots.

    Raises NotShown where it is no rational function of x or has a pole there.
    """
    above, below = sympy.fraction(sympy.together(function))
    try:
        numerator, denominator = sympy.Poly(above, x), sympy.Poly(below, x)
    except sympy.PolynomialError:
        raise NotShown(f"{function} is no rational function of {x}") from None
    if not all(each.domain in (sympy.ZZ, sympy.QQ) for each in (numerator, denominator)):
        raise NotShown(f"{function} has coefficients that are not rational")
    if _inside(denominator, on):
        raise NotShown(f"{function} has a pole for {x} in its range")
    if numerator.is_zero:
        return [0]
    roots = _inside(numerator, on)
    signs: list[int] = []
    for point in on.points(roots):
        value = numerator.eval(point) * denominator.eval(point)
        sign = 0 if point in roots else int(sympy.sign(value))
        if not signs or signs[-1] != sign:
            signs.append(sign)
    return signs


def _inside(polynomial: Any, on: Interval) -> list[Expr]:
    """The roots in the interval, in order."""
    if polynomial.degree() < 1:
        return []
    roots = sorted(set(polynomial.real_roots()))
    return [
        root
        for root in roots
        if (on.low is None or root > on.low or (root == on.low and on.closed_low))
        and (on.high is None or root < on.high or (root == on.high and on.closed_high))
    ]


def require_nonnegative(function: Expr, range_: Iterable[Boolean]) -> None:
    """Raise NotShown unless the rational function of at most one variable is ≥ 0 on the range."""
    _require(function, list(range_), {0, 1}, "≥ 0")


def require_positive(function: Expr, range_: Iterable[Boolean]) -> None:
    """Raise NotShown unless the rational function of at most one variable is > 0 on the range."""
    _require(function, list(range_), {1}, "> 0")


def _require(function: Expr, range_: list[Boolean], allowed: set[int], words: str) -> None:
    function = sympy.cancel(sympy.together(function))
    variables = sorted(function.free_symbols, key=str)
    if len(variables) > 1:
        raise NotShown(f"the sign of {function} depends on several variables")
    if variables:
        signs = set(changes_of_sign(function, variables[0], interval(variables[0], range_)))
    else:
        signs = {int(sympy.sign(function))}
    if not signs <= allowed:
        raise NotShown(f"{function} is not {words} on the whole range")
