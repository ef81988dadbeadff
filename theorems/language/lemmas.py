"""The inequalities with e and log that proofs rest on, each proved when asked, by means that reject its wrong variants.

A lemma is a relation with the range on which it holds. `check` proves it again: by calculus in sympy where a sign of a
derivative is plain, by exact root counts of polynomials, by ball arithmetic at the ends of a range. `at` puts terms in
the place of its symbols; the fact that it gives carries the range, so that a proof must show that it is kept to.

    Lemma               statement                                                on
    GROWTH              1 + a ≤ e^a                                              all a
    LOG_BELOW           log(1 + a) ≤ a                                           a > -1
    LOG_RISES           log x ≤ log y                                            0 < x ≤ y
    POWER_ABOVE         1 ≤ x^k                                                  x ≥ 1, k ≥ 0
    LOG_ABOVE           log(1 − ε) ≥ −ε(1 + ε)                                   0 ≤ ε ≤ LARGEST_STEP
    EDGE                √(1 − 4γ²) ≤ e^(−2γ²)                                    0 ≤ γ ≤ 1/2
    DECAY               (1 − ε)^m ≤ e^(−εm)                                      0 ≤ ε ≤ 1, m ≥ 0
    COMPOUND            (1 + a)^k ≤ e^(ak)                                       a ≥ 0, k ≥ 0
    MOMENT              log(1 − p + pe^s) ≤ ps + s²/8                            0 ≤ p ≤ 1
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import sympy
from sympy import Expr, Rational, Symbol, exp, log, sqrt
from sympy.logic.boolalg import Boolean

from learncheck.exact.balls import fraction
from learncheck.exact.decide import DomainError, compile_relation
from learncheck.exact.signs import NotShown, changes_of_sign, interval, require_nonnegative, require_positive
from learncheck.theorems.language.latex import put_at
from learncheck.theorems.language.named_terms import Logarithms, NoName
from learncheck.theorems.language.proof import Fact, terms_for
from learncheck.theorems.language.sentence import Sentence, worded

Proof = Callable[["Lemma"], str]
"""Proves the lemma's statement on its range and says how. Raises NotShown."""


@dataclass(frozen=True)
class Lemma:
    """A relation between real numbers that holds on a range.

    name:      the lemma in words, a sentence.
    statement: `Le` or `Ge` of expressions with exp, log, roots and powers.
    holds_on:  relations between its symbols and rationals.
    proof:     the method, which works from the statement and the range alone.
    """

    name: str
    statement: Boolean
    holds_on: tuple[Boolean, ...]
    proof: Proof

    def __post_init__(self) -> None:
        worded(self, "name")

    def check(self) -> str:
        """Prove it; the words tell what was checked. Raises NotShown."""
        return _checked(self)

    def at(self, values: Mapping[Symbol, object] | None = None, **named: object) -> Fact:
        """The lemma with these terms in the place of its symbols, which may be named, as a fact for a proof."""
        put = terms_for(self.stated, {**(values or {}), **named}, self.name)
        range_ = [condition.xreplace(put) for condition in self.holds_on]
        open_ = [condition for condition in range_ if condition != sympy.true]
        if sympy.false in open_:
            raise ValueError(f"{self.name} does not hold at {put}: it needs {' and '.join(map(str, self.holds_on))}")
        statement = self.statement.xreplace(put)
        relation = sympy.Implies(sympy.And(*open_), statement) if open_ else statement
        return Fact(
            Sentence(self.name) + ", at " + put_at(put, "; ") if put else self.name,
            relation,
            "lemma",
            "a lemma of learncheck.theorems.language.lemmas" if self in LEMMAS else "a lemma, proved when it is used",
            self.check,
            put,
        )

    @property
    def stated(self) -> Boolean:
        """The relation, on its range."""
        return sympy.Implies(sympy.And(*self.holds_on), self.statement) if self.holds_on else self.statement

    @property
    def gap(self) -> Expr:
        """What must be ≥ 0: the greater side less the smaller one."""
        greater, smaller = self.sides
        return greater - smaller

    @property
    def sides(self) -> tuple[Expr, Expr]:
        """The greater and the smaller side."""
        if isinstance(self.statement, sympy.Le):
            return self.statement.rhs, self.statement.lhs
        if isinstance(self.statement, sympy.Ge):
            return self.statement.lhs, self.statement.rhs
        raise NotShown(f"{self.statement} is neither ≤ nor ≥")


