"""Candidate invariants: what the steps say of any time, and what follows from them by telescoping.

    F(q′) ≥ F(q) − δ in every kind of round      F(q) ≥ F(q₀) − Σδ       F linear; Farkas' multipliers join lines
    or F(q′) ≥ c in some cases                   F(q) ≥ min(F(q₀) − Σδ, c)
    q′ ≤ ρq on the rounds that a counter counts  q ≤ q₀·ρ^M              as q·(1/ρ)^M ≤ q₀, a named power; also q′ ≥ ρq
    a relation of quantities after a round       the same relation at any time

Each of them has to be shown.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy

from learncheck.oracle import notation
from learncheck.oracle.notation import plain_text
from learncheck.oracle.prover import telescoping
from learncheck.oracle.prover.observed import Observed
from learncheck.theorems.language.proof import Transition
from learncheck.theorems.language.sentence import Sentence
from learncheck.theorems.language.step import Next

Expr = Any
Symbol = Any
Cases = Mapping[str, Sequence[Sequence[Expr]]]
"""The expressions that are at least 0 in each case of each kind of round."""


class Candidates:
    """The candidate invariants for the games seen; `asked` lists what would be needed to find more."""

    def __init__(self, seen: Observed, names: Mapping[Symbol, Expr]) -> None:
        self.seen, self.names = seen, names
        self.own = [*seen.own, *(symbol for symbol, term in names.items() if term.free_symbols & {*seen.own})]
        """The quantities of a round, and the names of terms that contain them."""
        self.after = {symbol: Next(symbol) for symbol in seen.state}
        self.products: dict[Symbol, Expr] = {}
        """The products and absolute values of the state in the lines, by the symbols that stand for them."""
        self.state = list(seen.state)
        """The quantities of the state, and these symbols."""
        self.nonnegative: set[Expr] = set()
        """Expressions of the state that steps say are at least 0 after a round."""
        self.asked: list[str] = []

    def invariants(self, start: Mapping[Symbol, Any], rounds: Mapping[str, Transition]) -> Iterator[Any]:
        """Yield words with a relation, which sympy may have settled, and the named powers in it by their symbols."""
        sizes = telescoping.sizes_of(self.seen.claim.steps, self.seen.state)
        named = {**self.names, **sizes, **{Next(size): term.xreplace(self.after) for size, term in sizes.items()}}
        cases: Cases = {name: telescoping.cases_of(transition, named) for name, transition in rounds.items()}
        self.products = telescoping.products_of(itertools.chain.from_iterable(cases.values()), self.seen.state) | sizes
        cases = {
            name: [telescoping.with_products(line, self.products) for line in lines] for name, lines in cases.items()
        }
        self.state += self.products
        yield from self._afterwards()
        for form in telescoping.forms(itertools.chain.from_iterable(cases.values()), self.state):
            yield from self._telescoped(form, cases, start)
        begun = {**start, **{size: term.subs(start) for size, term in sizes.items()}}
        for symbol in (*self.seen.state, *sizes):
            if symbol in begun:
                yield from self._multiplied(symbol, cases, begun)
                yield from self._multiplied(symbol, cases, begun, rises=True)

    def _afterwards(self) -> Iterator[Any]:
        """Relations that involve only quantities after the round and parameters."""
        after = {Next(symbol): symbol for symbol in self.seen.state}
        allowed = {*after, *self.seen.parameters}
        seen = set()
        for step in self.seen.claim.steps:
            symbols = step.relation.free_symbols
            if symbols & set(after) and symbols <= allowed and step.relation not in seen:
                seen.add(step.relation)
                relation = step.relation.xreplace(after)
                self.nonnegative |= {
                    gap.xreplace(after)
                    for case in telescoping.cases_of(Transition((step,)), self.names)
                    for gap in case
                }
                yield notation.relation(relation), (relation, {})

    def _telescoped(self, form: Expr, cases: Cases, start: Mapping[Symbol, Any]) -> Iterator[Any]:
        """F(q) ≥ F(q₀) + Σ of what the form gains in each kind of round, or the least c to which a case resets it."""
        plain = form.xreplace(self.products)
        changing = {symbol for symbol in plain.free_symbols if symbol in self.seen.state}
        if not changing <= set(start):
            return
        own, summed = set(self.own), {counter.by for counter in self.seen.counters}
        gains: dict[str, Expr] = {}
        resets: list[Expr] = []
        for name, cases_of_kind in cases.items():
            of_cases = {
                at: telescoping.gained(form, lines, self.state, own, summed) for at, lines in enumerate(cases_of_kind)
            }
            for at in [at for at, gain in of_cases.items() if gain is None]:
                least = telescoping.reset(form, cases_of_kind[at], self.state, own)
                if least is None or sympy.expand(plain - least) in self.nonnegative:
                    return
                resets.append(least)
                del of_cases[at]
            if of_cases:
                gain = telescoping.weakest(list(of_cases.values()))
                if gain is None:
                    return
                gains[name] = gain
        total = self._summed(gains)
        if total is None or not gains:
            return
        begun = plain.subs({symbol: start[symbol] for symbol in changing})
        if not resets:
            relation = telescoping.relation_of(sympy.expand(plain - begun - total))
        elif plain.could_extract_minus_sign():
            relation = sympy.Le(-plain, sympy.Max(*(-value for value in (begun + total, *resets))))
        else:
            relation = sympy.Ge(plain, sympy.Min(begun + total, *resets))
        yield notation.relation(relation), (relation, {})

    def _summed(self, gains: Mapping[str, Expr]) -> Expr | None:
        """The sum of the gains over all rounds, expressed in the counters; None if the counters do not suffice."""
        own = self.own
        total: Expr = sympy.Integer(0)
        try:
            left = {name: sympy.Poly(gain, *own).as_dict() if own else {(): gain} for name, gain in gains.items()}
        except sympy.PolynomialError:
            odd = ", ".join(dict.fromkeys(plain_text(gain) for gain in gains.values() if not gain.is_polynomial(*own)))
            self.asked.append(f"a quantity of its own in during= for {odd}, and a measured one that sums it")
            return None
        for monomial in {powers for terms in left.values() for powers in terms}:
            term = sympy.Mul(*(symbol**power for symbol, power in zip(own, monomial, strict=True)))
            vector = [terms.get(monomial, sympy.Integer(0)) for terms in left.values()]
            combination = self._combination(list(left), term, vector)
            if combination is None and all((coefficient * term).is_nonnegative for coefficient in vector):
                combination = sympy.Integer(0)  # the form rises in such rounds, however often
            if combination is None:
                kinds = " and ".join(name for name, coefficient in zip(left, vector, strict=True) if coefficient != 0)
                what = "how often" if term == 1 else f"{term} in all, over the rounds of the kind"
                self.asked.append(f"a measured quantity that counts {what} {kinds}")
                return None
            total += combination
        return total

    def _combination(self, names: Sequence[str], term: Expr, vector: Sequence[Expr]) -> Expr | None:
        """The combination of counters that grows by vector·term in the kinds; None if there is none."""
        if not any(vector):
            return sympy.Integer(0)
        counters = [counter for counter in self.seen.counters if counter.by == term]
        if not counters:
            return None
        unknown = sympy.symbols(f"x0:{len(counters)}")
        grown = [[int(counter.counts(self.seen.kinds[name])) for counter in counters] for name in names]
        equations = [
            sum(x * one for x, one in zip(unknown, row, strict=True)) - coefficient
            for row, coefficient in zip(grown, vector, strict=True)
        ]
        for solution in sympy.linsolve(equations, *unknown):
            values = [value.subs(dict.fromkeys(unknown, 0)) for value in solution]
            return sum(value * counter.symbol for value, counter in zip(values, counters, strict=True))
        return None

    def _multiplied(
        self, symbol: Symbol, cases: Cases, start: Mapping[Symbol, Any], *, rises: bool = False
    ) -> Iterator[Any]:
        """q·Π(1/ρ)^M ≤ q₀, where q′ ≤ ρq in the rounds that M counts and q′ ≤ q in the others; or ≥ throughout."""
        factors: dict[str, Expr] = {}
        for name, cases_of_kind in cases.items():
            of_cases: list[Any] = [telescoping.factor_of(symbol, line, rises=rises) for line in cases_of_kind]
            sign = 1 if rises else -1
            least = None if None in of_cases else telescoping.weakest([sign * factor for factor in of_cases])
            if least is None:
                return
            factors[name] = sign * least
        if set(factors.values()) <= {sympy.Integer(1)} or not all(factor.is_positive for factor in factors.values()):
            return
        for power in self._powers(factors):
            named = {self._named(term): term for term in power}
            begun = [start[symbol], *(name for name, term in named.items() if power[term])]
            now = [self.products.get(symbol, symbol), *(name for name, term in named.items() if not power[term])]
            less, more = (begun, now) if rises else (now, begun)
            words = " ≤ ".join(
                "·".join(plain_text(sympy.sympify(named.get(factor, factor))) for factor in side if factor != 1) or "1"
                for side in (less, more)
            )
            relation = sympy.Mul(*less) <= sympy.Mul(*more)
            yield Sentence(notation.relation(relation.xreplace(named)).latex, words), (relation, named)

    def _powers(self, factors: Mapping[str, Expr]) -> Iterator[dict[Expr, bool]]:
        """The product of the factors over all rounds, as powers of one or two counters.

        A power is inverted, and the value is then False, where that makes its base greater than 1.
        """
        counters = [counter for counter in self.seen.counters if counter.by == 1]
        for some in itertools.chain(itertools.combinations(counters, 1), itertools.combinations(counters, 2)):
            of_each: dict[Any, set[Expr]] = {}
            for name, factor in factors.items():
                counting = tuple(counter for counter in some if counter.counts(self.seen.kinds[name]))
                of_each.setdefault(counting, set()).add(factor)
            others = of_each.pop((), {sympy.Integer(1)})
            alone = all(len(counting) == 1 and len(bases) == 1 for counting, bases in of_each.items())
            if others == {sympy.Integer(1)} and alone and len(of_each) == len(some):
                based = {counting[0].symbol: bases.pop() for counting, bases in of_each.items()}
                grows = {symbol: bool((base > 1) == True) for symbol, base in based.items()}  # noqa: E712
                yield {(base if grows[symbol] else 1 / base) ** symbol: grows[symbol] for symbol, base in based.items()}
                return

    def _named(self, term: Expr) -> Symbol:
        """The author's name for the power, or one that says what it is."""
        symbols = {named: symbol for symbol, named in self.names.items()}
        return symbols.get(term, sympy.Symbol(plain_text(term), positive=True))
