"""The sign of left − right, for two expressions at exact numbers: rationals, balls of growing precision, normal forms.

Floors and ceilings are settled first. `exact.decide` turns signs into decisions.
"""

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from learncheck.exact.balls import (
    ZERO,
    DomainError,
    Evaluate,
    Number,
    UndefinedError,
    is_rational,
    shown,
    sign_of_difference,
    translate,
)

if TYPE_CHECKING:
    from sympy import Expr, Symbol


FIRST_PRECISION = 64
MAX_PRECISION = 2**14
"""The precision, in bits, at which the search for a decision ends."""

ENOUGH_FOR_BALLS = 2**9
"""The precision, in bits, beyond which values that are themselves balls give no more information."""

REMEMBERED = 4096
"""The number of games for which a relation remembers what was decided, and a difference its constant."""

REPORT_PRECISIONS = (2**7, 2**10)
"""The precisions, in bits, at which the search for a float begins and ends."""


class Difference:
    """left − right, whose sign is wanted. Its floors and ceilings (`roundings`) are settled first."""

    def __init__(self, left: "Expr", right: "Expr", symbols: "tuple[Symbol, ...]") -> None:
        import sympy

        sides = sympy.Tuple(left, right)
        self.symbols = symbols
        self.roundings: list[Rounding] = []
        while innermost := innermost_rounding(sides):
            rounding = Rounding(innermost, self.symbols)
            sides = sides.xreplace({innermost: rounding.symbol})
            self.symbols += (rounding.symbol,)
            self.roundings.append(rounding)
        self.left, self.right = sides
        self.gap = sympy.Add(self.left, -self.right, evaluate=False)
        self.evaluate = translate(sides, self.symbols)
        self.rational = not self.roundings and is_rational(self.left) and is_rational(self.right)
        self.by_rows = functools.cache(self._by_rows)
        self.gap_at = functools.lru_cache(REMEMBERED)(functools.partial(self.constant, self.gap))

    def _by_rows(self, varying: tuple[int, ...]) -> tuple[Evaluate, Evaluate, bool]:
        """How to evaluate both sides many times when only some of the symbols (by their indices) vary.

        The first function computes, from the numbers of all symbols, the parts of the sides in which nothing varies.
        The second computes the sides, from the numbers of what varies, of the other symbols, and of those parts. The
        flag says whether the sides are polynomials of low degree, so that integers serve as well as rationals.
        """
        import sympy

        vary = [self.symbols[index] for index in varying]
        rest = [symbol for symbol in self.symbols if symbol not in vary]
        parts: dict[Expr, Symbol] = {}
        for side in (self.left, self.right):
            traversal = sympy.preorder_traversal(side)
            for part in traversal:
                if part.args and not part.free_symbols & set(vary):
                    parts.setdefault(part, sympy.Dummy())
                    traversal.skip()
        sides = [side.xreplace(parts) for side in (self.left, self.right)]
        fixed = translate(parts, self.symbols) if parts else lambda *numbers: ()
        return fixed, translate(sides, [*vary, *rest, *parts.values()]), all(map(is_polynomial, sides))

    def sign(self, numbers: tuple[Number, ...], max_precision: int) -> int | None:
        """-1, 0 or 1 if certain, or None. Raises DomainError if a part has no real value."""
        precision = ctx.prec
        try:
            if self.rational:
                left, right = self.evaluate(*numbers)
                if isinstance(left, fmpq) and isinstance(right, fmpq):
                    return sign_of_difference(left, right)
            settled = self.settle(numbers, max_precision)
            if settled is None:
                return None
            numbers = settled
            return self.climb(numbers, max_precision)
        except (ZeroDivisionError, UndefinedError) as error:
            raise explained(error, (self.left, self.right), self.symbols, numbers) from None
        finally:
            if ctx.prec != precision:
                ctx.prec = precision

    def settle(self, numbers: tuple[Number, ...], max_precision: int) -> tuple[Number, ...] | None:
        """The numbers followed by those of the floors and ceilings; None if one is undecided."""
        for rounding in self.roundings:
            integer = rounding.value(numbers, max_precision)
            if integer is None:
                return None
            numbers += (integer,)
        return numbers

    def climb(self, numbers: tuple[Number, ...], max_precision: int) -> int | None:
        """The sign, from the first precision at which the sides separate, or from the normal form."""
        ctx.prec = bits = min(FIRST_PRECISION, max_precision)
        sign = sign_of_difference(*self.evaluate(*numbers))
        if any(isinstance(number, arb) for number in numbers):
            max_precision = min(max_precision, ENOUGH_FOR_BALLS)
        elif sign is None:
            gap = self.gap_at(numbers, max_precision)
            sign = None if gap is None else sign_of_difference(gap, ZERO)
        while sign is None and bits < max_precision:
            ctx.prec = bits = min(2 * bits, max_precision)
            sign = sign_of_difference(*self.evaluate(*numbers))
        return sign

    def constant(self, expression: "Expr", numbers: tuple[Number, ...], max_precision: int) -> fmpq | None:
        """The rational value of the expression, if its normal form shows one."""
        if any(isinstance(number, arb) for number in numbers):
            return None
        import sympy

        from learncheck.exact.normal_forms import NormalForms, OutOfReachError  # few values are so near

        def sign(part: "Expr") -> int | None:
            return difference(part, sympy.S.Zero, self.symbols).sign(numbers, max_precision)

        try:
            return NormalForms(dict(zip(self.symbols, numbers, strict=True)), sign).of(expression).constant
        except OutOfReachError:
            return None

    def sides(self, numbers: tuple[Number, ...], *, rational: bool = False) -> tuple[Number, Number]:
        """Both sides, accurate enough for a float, NaN if undefined; with `rational`, as rationals if possible."""
        precision = ctx.prec
        try:
            settled = self.settle(numbers, MAX_PRECISION)
            if settled is None:
                return arb.nan(), arb.nan()
            ctx.prec = REPORT_PRECISIONS[0]
            left, right = self.evaluate(*settled)
            return self.side(0, left, settled, rational), self.side(1, right, settled, rational)
        except (ZeroDivisionError, UndefinedError, DomainError):
            return arb.nan(), arb.nan()
        finally:
            ctx.prec = precision

    def side(self, index: int, number: Number, numbers: tuple[Number, ...], rational: bool) -> Number:
        """The left (0) or the right side (1), from its number at first; changes the working precision."""
        ctx.prec = bits = REPORT_PRECISIONS[0]
        if rational or not good_for_a_float(number):
            constant = self.constant((self.left, self.right)[index], numbers, MAX_PRECISION)
            number = number if constant is None else constant
        while not good_for_a_float(number) and bits < REPORT_PRECISIONS[1]:
            ctx.prec = bits = 2 * bits
            number = self.evaluate(*numbers)[index]
        return number