@cache
def _checked(lemma: Lemma) -> str:
    try:
        for symbol in lemma.stated.free_symbols:
            if symbol != sympy.Symbol(symbol.name, real=True):
                raise NotShown(f"{symbol} is declared to be more than real; say it in holds_on, which `at` keeps")
        return lemma.proof(lemma)
    except NotShown as error:
        raise NotShown(f"{lemma.name}: {error}") from None


# ---- methods of proof ----


def touches(x: Symbol, at: Expr) -> Proof:
    """The gap is convex in x and has a double root: f(at) = f′(at) = 0, and f″ ≥ 0 on the range."""

    def proof(lemma: Lemma) -> str:
        first, second = sympy.diff(lemma.gap, x), sympy.diff(lemma.gap, x, 2)
        _inside_of(lemma, x, at)
        _require_defined(lemma)
        for order, function in (("f", lemma.gap), ("f′", first)):
            if sympy.simplify(function.subs(x, at)) != 0:
                raise NotShown(f"{order}({at}) = {function.subs(x, at)}, not 0, for f = {lemma.gap}")
        second = sympy.factor(sympy.cancel(sympy.together(second)))
        try:
            require_nonnegative(second, lemma.holds_on)
        except NotShown as error:
            raise NotShown(f"f″ = {second} is not seen to be ≥ 0: {error}") from None
        return f"f = {lemma.gap} has f({at}) = f′({at}) = 0 and f″ = {second} ≥ 0"

    return proof


def least_at_the_ends(x: Symbol) -> Proof:
    """The gap first rises, then falls, so that it is least at an end of the range; and there it is ≥ 0."""

    def proof(lemma: Lemma) -> str:
        on = interval(x, lemma.holds_on)
        if on.low is None or on.high is None:
            raise NotShown("its range has no ends")
        slope = sympy.cancel(sympy.together(sympy.diff(lemma.gap, x)))
        signs = [sign for sign in changes_of_sign(slope, x, on) if sign]
        if signs not in ([1], [-1], [1, -1]):
            raise NotShown(f"f′ = {slope} does more than rise and then fall, for f = {lemma.gap}")
        for end in (on.low, on.high):
            if not _decided(sympy.Ge(lemma.gap, 0), {x: end}):
                raise NotShown(f"f({end}) is not ≥ 0, for f = {lemma.gap}")
        return (
            f"f = {lemma.gap} rises, then falls (root count of f′ = {sympy.factor(slope)}), and is ≥ 0 at {on.low} and "
            f"at {on.high} (ball arithmetic)"
        )

    return proof


def grows(factors: Sequence[tuple[Expr, Expr]]) -> Proof:
    """The smaller side is a product of powers (1 + a)^k, k ≥ 0, 1 + a ≥ 0, and the greater one e^s, s ≥ Σ ak.

    Each power is at most e^(ak), by GROWTH. That the product is the smaller side is compared factor by factor.
    """

    def proof(lemma: Lemma) -> str:
        greater, smaller = lemma.sides
        if not isinstance(greater, exp):
            raise NotShown(f"{greater} is not an exponential")
        GROWTH.check()
        for a, k in factors:
            require_nonnegative(1 + a, lemma.holds_on)
            require_nonnegative(k, lemma.holds_on)
        product = sympy.Mul(*(sympy.Pow(1 + a, k, evaluate=False) for a, k in factors), evaluate=False)
        if sympy.Mul(*((1 + a) ** k for a, k in factors)) != smaller:
            _same_product(lemma, smaller, product)
        total = sympy.Add(*(a * k for a, k in factors))
        if sympy.cancel(sympy.together(greater.args[0] - total)) != 0:
            require_nonnegative(greater.args[0] - total, lemma.holds_on)
        used = " and ".join(f"1 + ({a}) ≤ e^({a}), to the power {k}" for a, k in factors)
        return f"{used}; the exponents add up to {greater.args[0]}"

    return proof


