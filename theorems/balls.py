"""Numbers that are known exactly or enclosed in a ball, and the expressions that are made of them.

A number here is a rational (`fmpq`) wherever the arithmetic stays rational, and otherwise a ball (`arb`): an
interval that certainly contains it, at the working precision `flint.ctx.prec`. Nothing is ever rounded to a
point.

`translate` turns sympy expressions into one Python function over such numbers, made once and called for every
game. `NormalForms` finds out what balls cannot: that two expressions are equal. It writes an expression as a
quotient of polynomials in logarithms, roots and exponentials of pairwise coprime integers, where
log(8)/log(2) becomes 3.
"""

import functools
import math
import numbers
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, ctx, fmpq, fmpz

Number: TypeAlias = fmpq | arb

EXACT_BITS = 2**16
"""Powers of rationals are exact up to this many bits, and balls beyond."""

NORMAL_FORM_BITS = 2**22
"""A power of a rational that a normal form works out has at most so many bits."""

NORMAL_FORM_TERMS = 400
"""A polynomial of a normal form has at most so many terms."""

ZERO, ONE = fmpq(0), fmpq(1)


class DomainError(ValueError):
    """An expression has no real value at the given numbers, or a number breaks what its symbol demands."""


class UndefinedError(ArithmeticError):
    """Says why an operation has no real value. `expression` is the one that has none, where that is known."""

    def __init__(self, reason: str, expression: Any = None) -> None:
        super().__init__(reason)
        self.expression = expression


class OutOfReachError(Exception):
    """An expression for which no normal form is found: too large, or of a kind that is not covered."""


def exact(value: Any, name: str) -> fmpq:
    """The rational that `value` is; a float is the dyadic rational that it is.

    Takes int, Fraction, float, Decimal, the integers and floats of numpy, the rationals of sympy and flint.
    `name` is what errors call it. Raises TypeError for anything else (True is no number), DomainError for
    infinities and NaN.
    """
    kind = type(value)
    if kind is int:
        return fmpq(value)
    if kind is float and math.isfinite(value):
        return fmpq(*value.as_integer_ratio())
    if kind is Fraction or (isinstance(value, numbers.Rational) and kind is not bool):
        return fmpq(int(value.numerator), int(value.denominator))
    if isinstance(value, fmpq | fmpz):
        return fmpq(value)
    if kind is bool or not hasattr(value, "as_integer_ratio"):
        raise TypeError(f"{name} = {value!r} is a {kind.__name__}, no exact number; give an int, a Fraction or a float")
    try:
        numerator, denominator = value.as_integer_ratio()
    except (ValueError, OverflowError):
        raise DomainError(f"{name} = {value!r} is not finite; only numbers can be compared") from None
    return fmpq(int(numerator), int(denominator))


def fraction(number: fmpq) -> Fraction:
    """The same rational as a Fraction."""
    return Fraction(int(number.p), int(number.q))


def nearest_float(number: Number) -> float:
    """The float next to the number or the ball's middle; ±inf beyond the floats, nan for a boundless ball."""
    if isinstance(number, arb):
        return float(number.mid()) if number.is_finite() else math.nan
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def sign_of_difference(left: Number, right: Number) -> int | None:
    """The sign of left − right, or None where the balls overlap."""
    if left < right:
        return -1
    if left > right:
        return 1
    return 0 if left == right else None  # balls are equal only where both are points


# Operations, each as exact as its arguments allow. Where a ball straddles the border of the domain, arb
# answers with NaN, which decides nothing; where it lies outside for certain, they raise UndefinedError.


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
    """base**exponent for a fraction that is no integer; exact where base is a perfect power."""
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


def shown(number: Number) -> str:
    """A number for an error message: exact where that is short."""
    if isinstance(number, arb):
        return str(number.str(5, radius=False))
    if number.height_bits() > 128:
        return f"(a number of {number.height_bits()} bits)"
    return str(number)


# From sympy to a function.

Evaluate: TypeAlias = Callable[..., tuple[Number, ...]]

OPERATIONS: Mapping[str, Any] = {
    "logarithm": logarithm,
    "exponential": exponential,
    "power": power,
    "maximum": maximum,
    "minimum": minimum,
    "pi": arb.pi,
}


