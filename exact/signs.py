"""The sign of a rational function on an interval, by exact root counts; samples are taken only between known roots.

For several variables, or with exponentials, the sign is derived from factors and the signs of coefficients. If that is
not enough, nothing is shown.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

import sympy
from sympy import Expr, Poly, Symbol
from sympy.logic.boolalg import Boolean


class NotShown(ValueError):
    """A statement was not shown: it is false, or beyond the method."""


@dataclass(frozen=True)
class Interval:
    """From `low` to `high`, each None if unbounded; `closed_low` and `closed_high` include the ends."""

    low: Expr | None
    high: Expr | None
    closed_low: bool = True
    closed_high: bool = True

    def points(self, inner: list[Expr]) -> list[Expr]:
        """The inner points in order, with the ends and one point of every gap between them."""
        ends = [self.low if self.low is not None else (inner[0] if inner else sympy.Integer(0)) - 1]
        ends += [self.high if self.high is not None else (inner[-1] if inner else ends[0]) + 1]
        marks = [ends[0], *inner, ends[1]]
        gaps = [(p + q) / 2 for p, q in itertools.pairwise(marks)]
        points = [ends[0]] if self.low is None or self.closed_low else []
        points += [point for pair in zip(gaps, [*inner, gaps[-1]], strict=True) for point in pair]
        points += [ends[1]] if self.high is None or self.closed_high else []
        return points


def interval(x: Symbol, relations: Iterable[Boolean]) -> Interval:
    """The interval that the relations leave to x; relations in other variables are ignored."""
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
    """The signs that the rational function takes on the interval, in order, without repetitions; 0 at its roots.

    Raises NotShown if it is not a rational function of x, or has a pole there.
    """
    above, below = sympy.fraction(sympy.together(function))
    try:
        numerator, denominator = sympy.Poly(above, x), sympy.Poly(below, x)
    except sympy.PolynomialError:
        raise NotShown(f"{function} is not a rational function of {x}") from None
    if not all(polynomial.domain in (sympy.ZZ, sympy.QQ) for polynomial in (numerator, denominator)):
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


def _inside(polynomial: Poly, on: Interval) -> list[Expr]:
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
    """Raise NotShown unless the rational function, of variables and exponentials of them, is ≥ 0 on the range."""
    _require(function, list(range_), strictly=False)


def require_positive(function: Expr, range_: Iterable[Boolean]) -> None:
    """Raise NotShown unless the rational function, of variables and exponentials of them, is > 0 on the range."""
    _require(function, list(range_), strictly=True)


def _require(function: Expr, range_: list[Boolean], *, strictly: bool) -> None:
    words = "> 0" if strictly else "≥ 0"
    function = sympy.cancel(sympy.together(function))
    variables = sorted(function.free_symbols, key=str)
    if len(variables) > 1 or function.has(sympy.exp):
        if _by_factors(function, range_, strictly=strictly) < strictly:
            raise NotShown(f"{function} is not {words} on the whole range")
        return
    if variables:
        signs = set(changes_of_sign(function, variables[0], interval(variables[0], range_)))
    else:
        signs = {int(sympy.sign(function))}
    if not signs <= ({1} if strictly else {0, 1}):
        raise NotShown(f"{function} is not {words} on the whole range")


# ---- several variables ----


def _by_factors(function: Expr, range_: list[Boolean], *, strictly: bool) -> int:
    """The sign of a rational function on a range, factor by factor.

    Even powers are ignored; the signs of the other factors come from their coefficients. Raises NotShown.
    """
    rational, boxes = _without_exponentials(function, range_)
    sign = 1
    for part, never_zero in zip(sympy.fraction(sympy.cancel(sympy.together(rational))), (strictly, True), strict=True):
        number, factors = sympy.factor_list(part)
        sign *= int(sympy.sign(number))
        for factor, power in factors:
            if power % 2 or never_zero:
                sign *= _of_coefficients(factor, boxes, strictly=never_zero) ** power
    return sign


def _without_exponentials(function: Expr, range_: list[Boolean]) -> tuple[Expr, dict[Symbol, Interval]]:
    """The function with a positive variable for each exponential, and the interval of every variable."""
    boxes = {x: interval(x, range_) for x in function.free_symbols}
    multiples: dict[Symbol, list[tuple[Expr, Expr]]] = {}
    for exponential in function.atoms(sympy.exp):
        multiple, x = exponential.args[0].as_coeff_Mul()
        if not (x.is_Symbol and multiple.is_Rational):
            raise NotShown(f"{exponential} is not an exponential of a multiple of one variable")
        multiples.setdefault(x, []).append((exponential, multiple))
    for x, powers in multiples.items():
        raised = sympy.Dummy(f"e^{x}")
        boxes[raised] = Interval(sympy.Integer(0), None, closed_low=False)
        parts = sympy.ilcm(1, *(multiple.q for _, multiple in powers))
        function = function.xreplace({exponential: raised ** (multiple * parts) for exponential, multiple in powers})
    return function, boxes


def _of_coefficients(polynomial: Expr, boxes: dict[Symbol, Interval], *, strictly: bool) -> int:
    """The common sign of all coefficients after every variable is written in one that starts at 0.

    With a single variable, the sign comes from its roots. Raises NotShown.
    """
    if len(polynomial.free_symbols) == 1:
        (x,) = polynomial.free_symbols
        signs = set(changes_of_sign(polynomial, x, boxes[x])) - (set() if strictly else {0})
        if len(signs) == 1 and signs != {0}:
            return signs.pop()
        raise NotShown(f"the sign of {polynomial} changes")
    for sign in (1, -1):
        if _is_positive(sign * polynomial, boxes, strictly=strictly):
            return sign
    text = str(polynomial).replace("_e^", "e^")
    raise NotShown(f"the sign of {text} is not seen from its coefficients")


def _is_positive(polynomial: Expr, boxes: dict[Symbol, Interval], *, strictly: bool) -> bool:
    """low + v for x ≥ low, high − v for x ≤ high, (low + high·v)/(1 + v) for low ≤ x < high; and x = high by itself."""
    written, variables, above = polynomial, [], set()
    for x in polynomial.free_symbols:
        on = boxes[x]
        if on.low is None and on.high is None:
            return False
        v = sympy.Dummy("v")
        variables.append(v)
        if on.low is None:
            written, inside = written.subs(x, on.high - v), on.closed_high
        elif on.high is None:
            written, inside = written.subs(x, on.low + v), on.closed_low
        else:
            written, inside = written.subs(x, (on.low + on.high * v) / (1 + v)), on.closed_low
            if strictly and on.closed_high and not _is_positive(polynomial.subs(x, on.high), boxes, strictly=True):
                return False
        above |= set() if inside else {v}
    numerator = sympy.fraction(sympy.together(written))[0]  # the denominator is a power of 1 + v
    if not variables:
        return bool(numerator > 0) if strictly else bool(numerator >= 0)
    terms = sympy.Poly(numerator, *variables).as_dict()
    if any(not coefficient.is_Rational or coefficient < 0 for coefficient in terms.values()):
        return False
    free = [{v for v, power in zip(variables, powers, strict=True) if power} <= above for powers in terms]
    return any(free) if strictly else True