def rises(x: Symbol, y: Symbol) -> Proof:
    """Both sides are one function, of x and of y ≥ x, and it has a positive derivative for positive numbers."""

    def proof(lemma: Lemma) -> str:
        greater, smaller = lemma.sides
        if greater.subs(y, x) != smaller or not {x > 0, y >= x} <= set(lemma.holds_on):
            raise NotShown(f"{smaller} and {greater} are not one function at 0 < {x} ≤ {y}")
        for function in smaller.atoms(sympy.Function):
            if not isinstance(function, exp | log):
                raise NotShown(f"{function} is neither an exponential nor a logarithm, and may jump")
        t = sympy.Symbol("t", positive=True)
        slope = sympy.diff(smaller.subs(x, t), t)
        if slope.is_positive is not True:
            raise NotShown(f"the derivative {slope} is not seen to be positive")
        return f"the derivative {slope} is positive for t > 0"

    return proof


def no_less_than_one(x: Symbol, k: Symbol) -> Proof:
    """The power x^k of an x ≥ 1, k ≥ 0: log x ≥ log 1 = 0, so x^k = e^(k log x) ≥ 1 + k·log x ≥ 1."""

    def proof(lemma: Lemma) -> str:
        greater, smaller = lemma.sides
        if smaller != 1 or greater != x**k:
            raise NotShown(f"it does not say 1 ≤ {x**k}")
        require_nonnegative(x - 1, lemma.holds_on)
        require_nonnegative(k, lemma.holds_on)
        LOG_RISES.check()
        GROWTH.check()
        return f"log {x} ≥ log 1 = 0, so {x}^{k} = e^({k} log {x}) ≥ 1 + {k} log {x} ≥ 1"

    return proof


def _require_defined(lemma: Lemma) -> None:
    """Check that the gap consists of smooth functions that are defined on the whole range."""
    for term in sympy.preorder_traversal(lemma.gap):
        if isinstance(term, log):
            require_positive(term.args[0], lemma.holds_on)
        elif isinstance(term, sympy.Pow) and not term.exp.is_Integer:
            raise NotShown(f"{term} is not a power with a whole exponent")
        elif isinstance(term, sympy.Pow) and term.exp < 0:
            require_positive(term.base**2, lemma.holds_on)
        elif isinstance(term, sympy.Function) and not isinstance(term, exp):
            raise NotShown(f"{term} is neither an exponential nor a logarithm")


def _inside_of(lemma: Lemma, x: Symbol, at: Expr) -> None:
    if not all(condition.subs(x, at) == sympy.true for condition in lemma.holds_on if condition.free_symbols == {x}):
        raise NotShown(f"{at} is outside of the range")


def _same_product(lemma: Lemma, first: Expr, second: Expr) -> None:
    """Check that both are products of powers of positive polynomials, with the same exponents."""
    try:
        gap = sympy.expand(_exponents(first, lemma) - _exponents(second, lemma))
    except NoName as error:
        raise NotShown(f"{first} and {second} do not compare factor by factor: {error}") from None
    left = sympy.collect(gap, gap.atoms(log), evaluate=False)
    if any(sympy.cancel(sympy.together(exponent)) != 0 for exponent in left.values()):
        raise NotShown(f"{first} is not {second}")


def _exponents(product: Expr, lemma: Lemma) -> Expr:
    """log of the product in terms of the logarithms of irreducible polynomials, each positive on the range."""
    logarithms = Logarithms()
    written = logarithms.of(sympy.Mul(*map(_factored, sympy.Mul.make_args(product)), evaluate=False))
    for condition in logarithms.conditions:
        require_positive(condition, lemma.holds_on)
    return written