def translate(expressions: Iterable[Any], symbols: Sequence[Any]) -> Evaluate:
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
    """The Python source of expressions: `names` of the symbols, `scope` of everything else."""

    def __init__(self, names: Mapping[Any, str]) -> None:
        import sympy

        self.sympy: Any = sympy
        self.names = names
        self.scope: dict[str, Any] = dict(OPERATIONS)

    def source(self, expression: Any) -> str:
        """Source of the expression; an irrational constant is computed once for every precision."""
        if expression.free_symbols or is_rational(expression):
            return self.operation(expression)
        constant: Evaluate = eval(f"lambda: {self.operation(expression)}", self.scope)
        return f"{self.name(once_per_precision(constant))}()"

    def name(self, value: Any) -> str:
        """A name for the value in the function's scope."""
        name = f"c{len(self.scope)}"
        self.scope[name] = value
        return name

    def operation(self, expression: Any) -> str:
        sympy = self.sympy
        if expression.is_Symbol:
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
        functions |= {sympy.Max: "maximum", sympy.Min: "minimum"}
        if expression.func not in functions:
            raise unsupported(expression)
        return f"{functions[expression.func]}({', '.join(map(self.source, expression.args))})"

    def product(self, factors: Iterable[Any]) -> str:
        above, below = [], []
        for factor in rational_first(factors):
            if factor.is_Pow and factor.exp.is_Rational and factor.exp < 0:
                below.append(self.source(factor.base**-factor.exp))
            elif factor is not self.sympy.S.NegativeOne:
                above.append(self.source(factor))
        sign = "-" if self.sympy.S.NegativeOne in factors else ""
        product = sign + (" * ".join(above) or self.name(ONE))
        return f"({product} / ({' * '.join(below)}))" if below else f"({product})"

    def power(self, expression: Any) -> str:
        base, exponent = expression.args
        if exponent == -1:
            return f"({self.name(ONE)} / {self.source(base)})"
        if exponent.is_Integer and 0 < exponent <= 4:
            return f"({self.source(base)}**{exponent})"
        return f"power({self.source(base)}, {self.source(exponent)})"


def once_per_precision(constant: Callable[[], Number]) -> Callable[[], Number]:
    """The constant, remembered for every working precision."""
    known: dict[int, Number] = {}

    def value() -> Number:
        precision = ctx.prec
        if precision not in known:
            known[precision] = constant()
        return known[precision]

    return value


def rational_first(expressions: Iterable[Any]) -> list[Any]:
    """The expressions with the rational ones in front, so that these meet as rationals and not as balls."""
    return sorted(expressions, key=lambda each: not is_rational(each))


def is_rational(expression: Any) -> bool:
    """Whether rational arithmetic evaluates it: it has no logarithm, root or exponent that varies."""
    if expression.is_Pow:
        return bool(expression.exp.is_Integer) and is_rational(expression.base)
    if expression.func.__name__ in ("log", "exp"):
        return False
    return (
        all(map(is_rational, expression.args))
        if expression.args
        else bool(expression.is_Symbol or expression.is_Rational)
    )


def unsupported(expression: Any) -> ValueError:
    """What to say of an expression that cannot be decided."""
    if expression.is_Float:
        return ValueError(f"{expression} is a float inside a relation, which is not exact; write Rational(p, q)")
    if expression.is_number and not expression.is_finite:
        return ValueError(f"{expression} is no real number; a relation compares real numbers")
    return ValueError(
        f"{expression} cannot be decided: only + - * / powers, log, exp, roots, pi, Abs, Min, Max, floor and "
        "ceiling can; work it out beforehand and give it as a symbol of its own"
    )


# Normal forms.

Atom: TypeAlias = tuple[Any, ...]
"""What a monomial multiplies: ("root", b) is b itself, ("log", b) its logarithm, for an integer b > 1 of the
coprime base; ("exp", m) is e to the monomial m; ("pi",); ("log of", …) and ("sum", …) stand for what is not
taken apart."""

Monomial: TypeAlias = frozenset[tuple[Atom, int | Fraction]]
"""A product of atoms with exponents; those of a root lie in [0, 1) where that is feasible."""

Polynomial: TypeAlias = dict[Monomial, fmpq]

UNIT: Monomial = frozenset()


