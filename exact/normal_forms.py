"""Normal forms of expressions, which show what balls cannot: that two expressions are equal.

`NormalForms` writes an expression as a quotient of polynomials in logarithms, roots and exponentials of pairwise
coprime integers, where log(8)/log(2) becomes 3.
"""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import fmpq, fmpz

from learncheck.exact.balls import EXACT_BITS, ONE, ZERO, UndefinedError, fraction, is_rational, translate

if TYPE_CHECKING:
    from sympy import Expr, Symbol

NORMAL_FORM_BITS = 2**22
"""The maximum number of bits of a power of a rational in a normal form."""

NORMAL_FORM_TERMS = 400
"""The maximum number of terms of a polynomial in a normal form."""


class OutOfReachError(Exception):
    """An expression for which no normal form is found: too large, or of a kind that is not covered."""


Atom: TypeAlias = tuple[Any, ...]
"""A factor of a monomial: ("root", b) is b itself, ("log", b) its logarithm, for an integer b > 1 of the coprime base;
("exp", m) is e to the monomial m; ("pi",) is π; ("log of", …) and ("sum", …) stand for terms that are not decomposed.
"""

Monomial: TypeAlias = frozenset[tuple[Atom, int | Fraction]]
"""A product of atoms with exponents; those of a root lie in [0, 1) where that is feasible."""

Polynomial: TypeAlias = dict[Monomial, fmpq]

UNIT: Monomial = frozenset()


@dataclass(frozen=True)
class Form:
    """A quotient of polynomials. A denominator of one term is divided out, leaving 1."""

    above: Polynomial
    below: Polynomial

    @property
    def constant(self) -> fmpq | None:
        """Its value if it is visibly rational, else None."""
        if self.below != {UNIT: ONE} or self.above.keys() - {UNIT}:
            return None
        return self.above.get(UNIT, ZERO)

    @property
    def term(self) -> tuple[Monomial, fmpq] | None:
        """Its monomial and coefficient if it is a single term of atoms that are certainly positive, else None."""
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
    coefficient, rest = ONE, []
    for atom, exponent in exponents.items():
        if atom[0] == "root":
            whole = math.floor(exponent)
            if abs(whole) * int(atom[1]).bit_length() <= NORMAL_FORM_BITS:
                coefficient *= fmpq(atom[1]) ** whole
                exponent -= whole
        if exponent != 0:
            rest.append((atom, exponent))
    return frozenset(rest), coefficient


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
    """left * right. Raises OutOfReachError if that might have too many terms."""
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
    """above/below, divided out if `below` is a single term or a rational multiple of `above`."""
    if not above:
        return rational_form(ZERO)
    if len(below) == 1:
        ((monomial, coefficient),) = below.items()
        if not monomial:
            return Form({monomial: value / coefficient for monomial, value in above.items()}, {UNIT: ONE})
        inverse, factor = reduced({atom: -exponent for atom, exponent in monomial})
        return Form(times(above, {inverse: factor / coefficient}), {UNIT: ONE})
    if above.keys() == below.keys():
        ratios = {above[monomial] / below[monomial] for monomial in below}
        if len(ratios) == 1:
            return rational_form(ratios.pop())
    return Form(above, below)


def primitive_part(form: Form) -> tuple[fmpq, Form]:
    """The form as a positive rational and a form with coprime integer coefficients, above and below."""
    contents = [functools.reduce(fmpq.gcd, polynomial.values(), ZERO) for polynomial in (form.above, form.below)]
    above, below = (
        {monomial: value / content for monomial, value in polynomial.items()}
        for polynomial, content in zip((form.above, form.below), contents, strict=True)
    )
    return contents[0] / contents[1], Form(above, below)


class BaseRefined(Exception):
    """The coprime base was refined: forms over the old one are no longer valid."""