def _factored(power: Expr) -> Expr:
    """The power with its base factored into irreducible factors."""
    base, exponent = power.as_base_exp()
    factors = sympy.Mul.make_args(sympy.factor(sympy.together(base)))
    return sympy.Mul(*(sympy.Pow(*_raised(factor, exponent), evaluate=False) for factor in factors), evaluate=False)


def _raised(factor: Expr, exponent: Expr) -> tuple[Expr, Expr]:
    base, inner = factor.as_base_exp()
    return base, inner * exponent


def _decided(relation: Boolean, values: Mapping[Symbol, Expr]) -> bool:
    exact = {symbol: fraction(value) for symbol, value in values.items()}
    try:
        return bool(compile_relation(relation).decide(exact).holds)
    except DomainError:
        return False


def in_powers(fact: Fact) -> Fact:
    """Rewrite e^(m·log x) as x^m in the fact."""
    return replace(fact, relation=sympy.expand_power_exp(fact.relation).rewrite(sympy.Pow))


def where(condition: Boolean, fact: Fact) -> Fact:
    """Restrict the fact to these values: elsewhere one of its terms is not a real number."""
    return replace(fact, relation=sympy.Implies(condition, fact.relation))


# ---- the lemmas ----

a = sympy.Symbol("a", real=True)
e = sympy.Symbol("ε", real=True)
g = sympy.Symbol("γ", real=True)
m = sympy.Symbol("m", real=True)
d = sympy.Symbol("d", real=True)
x, y, k, p, s = sympy.symbols("x y k p s", real=True)
"""The lemmas' symbols, for `at`."""

GROWTH = Lemma(r"$1 + a \le e^a$", sympy.Le(1 + a, exp(a)), (), touches(a, 0))

LOG_BELOW = Lemma(r"$\log(1 + a) \le a$", sympy.Le(log(1 + a), a), (a > -1,), touches(a, 0))

LOG_RISES = Lemma(r"$\log x \le \log y$", sympy.Le(log(x), log(y)), (x > 0, y >= x), rises(x, y))

POWER_ABOVE = Lemma(r"$1 \le x^k$", sympy.Le(1, x**k), (x >= 1, k >= 0), no_less_than_one(x, k))


LARGEST_STEP = Rational(683_802_623, 10**9)
"""log(1-ε) ≥ -ε(1+ε) for every ε from 0 up to it, and no longer 10^-9 above it."""

LOG_ABOVE = Lemma(
    r"$\log(1 - \varepsilon) \ge -\varepsilon(1 + \varepsilon)$",
    sympy.Ge(log(1 - e), -e * (1 + e)),
    (e >= 0, e <= LARGEST_STEP),
    least_at_the_ends(e),
)

EDGE = Lemma(
    r"$\sqrt{1 - 4\gamma^2} \le e^{-2\gamma^2}$",
    sympy.Le(sqrt(1 - 4 * g**2), exp(-2 * g**2)),
    (g >= 0, g <= Rational(1, 2)),
    grows([(-4 * g**2, Rational(1, 2))]),
)

DECAY = Lemma(
    r"$(1 - \varepsilon)^m \le e^{-\varepsilon m}$",
    sympy.Le((1 - e) ** m, exp(-e * m)),
    (e >= 0, e <= 1, m >= 0),
    grows([(-e, m)]),
)

COMPOUND = Lemma(
    r"$(1 + a)^k \le e^{ak}$",
    sympy.Le((1 + a) ** k, exp(a * k)),
    (a >= 0, k >= 0),
    grows([(a, k)]),
)

MOMENT = Lemma(
    r"Hoeffding's lemma, $\log(1 - p + pe^s) \le ps + s^2/8$",
    sympy.Le(log(1 - p + p * exp(s)), p * s + s**2 / 8),
    (p >= 0, p <= 1),
    touches(s, sympy.Integer(0)),
)

LEMMAS = (GROWTH, LOG_BELOW, LOG_RISES, POWER_ABOVE, LOG_ABOVE, EDGE, DECAY, COMPOUND, MOMENT)
