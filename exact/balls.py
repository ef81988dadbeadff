"""Numbers that are known exactly or enclosed in a ball, and expressions in them.

A number is a rational (`fmpq`) as long as the arithmetic stays rational, and otherwise a ball (`arb`): an interval that
certainly contains it, at the working precision `flint.ctx.prec`. Nothing is ever rounded to a point.

`translate` compiles sympy expressions to one Python function over such numbers, once for all games. Balls cannot show
that two expressions are equal; `exact.normal_forms` does.
"""

import math
import numbers
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from flint import arb, ctx, fmpq, fmpz

if TYPE_CHECKING:
    from sympy import Expr, Rational, Symbol

Number: TypeAlias = fmpq | arb

EXACT_BITS = 2**16
"""Powers of rationals are exact up to this many bits, and balls beyond."""

ZERO, ONE = fmpq(0), fmpq(1)


class DomainError(ValueError):
    """An expression has no real value at the given numbers, or a number violates its symbol's assumptions."""


class UndefinedError(ArithmeticError):
    """An operation has no real value. `expression` is the one without a value, if known."""

    def __init__(self, reason: str, expression: "Expr | None" = None) -> None:
        super().__init__(reason)
        self.expression = expression


def exact(value: object, name: str) -> fmpq:
    """The exact rational value; a float is the dyadic rational that it is.

    Takes int, Fraction, float, Decimal, the integers and floats of numpy, the rationals of sympy and flint. `name` is
    used in error messages. Raises TypeError for anything else (True is not a number), DomainError for infinities and
    NaN.
    """
    kind = type(value)
    if kind is int:
        return fmpq(value)
    if type(value) is float and math.isfinite(value):
        return fmpq(*value.as_integer_ratio())
    if type(value) is Fraction or (isinstance(value, numbers.Rational) and kind is not bool):
        return fmpq(int(value.numerator), int(value.denominator))
    if isinstance(value, fmpq | fmpz):
        return fmpq(value)
    if kind is bool or not hasattr(value, "as_integer_ratio"):
        raise TypeError(f"{name} = {value!r} ({kind.__name__}) is not an exact number; give an int, Fraction or float")
    try:
        numerator, denominator = value.as_integer_ratio()
    except (ValueError, OverflowError):
        raise DomainError(f"{name} = {value!r} is not finite; only numbers can be compared") from None
    return fmpq(int(numerator), int(denominator))


def fraction(number: "fmpq | Rational") -> Fraction:
    """A rational of flint or sympy as a Fraction."""
    return Fraction(int(number.p), int(number.q))


def nearest_float(number: Number) -> float:
    """The float nearest to the number or the ball's midpoint.

    ±inf outside the floats' range, nan for an unbounded ball.
    """
    if isinstance(number, arb):
        return float(number.mid()) if number.is_finite() else math.nan
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def sign_of_difference(left: Number, right: Number) -> int | None:
    """The sign of left − right, or None if the balls overlap."""
    if left < right:
        return -1
    if left > right:
        return 1
    return 0 if left == right else None  # balls compare equal only if both are points


# Operations, each as exact as its arguments allow. If a ball straddles the border of the domain, arb
# returns NaN, which decides nothing; if it certainly lies outside, they raise UndefinedError.


def logarithm(x: Number) -> Number:
    """The natural logarithm."""
    result = arb(x).log()
    if result.is_finite():
        return ZERO if x == ONE else result
    if x <= 0:
        raise UndefinedError(f"there is no logarithm of {shown(x)}")
    return result


def exponential(x: Number) -> Number:
    """e to the power x."""
    return ONE if x == ZERO else arb(x).exp()


