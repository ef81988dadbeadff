"""Terms that are no polynomials, and what is known of them: powers of counters, exponentials, logarithms.

A proof names such a term by a symbol (P for 2**M, q for exp(-2γ²)). This module replaces the terms by their names,
derives from the laws of powers how a power starts and how it changes with its counters, takes the logarithms of both
sides of a relation, and encloses constants in rationals.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import is_

import sympy
from flint import arb, ctx
from sympy import Expr, Symbol
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from learncheck.exact.balls import translate
from learncheck.theorems.language.latex import named

DIGITS = 6
"""The number of decimals to which constants are enclosed."""


class NoName(ValueError):
    """A term has no name that the proof could use."""


def as_power(term: Expr) -> tuple[Expr, Expr] | None:
    """Base and exponent of a power whose exponent is not a number, or of an exponential; None for other terms."""
    if isinstance(term, sympy.exp):
        return sympy.E, sympy.expand(term.args[0])
    if isinstance(term, sympy.Pow) and not term.exp.is_Rational:
        return term.base, sympy.expand(term.exp)
    return None


def of_parts(formula: Expr | Boolean, parts: Iterable[Expr | Boolean]) -> Expr | Boolean:
    """The formula with other arguments. A relation stays one: what sympy would settle is the kernel's to show."""
    if isinstance(formula, Relational):
        return formula.func(*parts, evaluate=False)
    return formula.func(*parts)


@dataclass(frozen=True)
class Change:
    """The effect of a round on a named power: new = old · factor, because base^(x+y) = base^x · base^y."""

    relation: Boolean
    words: str


class Names:
    """The names of a proof. Raises NoName for one that names anything but a power, an exponential or a logarithm."""

    def __init__(self, terms: Mapping[Symbol, Expr]) -> None:
        self.terms = dict(terms)
        self.powers: dict[tuple[Expr, Expr], Symbol] = {}
        self.others: dict[Expr, Symbol] = {}
        for symbol, term in self.terms.items():
            power = as_power(term)
            if power is not None:
                self.powers[power] = symbol
            elif isinstance(term, sympy.log):
                self.others[term] = symbol
            else:
                raise NoName(
                    f"{symbol} names {term}; names are for powers with a symbol in the exponent, exponentials and "
                    "logarithms, and all else is written out"
                )

    def say(self, formula: Expr | Boolean) -> Expr | Boolean:
        """The formula with the terms replaced by their names."""
        power = as_power(formula)
        if power is not None:
            power_named = self._power(*power)
            if power_named is not None:
                return power_named
        if formula in self.others:
            return self.others[formula]
        parts = [self.say(argument) for argument in formula.args]
        return formula if all(map(is_, parts, formula.args)) else of_parts(formula, parts)

    def unsay(self, formula: Expr | Boolean) -> Expr | Boolean:
        """The formula with the names replaced by their terms."""
        return formula.xreplace(self.terms)

    def _power(self, base: Expr, exponent: Expr) -> Expr | None:
        """The power in terms of its own name or that of its inverse, or of the names of its factors; None if these have
        none.
        """
        if (base, exponent) in self.powers:
            return self.powers[base, exponent]
        if (base, sympy.expand(-exponent)) in self.powers:
            return 1 / self.powers[base, sympy.expand(-exponent)]
        if not isinstance(exponent, sympy.Add):
            return None
        factors = [self._multiple(base, summand) for summand in exponent.args]
        return None if None in factors else sympy.Mul(*factors)

    def _multiple(self, base: Expr, exponent: Expr) -> Expr | None:
        """The power as a power of a name with a whole number in its exponent."""
        for (own_base, of), symbol in self.powers.items():
            times = exponent / of
            if own_base == base and times.is_Integer:
                return symbol**times
        return None

    def factor(self, base: Expr, exponent: Expr) -> Expr:
        """base**exponent in numbers, polynomials and names. Raises NoName if that is not possible."""
        exponent = sympy.expand(exponent)
        if exponent == 0:
            return sympy.Integer(1)
        if exponent.is_Rational and base is not sympy.E:
            return base**exponent
        power_named = self._power(base, exponent)
        if power_named is not None:
            return power_named
        raise NoName(f"{base**exponent} has no name; add one to `names`")

    def start(self, symbol: Symbol, counters: Mapping[Symbol, Expr]) -> Expr:
        """The value of the named power when its counters have these values."""
        base, exponent = self._as_power(symbol, counters)
        return self.factor(base, exponent.xreplace(counters))

    def change(self, symbol: Symbol, after: Symbol, counters: Mapping[Symbol, Expr]) -> Change:
        """The relation of the named power before and after a round that gives its counters these values."""
        base, exponent = self._as_power(symbol, counters)
        step = sympy.expand(exponent.xreplace(counters) - exponent)
        by = self.factor(base, step)
        becomes = "stays" if by == 1 else f"is multiplied by {by}"
        return Change(sympy.Eq(after, symbol * by), named(symbol, self.terms[symbol]) + f" {becomes}")

    def positive(self, symbol: Symbol) -> tuple[Boolean, Expr | None]:
        """The relation that the named power is positive, and the base that must be (None for a positive number)."""
        base, _ = self._as_power(symbol)
        factor, rest = base.as_independent(*base.free_symbols, as_Add=False)
        base = rest if base.free_symbols and factor.is_positive else base
        settled = base is sympy.E or (base.is_Rational and base > 0)
        return sympy.Gt(symbol, 0), None if settled else base

    def counted(self, symbol: Symbol) -> set[Symbol]:
        """The symbols in the exponent (and base) of the named term."""
        return set(self.terms[symbol].free_symbols)

    def is_power(self, symbol: Symbol) -> bool:
        """Whether it names a power or an exponential."""
        return as_power(self.terms[symbol]) is not None

    def _as_power(self, symbol: Symbol, counters: Mapping[Symbol, Expr] | None = None) -> tuple[Expr, Expr]:
        power = as_power(self.terms[symbol])
        assert power is not None
        if counters and power[0].free_symbols & set(counters):
            raise NoName(f"{symbol} = {self.terms[symbol]} has a counter in its base; only exponents may count")
        return power