@dataclass(frozen=True)
class Form:
    """A quotient of polynomials. A denominator of one term is divided out and leaves 1."""

    above: Polynomial
    below: Polynomial

    @property
    def constant(self) -> fmpq | None:
        """Its value where that is visibly rational."""
        if self.below != {UNIT: ONE} or self.above.keys() - {UNIT}:
            return None
        return self.above.get(UNIT, ZERO)

    @property
    def term(self) -> tuple[Monomial, fmpq] | None:
        """Its monomial and coefficient where it is a single term, of atoms that are positive for certain."""
        if self.below != {UNIT: ONE} or len(self.above) != 1:
            return None
        ((monomial, coefficient),) = self.above.items()
        if any(atom[0] == "log of" for atom, _ in monomial):
            return None
        return monomial, coefficient

    @property
    def key(self) -> Atom:
        """The form as something hashable."""
        return frozenset(self.above.items()), frozenset(self.below.items())


def rational_form(value: fmpq) -> Form:
    """A rational as a form."""
    return Form({UNIT: value} if value != ZERO else {}, {UNIT: ONE})


def monomial_form(exponents: Mapping[Atom, int | Fraction], coefficient: fmpq = ONE) -> Form:
    """A product of powers of atoms as a form."""
    monomial, factor = reduced(exponents)
    return Form({monomial: coefficient * factor}, {UNIT: ONE})


def reduced(exponents: Mapping[Atom, int | Fraction]) -> tuple[Monomial, fmpq]:
    """The product of powers of atoms as a monomial and a coefficient: 2**(5/2) is 4 times 2**(1/2)."""
    coefficient, kept = ONE, []
    for atom, exponent in exponents.items():
        if atom[0] == "root":
            whole = math.floor(exponent)
            if abs(whole) * int(atom[1]).bit_length() <= NORMAL_FORM_BITS:
                coefficient *= fmpq(atom[1]) ** whole
                exponent -= whole
        if exponent != 0:
            kept.append((atom, exponent))
    return frozenset(kept), coefficient


def add(left: Form, right: Form) -> Form:
    """left + right."""
    if left.below == right.below:
        return quotient(plus(left.above, right.above), left.below)
    above = plus(times(left.above, right.below), times(right.above, left.below))
    return quotient(above, times(left.below, right.below))


def multiply(left: Form, right: Form) -> Form:
    """left * right."""
    return quotient(times(left.above, right.above), times(left.below, right.below))


def plus(left: Polynomial, right: Polynomial) -> Polynomial:
    """left + right."""
    result = dict(left)
    for monomial, coefficient in right.items():
        result[monomial] = result.get(monomial, ZERO) + coefficient
    return {monomial: coefficient for monomial, coefficient in result.items() if coefficient != ZERO}


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """left * right. Raises OutOfReachError where that might have too many terms."""
    if len(left) * len(right) > NORMAL_FORM_TERMS:
        raise OutOfReachError
    result: Polynomial = {}
    for first, a in left.items():
        for second, b in right.items():
            monomial, factor = product_of_monomials(first, second)
            result[monomial] = result.get(monomial, ZERO) + a * b * factor
    return {monomial: coefficient for monomial, coefficient in result.items() if coefficient != ZERO}


def product_of_monomials(left: Monomial, right: Monomial) -> tuple[Monomial, fmpq]:
    """left * right as a monomial and a coefficient."""
    if not left or not right:
        return left or right, ONE
    exponents = dict(left)
    for atom, exponent in right:
        exponents[atom] = exponents.get(atom, 0) + exponent
    return reduced(exponents)


def quotient(above: Polynomial, below: Polynomial) -> Form:
    """above/below, divided out where `below` is one term or a rational multiple of `above`."""
    if not above:
        return rational_form(ZERO)
    if len(below) == 1:
        ((monomial, coefficient),) = below.items()
        if not monomial:
            return Form({each: value / coefficient for each, value in above.items()}, {UNIT: ONE})
        inverse, factor = reduced({atom: -exponent for atom, exponent in monomial})
        return Form(times(above, {inverse: factor / coefficient}), {UNIT: ONE})
    if above.keys() == below.keys():
        ratios = {above[monomial] / below[monomial] for monomial in below}
        if len(ratios) == 1:
            return rational_form(ratios.pop())
    return Form(above, below)


def primitive_part(form: Form) -> tuple[fmpq, Form]:
    """The form as a positive rational and a form with coprime integers for coefficients, above and below."""
    contents = [functools.reduce(fmpq.gcd, each.values(), ZERO) for each in (form.above, form.below)]
    above, below = (
        {monomial: value / content for monomial, value in each.items()}
        for each, content in zip((form.above, form.below), contents, strict=True)
    )
    return contents[0] / contents[1], Form(above, below)