def power(base: Number, exponent: Number) -> Number:
    """base**exponent over the reals: 0**0 is 1, and a negative base takes integer exponents only."""
    if isinstance(exponent, fmpq):
        if exponent.q == 1:
            return integer_power(base, int(exponent.p))
        return rational_power(base, exponent)
    if base < 0:
        raise UndefinedError(f"{shown(base)} has no power that is not an integer")
    if base == ZERO:
        if exponent < 0:
            raise UndefinedError("division by zero")
        return ZERO if exponent > 0 else arb.nan()
    return exponential(exponent * logarithm(base))


def integer_power(base: Number, exponent: int) -> Number:
    """base**exponent for an integer exponent of any size."""
    if isinstance(base, arb):
        return base**exponent if base.is_finite() else base
    if base == ZERO and exponent < 0:
        raise UndefinedError("division by zero")
    if abs(exponent) * base.height_bits() <= EXACT_BITS:
        return base**exponent
    if base in (ZERO, ONE, -ONE):
        return base ** (2 - exponent % 2)
    return arb(base) ** exponent


def rational_power(base: Number, exponent: fmpq) -> Number:
    """base**exponent for a fraction that is not an integer; exact if base is a perfect power."""
    if base < 0:
        raise UndefinedError(f"there is no root of {shown(base)}")
    numerator, degree = int(exponent.p), int(exponent.q)
    if isinstance(base, fmpq):
        if base == ZERO and exponent < 0:
            raise UndefinedError("division by zero")
        if base in (ZERO, ONE):
            return base
        root = perfect_root(base, degree)
        if root is not None:
            return integer_power(root, numerator)
    if degree > 64:
        return exponential(exponent * logarithm(base))
    return integer_power(arb(base).sqrt() if degree == 2 else arb(base).root(degree), numerator)


def perfect_root(base: fmpq, degree: int) -> fmpq | None:
    """The positive rational whose power `degree` is base > 0, or None."""
    if base == ONE:
        return base
    if degree > base.height_bits():
        return None
    if degree == 2 and not (base.p.is_square() and base.q.is_square()):
        return None
    root = fmpq(base.p.root(degree), base.q.root(degree))
    return root if root**degree == base else None


def maximum(first: Number, *others: Number) -> Number:
    """The greatest of the numbers."""
    for other in others:
        both = isinstance(first, fmpq) and isinstance(other, fmpq)
        first = max(first, other) if both else arb(first).max(other)
    return first


def minimum(first: Number, *others: Number) -> Number:
    """The least of the numbers."""
    return -maximum(-first, *(-other for other in others))


MOST_TERMS = 100_000
"""The maximum number of terms of a finite sum."""

EXACT_FACTORIALS = 5_000
"""Up to here factorials and harmonic numbers are rationals, and balls beyond."""


def natural(x: Number, what: str) -> int:
    """The integer value. Raises UndefinedError if it is not an integer, or is negative."""
    if not isinstance(x, fmpq) or x.q != 1 or x < 0:
        raise UndefinedError(f"there is no {what} of {shown(x)}, which is not an integer ≥ 0")
    return int(x.p)


def factorial(x: Number) -> Number:
    """x! for an integer x ≥ 0."""
    n = natural(x, "factorial")
    return fmpq(fmpz.fac_ui(n)) if n <= EXACT_FACTORIALS else arb(n + 1).gamma()


def harmonic(x: Number) -> Number:
    """1 + 1/2 + … + 1/x, and 0 for x = 0."""
    n = natural(x, "harmonic number")
    return fmpq.harmonic(n) if n <= EXACT_FACTORIALS else arb(n + 1).digamma() + arb.const_euler()


def binomial(x: Number, y: Number) -> Number:
    """The number of subsets of y elements of a set of x."""
    n, k = natural(x, "binomial"), natural(y, "binomial")
    return ZERO if k > n else fmpq(fmpz.bin_uiui(n, k))