class NormalForms:
    """The normal forms of expressions at given values of their symbols (`values`).

    Equal forms prove that the numbers are equal. Different forms prove nothing, although for sums of roots, or of
    logarithms, of coprime integers the numbers then differ too.

    `sign` returns the sign of an expression, or None. It is needed where a form does not show it (Max, Min, Abs, and
    whether a sum of logarithms may be a denominator). It raises UndefinedError if there is no real value.
    """

    def __init__(self, values: "Mapping[Symbol, fmpq]", sign: "Callable[[Expr], int | None]") -> None:
        import sympy

        self.sympy = sympy
        self.values = values
        self.decide_sign = sign
        self.base: list[int] = []

    def of(self, expression: "Expr") -> Form:
        """The form of the expression. Raises OutOfReachError if none is found."""
        while True:
            try:
                return self.form(expression)
            except BaseRefined:
                continue

    def form(self, expression: "Expr") -> Form:
        if expression.is_Symbol:
            return rational_form(self.values[expression])
        if expression.is_Rational:
            return rational_form(fmpq(int(expression.p), int(expression.q)))
        if expression.is_Add:
            return self.fold(add, expression.args)
        if expression.is_Mul:
            return self.fold(multiply, expression.args)
        if expression.is_Pow:
            return self.power(*expression.args)
        return self.special(expression)

    def special(self, expression: "Expr") -> Form:
        """The form of a constant, or of a value of a function."""
        sympy = self.sympy
        if expression is sympy.pi:
            return monomial_form({("pi",): 1})
        if expression is sympy.E:
            return self.exponential(rational_form(ONE))
        if expression.func is sympy.exp:
            return self.exponential(self.form(expression.args[0]))
        if expression.func is sympy.log:
            return self.logarithm(expression.args[0])
        if expression.func is sympy.Abs:
            inner = expression.args[0]
            return multiply(rational_form(fmpq(self.sign(inner))), self.form(inner))
        if expression.func in (sympy.Max, sympy.Min):
            wanted = 1 if expression.func is sympy.Max else -1
            return self.form(
                functools.reduce(lambda one, two: two if self.sign(two - one) == wanted else one, expression.args)
            )
        if is_rational(expression):  # a factorial, a finite sum
            (value,) = translate((expression,), list(self.values))(*self.values.values())
            if isinstance(value, fmpq):
                return rational_form(value)
        raise OutOfReachError

    def fold(self, operation: Callable[[Form, Form], Form], expressions: "Sequence[Expr]") -> Form:
        result = self.form(expressions[0])
        for expression in expressions[1:]:
            result = operation(result, self.form(expression))
        return result

    def sign(self, expression: "Expr") -> int:
        sign = self.decide_sign(expression)
        if sign is None:
            raise OutOfReachError
        return sign

    def power(self, base: "Expr", exponent: "Expr") -> Form:
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
        exponents = {atom: power * exponent for atom, power in monomial}
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

    def power_of_zero(self, base: "Expr", exponent: "Expr") -> Form:
        if self.sign(exponent) < 0:
            raise UndefinedError("division by zero", base**exponent)
        return rational_form(ZERO if self.sign(exponent) else ONE)

    def integer_power(self, base: "Expr", exponent: int) -> Form:
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
            if any(coefficient.height_bits() > EXACT_BITS for coefficient in result.above.values()):
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

    def logarithm(self, argument: "Expr") -> Form:
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
        """The positive rational as a product of powers of the base; raises BaseRefined if the base was too coarse."""
        result: dict[int, int] = {}
        for direction, integer in ((1, int(positive.p)), (-1, int(positive.q))):
            rest = integer
            for factor in self.base:
                multiplicity, rest = divided_out(rest, factor)
                if multiplicity:
                    result[factor] = direction * multiplicity
            if rest > 1:
                self.base = refined(self.base, rest)
                raise BaseRefined
        return result


def divided_out(number: int, divisor: int) -> tuple[int, int]:
    """How often the divisor (> 1) divides the number (> 0), and the remaining factor."""
    if number % divisor:
        return 0, number
    halves, rest = divided_out(number, divisor * divisor)
    if rest % divisor:
        return 2 * halves, rest
    return 2 * halves + 1, rest // divisor


def refined(base: Sequence[int], integer: int) -> list[int]:
    """Coprime integers, none a perfect power, of which `integer` and the elements of `base` are products.

    Uses greatest common divisors only: nothing is factored, so integers of any size are fine.
    """
    pending, result = [integer], list(base)
    while pending:
        number = without_powers(pending.pop())
        for index, factor in enumerate(result):
            common = math.gcd(factor, number)
            if common > 1:
                if factor != number:
                    del result[index]
                    pending += [part for part in (factor // common, number // common, common) if part > 1]
                break
        else:
            result.append(number)
    return result


def without_powers(integer: int) -> int:
    """The smallest integer of which the integer (> 1) is a power."""
    number = fmpz(integer)
    while number.is_perfect_power():
        degree = next(d for d in range(2, number.bit_length() + 1) if number.root(d) ** d == number)
        number = number.root(degree)
    return int(number)