class BaseRefined(Exception):
    """The coprime base became finer: forms made over the old one no longer hold good."""


class NormalForms:
    """The normal forms of expressions at given values of their symbols (`values`).

    Two forms that are equal prove that the numbers are equal. Where they differ nothing is concluded,
    although for sums of roots, or of logarithms, of coprime integers the numbers then differ too.

    `sign` tells the sign of an expression, or None: needed where a form cannot tell (Max, Min, Abs, and
    whether a sum of logarithms may stand below a fraction line). It raises UndefinedError where there is no
    real value.
    """

    def __init__(self, values: Mapping[Any, fmpq], sign: Callable[[Any], int | None]) -> None:
        import sympy

        self.sympy: Any = sympy
        self.values = values
        self.decide_sign = sign
        self.base: list[int] = []

    def of(self, expression: Any) -> Form:
        """The form of the expression. Raises OutOfReachError where it has none that we find."""
        while True:
            try:
                return self.form(expression)
            except BaseRefined:
                continue

    def form(self, expression: Any) -> Form:
        sympy = self.sympy
        if expression.is_Symbol:
            return rational_form(self.values[expression])
        if expression.is_Rational:
            return rational_form(fmpq(int(expression.p), int(expression.q)))
        if expression is sympy.pi:
            return monomial_form({("pi",): 1})
        if expression is sympy.E:
            return self.exponential(rational_form(ONE))
        if expression.is_Add:
            return self.fold(add, expression.args)
        if expression.is_Mul:
            return self.fold(multiply, expression.args)
        if expression.is_Pow:
            return self.power(*expression.args)
        if expression.func is sympy.exp:
            return self.exponential(self.form(expression.args[0]))
        if expression.func is sympy.log:
            return self.logarithm(expression.args[0])
        if expression.func is sympy.Abs:
            inner = expression.args[0]
            return multiply(rational_form(fmpq(self.sign(inner))), self.form(inner))
        if expression.func in (sympy.Max, sympy.Min):
            wanted = 1 if expression.func is sympy.Max else -1
            chosen = expression.args[0]
            for other in expression.args[1:]:
                chosen = other if self.sign(other - chosen) == wanted else chosen
            return self.form(chosen)
        raise OutOfReachError

    def fold(self, operation: Callable[[Form, Form], Form], expressions: Sequence[Any]) -> Form:
        result = self.form(expressions[0])
        for expression in expressions[1:]:
            result = operation(result, self.form(expression))
        return result

    def sign(self, expression: Any) -> int:
        sign = self.decide_sign(expression)
        if sign is None:
            raise OutOfReachError
        return sign

    def power(self, base: Any, exponent: Any) -> Form:
        degree = self.form(exponent)
        number = degree.constant
        if number is not None and number.q == 1:
            return self.integer_power(base, int(number.p))
        form = self.form(base)
        if form.term is None:
            sign = self.sign(base)
            if sign < 0:
                raise UndefinedError("a negative number has integer powers only", base**exponent)
            if sign == 0:
                return self.power_of_zero(base, exponent)
        if number is None:
            return self.exponential(multiply(degree, self.logarithm(base)))
        if form.term is None:
            content, primitive = primitive_part(form)
            outside = self.power_of_term(UNIT, content, fraction(number))
            return multiply(outside, monomial_form({("sum", primitive.key): fraction(number)}))
        if form.term[1] < 0:
            raise UndefinedError("a negative number has integer powers only", base**exponent)
        return self.power_of_term(*form.term, fraction(number))

    def power_of_term(self, monomial: Monomial, coefficient: fmpq, exponent: Fraction | int) -> Form:
        exponents = {atom: each * exponent for atom, each in monomial}
        if exponent.denominator == 1:
            whole = int(exponent)
            if coefficient < 0:
                coefficient, sign = -coefficient, (-ONE) ** (whole % 2)
            else:
                sign = ONE
            if abs(whole) * coefficient.height_bits() <= NORMAL_FORM_BITS:
                return monomial_form(exponents, sign * coefficient**whole)
        else:
            sign = ONE
        for integer, multiplicity in self.factors(coefficient).items():
            root: Atom = ("root", integer)
            exponents[root] = exponents.get(root, 0) + multiplicity * exponent
        return monomial_form(exponents, sign)

    def power_of_zero(self, base: Any, exponent: Any) -> Form:
        if self.sign(exponent) < 0:
            raise UndefinedError("division by zero", base**exponent)
        return rational_form(ZERO if self.sign(exponent) else ONE)

    def integer_power(self, base: Any, exponent: int) -> Form:
        form = self.form(base)
        if exponent < 0 and form.term is None and self.sign(base) == 0:
            raise UndefinedError("division by zero", base**exponent)
        if form.term is not None:
            return self.power_of_term(*form.term, exponent)
        if exponent < 0:
            form, exponent = quotient(form.below, form.above), -exponent
        result = rational_form(ONE)
        for bit in bin(exponent)[2:]:
            result = multiply(result, result)
            if bit == "1":
                result = multiply(result, form)
            if any(each.height_bits() > EXACT_BITS for each in result.above.values()):
                raise OutOfReachError
        return result

    def exponential(self, form: Form) -> Form:
        if form.below != {UNIT: ONE}:
            raise OutOfReachError
        exponents: dict[Atom, int | Fraction] = {}
        for monomial, coefficient in form.above.items():
            atom: Atom = ("exp", monomial)
            if len(monomial) == 1:
                (((kind, *inner), exponent),) = monomial
                if kind == "log" and exponent == 1:
                    atom = ("root", *inner)  # e to the log of b is b
            exponents[atom] = fraction(coefficient)
        return monomial_form(exponents)

    def logarithm(self, argument: Any) -> Form:
        form = self.form(argument)
        if form.term is None:
            if self.sign(argument) <= 0:
                raise UndefinedError("only a positive number has a logarithm", self.sympy.log(argument))
            return monomial_form({("log of", form.key): 1})
        monomial, coefficient = form.term
        if coefficient < 0:
            raise UndefinedError("only a positive number has a logarithm", self.sympy.log(argument))
        result = rational_form(ZERO)
        for integer, multiplicity in self.factors(coefficient).items():
            result = add(result, monomial_form({("log", integer): 1}, fmpq(multiplicity)))
        for atom, exponent in monomial:
            multiple = fmpq(exponent.numerator, exponent.denominator)
            if atom[0] == "root":
                result = add(result, monomial_form({("log", atom[1]): 1}, multiple))
            elif atom[0] == "exp":
                result = add(result, Form({atom[1]: multiple}, {UNIT: ONE}))
            else:
                result = add(result, monomial_form({("log of", atom): 1}, multiple))
        return result

    def factors(self, positive: fmpq) -> dict[int, int]:
        """The positive rational as a product of powers of the base; BaseRefined where that was too coarse."""
        result: dict[int, int] = {}
        for direction, integer in ((1, int(positive.p)), (-1, int(positive.q))):
            rest = integer
            for each in self.base:
                multiplicity, rest = divided_out(rest, each)
                if multiplicity:
                    result[each] = direction * multiplicity
            if rest > 1:
                self.base = refined(self.base, rest)
                raise BaseRefined
        return result


def divided_out(number: int, divisor: int) -> tuple[int, int]:
    """How often the divisor (> 1) divides the number (> 0), and what then remains."""
    if number % divisor:
        return 0, number
    halves, rest = divided_out(number, divisor * divisor)
    if rest % divisor:
        return 2 * halves, rest
    return 2 * halves + 1, rest // divisor


def refined(base: Sequence[int], integer: int) -> list[int]:
    """Coprime integers, none a perfect power, of which `integer` and the elements of `base` are products.

    Greatest common divisors suffice: nothing is factored, so that integers of any size will do.
    """
    pending, result = [integer], list(base)
    while pending:
        number = without_powers(pending.pop())
        for index, each in enumerate(result):
            common = math.gcd(each, number)
            if common > 1:
                if each != number:
                    del result[index]
                    pending += [part for part in (each // common, number // common, common) if part > 1]
                break
        else:
            result.append(number)
    return result


def without_powers(integer: int) -> int:
    """The least integer of which the integer (> 1) is a power."""
    number = fmpz(integer)
    while number.is_perfect_power():
        degree = next(d for d in range(2, number.bit_length() + 1) if number.root(d) ** d == number)
        number = number.root(degree)
    return int(number)