def total(term: Callable[[Number], Number], low: Number, high: Number) -> Number:
    """The sum of the terms at low, low + 1, …, high; 0 if there are none."""
    if not (isinstance(low, fmpq) and isinstance(high, fmpq) and low.q == high.q == 1):
        raise UndefinedError(f"a sum goes from one whole number to another, not from {shown(low)} to {shown(high)}")
    if high - low > MOST_TERMS:
        raise UndefinedError(f"a sum from {shown(low)} to {shown(high)} has more than {MOST_TERMS:,} terms")
    return sum((term(fmpq(index)) for index in range(int(low.p), int(high.p) + 1)), ZERO)


BALL_BITS = 256
"""The precision at which a number is converted to a ball of a given radius."""


def ball(value: object, radius: object) -> arb:
    """The ball of a given radius around a number; both may be numbers of Python, numpy or sympy."""
    with ctx.workprec(BALL_BITS):
        middle, distance = (
            exact(number, "a number") if getattr(number, "is_Rational", True) else translate((number,), ())()[0]
            for number in (value, radius)
        )
        if distance < ZERO:
            raise DomainError(f"an error of {shown(distance)} is less than 0; say how far off a float can be")
        return arb(middle) + arb(0, arb(distance))


def ends(ball: arb) -> tuple[fmpq, fmpq]:
    """The endpoints of a ball, as rationals. Raises DomainError if it is not finite."""
    if not ball.is_finite():
        raise DomainError(f"{ball} is not finite; only numbers can be compared")
    (low, below), (high, above) = ball.lower().man_exp(), ball.upper().man_exp()
    return fmpq(low) * fmpq(2) ** int(below), fmpq(high) * fmpq(2) ** int(above)


def shown(number: Number) -> str:
    """A number for an error message, exact if that is short."""
    if isinstance(number, arb):
        return str(number.str(5, radius=False))
    if number.height_bits() > 128:
        return f"(a number of {number.height_bits()} bits)"
    return str(number)


# From sympy to a function.

Evaluate: TypeAlias = Callable[..., tuple[Number, ...]]

OPERATIONS: Mapping[str, Callable[..., Number]] = {
    "logarithm": logarithm,
    "exponential": exponential,
    "power": power,
    "maximum": maximum,
    "minimum": minimum,
    "factorial": factorial,
    "harmonic": harmonic,
    "binomial": binomial,
    "total": total,
    "pi": arb.pi,
}


def translate(expressions: "Iterable[Expr]", symbols: "Sequence[Symbol]") -> Evaluate:
    """One function from the symbols' numbers, in their order, to the expressions' numbers.

    It works at the precision in force when it is called. Raises ValueError for what has no translation (sine,
    Piecewise, a float: see `unsupported`).
    """
    translation = Translation({symbol: f"x{index}" for index, symbol in enumerate(symbols)})
    sources = [translation.source(expression) for expression in expressions]
    function: Evaluate = eval(  # the source is made here, of names made here
        f"lambda {', '.join(translation.names.values())}: ({', '.join(sources)},)", translation.scope
    )
    return function