difference = functools.lru_cache(1024)(Difference)


def is_polynomial(expression: "Expr") -> bool:
    """Whether it consists of symbols and rationals, with sums, products and powers that `translate` writes as such."""
    if expression.is_Symbol or expression.is_Rational:
        return True
    if expression.is_Pow:
        return bool(expression.exp.is_Integer and 0 < expression.exp <= 4 and is_polynomial(expression.base))
    return bool((expression.is_Add or expression.is_Mul) and all(map(is_polynomial, expression.args)))


def good_for_a_float(number: Number) -> bool:
    """Whether it is known more precisely than a float."""
    return isinstance(number, fmpq) or number.rel_accuracy_bits() >= 64


def innermost_rounding(expression: "Expr") -> "Expr | None":
    """A floor or ceiling in the expression that contains no other (the first by its text), or None."""
    import sympy

    kinds = sympy.floor, sympy.ceiling
    innermost = (rounding for rounding in expression.atoms(*kinds) if not rounding.args[0].has(*kinds))
    return min(innermost, key=str, default=None)


class Rounding:
    """A floor or ceiling. `symbol` stands for it in the surrounding expression."""

    def __init__(self, rounding: "Expr", symbols: "tuple[Symbol, ...]") -> None:
        import sympy

        self.direction = 1 if isinstance(rounding, sympy.floor) else -1
        self.argument = rounding.args[0]
        self.symbol = sympy.Symbol(str(rounding))
        self.symbols = symbols
        self.evaluate = translate((self.argument,), symbols)
        self.beyond = difference(self.direction * self.argument, self.symbol, (*symbols, self.symbol))

    def value(self, numbers: tuple[Number, ...], max_precision: int) -> fmpq | None:
        """The integer, or None if it is not decided. A ceiling is the negated floor of −x."""
        bits = min(FIRST_PRECISION, max_precision)
        while True:
            ctx.prec = bits
            try:
                (number,) = self.evaluate(*numbers)
            except (ZeroDivisionError, UndefinedError) as error:
                raise explained(error, (self.argument,), self.symbols, numbers) from None
            number *= self.direction
            if isinstance(number, fmpq):
                return self.direction * fmpq(number.floor())
            if number.is_finite() and number.abs_upper() < 2**max_precision:
                low, high = floor(number.lower()), floor(number.upper())
                if low == high:
                    return self.direction * low
                if low + 1 == high:
                    sign = self.beyond.sign((*numbers, high), max_precision)
                    return None if sign is None else self.direction * (low if sign < 0 else high)
            if bits >= max_precision:
                return None
            bits = min(2 * bits, max_precision)


def floor(point: arb) -> fmpq:
    """The floor of a ball that is a point."""
    return fmpq(point.floor().unique_fmpz())


def explained(
    error: ArithmeticError, expressions: "Iterable[Expr]", symbols: "tuple[Symbol, ...]", numbers: tuple[Number, ...]
) -> DomainError:
    """The error in terms of the relation's own symbols: the smallest part that has no real value, and where."""
    import sympy

    part = getattr(error, "expression", None)
    if part is None:
        parts = (part for expression in expressions for part in sympy.postorder_traversal(expression) if part.args)
        failures = (failure(part, symbols, numbers) for part in parts)
        part, error = next(filter(None, failures))
    values = dict(zip(symbols, numbers, strict=False))
    named = sorted(part.free_symbols & values.keys(), key=str)
    where = ", ".join(f"{symbol} = {shown(values[symbol])}" for symbol in named)
    reason = str(error) if isinstance(error, UndefinedError) else "division by zero"
    return DomainError(
        f"{part} has no real value{' at ' + where if where else ''} ({reason}); "
        "leave such values out or state the relation without it"
    )


def failure(
    part: "Expr", symbols: "tuple[Symbol, ...]", numbers: tuple[Number, ...]
) -> "tuple[Expr, ArithmeticError] | None":
    """The part with its error, if it cannot be evaluated; else None."""
    try:
        translate((part,), symbols)(*numbers)
    except (ZeroDivisionError, UndefinedError) as error:
        return part, error
    return None