# ---- logarithms ----


@dataclass
class Logarithms:
    """Rewrites relations in logarithms of symbols, sums and primes; valid if all `conditions` are positive."""

    conditions: dict[Expr, None] = field(default_factory=dict)

    def of(self, term: Expr) -> Expr:
        """log(term), by log(xy) = log x + log y, log(x^a) = a·log x, log e^a = a. Raises NoName if it has none."""
        if term.is_Rational:
            if term <= 0:
                raise NoName(f"{term} has no logarithm")
            return _of_rational(term)
        power = as_power(term)
        if power is not None and power[0] is sympy.E:
            return power[1]
        if isinstance(term, sympy.Pow):
            return sympy.expand(term.exp * self.of(term.base))
        if isinstance(term, sympy.Mul):
            return sympy.Add(*map(self.of, term.args))
        self.conditions[term] = None
        return sympy.log(term)

    def of_both_sides(self, relation: Boolean) -> Boolean:
        """The relation of the logarithms: log is increasing, so both are equivalent if both sides are positive."""
        if not isinstance(relation, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt | sympy.Eq):
            raise NoName(f"logarithms are taken of both sides of an inequality or equation, not of {relation}")
        return of_parts(relation, [self.of(relation.lhs), self.of(relation.rhs)])

    def inside(self, formula: Expr | Boolean) -> Expr | Boolean:
        """The formula with every logarithm in it expanded."""
        if isinstance(formula, sympy.log):
            return self.of(self.inside(formula.args[0]))
        if not formula.args:
            return formula
        return of_parts(formula, [self.inside(argument) for argument in formula.args])


def _of_rational(value: Expr) -> Expr:
    """The logarithm of a positive rational in terms of those of primes."""
    return sympy.Add(
        *(
            sign * times * sympy.log(prime)
            for sign, part in ((1, value.p), (-1, value.q))
            for prime, times in sympy.factorint(part).items()
        )
    )


def same_by_laws(first: Boolean, second: Boolean) -> bool:
    """Whether two inequalities are one by the laws of powers and logarithms, where all that they speak of is > 0."""
    if first == second:
        return True
    if not all(isinstance(inequality, sympy.Le | sympy.Ge) for inequality in (first, second)):
        return False
    (one, other) = (sympy.expand_power_exp(inequality.gts - inequality.lts) for inequality in (first, second))
    positive = {symbol: sympy.Dummy(symbol.name, positive=True) for symbol in (one - other).free_symbols}
    gap = sympy.expand_log((one - other).rewrite(sympy.Pow).xreplace(positive), force=True)
    return bool(sympy.expand(gap) == 0 or sympy.expand(sympy.expand_power_base(gap)) == 0)


def say_logarithms(formulas: Iterable[Boolean]) -> tuple[dict[Boolean, Boolean], dict[Symbol, Expr]]:
    """Each formula with a symbol for every logarithm in it, and the logarithm that each symbol stands for."""
    formulas = list(formulas)
    atoms = sorted({logarithm for formula in formulas for logarithm in formula.atoms(sympy.log)}, key=str)
    symbols = {atom: sympy.Symbol(str(atom), real=True) for atom in atoms}
    rewritten = {formula: formula.xreplace(symbols) for formula in formulas}
    return rewritten, {symbol: atom for atom, symbol in symbols.items()}


def enclosed(symbol: Symbol, constant: Expr) -> dict[str, Boolean]:
    """The relation that the constant lies between two rationals, by ball arithmetic."""
    low, high = enclosure(constant)
    words = f"{float(low):.{DIGITS}f} < {constant} < {float(high):.{DIGITS}f}, by ball arithmetic"
    return {words: sympy.And(sympy.Gt(symbol, sympy.Rational(low)), sympy.Lt(symbol, sympy.Rational(high)))}


def enclosure(constant: Expr) -> tuple[Fraction, Fraction]:
    """Two rationals of DIGITS decimals with the constant strictly between them."""
    with ctx.workprec(128):
        (value,) = translate((constant,), ())()
        scaled = arb(value) * 10**DIGITS
        low = int(scaled.lower().floor().unique_fmpz()) - 1
        high = int(scaled.upper().ceil().unique_fmpz()) + 1
    return Fraction(low, 10**DIGITS), Fraction(high, 10**DIGITS)