class Translation:
    """The Python source of expressions: `names` of the symbols, `scope` for everything else."""

    def __init__(self, names: "Mapping[Symbol, str]") -> None:
        import sympy

        self.sympy = sympy
        self.names = names
        self.scope: dict[str, object] = dict(OPERATIONS)

    def source(self, expression: "Expr") -> str:
        """The source of the expression; an irrational constant is computed once per precision."""
        if expression.free_symbols or is_rational(expression):
            return self.operation(expression)
        constant: Evaluate = eval(f"lambda: {self.operation(expression)}", self.scope)
        return f"{self.name(once_per_precision(constant))}()"

    def name(self, value: object) -> str:
        """A name for the value in the function's scope."""
        name = f"c{len(self.scope)}"
        self.scope[name] = value
        return name

    def operation(self, expression: "Expr") -> str:
        sympy = self.sympy
        if expression.is_Symbol:
            if expression not in self.names:
                raise unsupported(expression)
            return self.names[expression]
        if expression.is_Rational:
            return self.name(fmpq(int(expression.p), int(expression.q)))
        if expression is sympy.pi:
            return "pi()"
        if expression is sympy.E:
            return "exponential(1)"
        if expression.is_Add:
            return "(" + " + ".join(map(self.source, rational_first(expression.args))) + ")"
        if expression.is_Mul:
            return self.product(expression.args)
        if expression.is_Pow:
            return self.power(expression)
        functions = {sympy.log: "logarithm", sympy.exp: "exponential", sympy.Abs: "abs"}
        functions |= {sympy.Max: "maximum", sympy.Min: "minimum", sympy.factorial: "factorial"}
        functions |= {sympy.harmonic: "harmonic", sympy.binomial: "binomial"}
        if expression.func is sympy.Sum and len(expression.limits) == 1:
            return self.sum(expression)
        if expression.func not in functions or (expression.func is sympy.harmonic and len(expression.args) > 1):
            raise unsupported(expression)
        return f"{functions[expression.func]}({', '.join(map(self.source, expression.args))})"

    def sum(self, expression: "Expr") -> str:
        ((index, low, high),) = expression.limits
        inner = Translation({**self.names, index: f"k{len(self.names)}"})
        inner.scope = self.scope
        term = f"lambda {inner.names[index]}: {inner.source(expression.function)}"
        return f"total({term}, {self.source(low)}, {self.source(high)})"

    def product(self, factors: "Iterable[Expr]") -> str:
        above, below = [], []
        for factor in rational_first(factors):
            if factor.is_Pow and factor.exp.is_Rational and factor.exp < 0:
                below.append(self.source(factor.base**-factor.exp))
            elif factor is not self.sympy.S.NegativeOne:
                above.append(self.source(factor))
        sign = "-" if self.sympy.S.NegativeOne in factors else ""
        product = sign + (" * ".join(above) or self.name(ONE))
        return f"({product} / ({' * '.join(below)}))" if below else f"({product})"

    def power(self, expression: "Expr") -> str:
        base, exponent = expression.args
        if exponent == -1:
            return f"({self.name(ONE)} / {self.source(base)})"
        if exponent.is_Integer and 0 < exponent <= 4:
            return f"({self.source(base)}**{exponent})"
        return f"power({self.source(base)}, {self.source(exponent)})"


def once_per_precision(constant: Callable[[], Number]) -> Callable[[], Number]:
    """Memoize the constant for every working precision."""
    memo: dict[int, Number] = {}

    def value() -> Number:
        precision = ctx.prec
        if precision not in memo:
            memo[precision] = constant()
        return memo[precision]

    return value


def rational_first(expressions: "Iterable[Expr]") -> "list[Expr]":
    """The expressions with the rational ones first, so that these are combined as rationals and not as balls."""
    return sorted(expressions, key=lambda expression: not is_rational(expression))


def is_rational(expression: "Expr") -> bool:
    """Whether rational arithmetic evaluates it: it has no logarithm, no root and no variable exponent."""
    if expression.is_Pow:
        return bool(expression.exp.is_Integer) and is_rational(expression.base)
    if expression.func.__name__ in ("log", "exp"):
        return False
    return (
        all(map(is_rational, expression.args))
        if expression.args
        else bool(expression.is_Symbol or expression.is_Rational)
    )


def unsupported(expression: "Expr") -> ValueError:
    """The error for an expression that cannot be decided."""
    if expression.is_Float:
        return ValueError(f"{expression} is a float inside a relation, which is not exact; write Rational(p, q)")
    if expression.is_number and not expression.is_finite:
        return ValueError(f"{expression} is not a real number; a relation compares real numbers")
    return ValueError(
        f"{expression} cannot be decided: only + - * / powers, log, exp, roots, pi, Abs, Min, Max, floor, ceiling, "
        "factorial, binomial, harmonic and Sum can; work it out beforehand and give it as a symbol of its own"
    )
