"""Candidate invariants: what the steps say of any time, and what follows from them by telescoping.

    F(q′) ≥ F(q) − δ in every kind of round      F(q) ≥ F(q₀) − Σδ       F linear; Farkas' multipliers join lines
    q′ ≤ ρq on the rounds that a counter counts  q ≤ q₀·ρ^M              as q·(1/ρ)^M ≤ q₀, a named power
    a relation of quantities after a round       the same relation at any time

The solvers have to show each of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy

from learncheck.oracle.notation import said
from learncheck.oracle.prover.observed import Observed
from learncheck.oracle.prover.telescoping import factor_of, forms, gained, lines_of, relation_of, worded
from learncheck.theorems.language.proof import Rounds
from learncheck.theorems.language.step import Next

Expr = Any
Symbol = Any
Lines = Mapping[str, Sequence[Expr]]
"""The expressions that are at least 0 in each kind of round."""


class Candidates:
    """The candidate invariants for the games seen; `asked` lists what would be needed to find more."""

    def __init__(self, seen: Observed, names: Mapping[Symbol, Expr]) -> None:
        self.seen, self.names = seen, names
        self.own = [*seen.own, *(symbol for symbol, term in names.items() if term.free_symbols & {*seen.own})]
        """The quantities of a round, and the names of terms that contain them."""
        self.asked: list[str] = []

    def invariants(self, start: Mapping[Symbol, Any], rounds: Mapping[str, Rounds]) -> Iterator[Any]:
        """Yield words with a relation and, if the relation contains a named power, its symbol and term."""
        lines = {name: lines_of(each, self.names) for name, each in rounds.items()}
        yield from self._afterwards()
        for form in forms(lines, self.seen.state):
            yield from self._telescoped(form, lines, start)
        for symbol in self.seen.state:
            if symbol in start:
                yield from self._multiplied(symbol, lines, start)

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
                yield worded(relation), (relation, None, None)

    def _telescoped(self, form: Expr, lines: Lines, start: Mapping[Symbol, Any]) -> Iterator[Any]:
        """F(q) ≥ F(q₀) + Σ of what the form gains in each kind of round."""
        if not {symbol for symbol in form.free_symbols if symbol in self.seen.state} <= set(start):
            return
        gains: dict[str, Expr] = {}
        for name, known in lines.items():
            gain = gained(form, known, self.seen.state, set(self.own), {each.by for each in self.seen.counters})
            if gain is None:
                return
            gains[name] = gain
        total = self._summed(gains)
        if total is None:
            return
        begun = form.subs({symbol: start[symbol] for symbol in form.free_symbols if symbol in self.seen.state})
        gap = sympy.expand(form - begun - total)
        relation = relation_of(gap)
        if relation not in (sympy.true, sympy.false):
            yield worded(relation), (relation, None, None)

    def _summed(self, gains: Mapping[str, Expr]) -> Expr | None:
        """The sum of the gains over all rounds, expressed in the counters; None if the counters do not suffice."""
        own = self.own
        total: Expr = sympy.Integer(0)
        left = {name: sympy.Poly(gain, *own).as_dict() if own else {(): gain} for name, gain in gains.items()}
        for monomial in {each for terms in left.values() for each in terms}:
            term = sympy.Mul(*(symbol**power for symbol, power in zip(own, monomial, strict=True)))
            vector = [terms.get(monomial, sympy.Integer(0)) for terms in left.values()]
            told = self._told(list(left), term, vector)
            if told is None and all((each * term).is_nonnegative for each in vector):
                told = sympy.Integer(0)  # the form rises in such rounds, however often
            if told is None:
                kinds = " and ".join(name for name, each in zip(left, vector, strict=True) if each != 0)
                what = "how often" if term == 1 else f"{term} in all, over the rounds of the kind"
                self.asked.append(f"a measured quantity that counts {what} {kinds}")
                return None
            total += told
        return total

    def _told(self, names: Sequence[str], term: Expr, vector: Sequence[Expr]) -> Expr | None:
        """The combination of counters that grows by vector·term in the kinds; None if there is none."""
        if not any(vector):
            return sympy.Integer(0)
        counters = [each for each in self.seen.counters if each.by == term]
        if not counters:
            return None
        unknown = sympy.symbols(f"x0:{len(counters)}")
        grown = [[int(each.counts(self.seen.kinds[name])) for each in counters] for name in names]
        equations = [
            sum(x * one for x, one in zip(unknown, row, strict=True)) - each
            for row, each in zip(grown, vector, strict=True)
        ]
        for solution in sympy.linsolve(equations, *unknown):
            values = [each.subs(dict.fromkeys(unknown, 0)) for each in solution]
            return sum(value * each.symbol for value, each in zip(values, counters, strict=True))
        return None

    def _multiplied(self, symbol: Symbol, lines: Lines, start: Mapping[Symbol, Any]) -> Iterator[Any]:
        """q·(1/ρ)^M ≤ q₀, where q′ ≤ ρq in the rounds that M counts and q′ ≤ q in the others."""
        factors: dict[str, Expr] = {name: factor_of(symbol, known) for name, known in lines.items()}
        if None in factors.values() or set(factors.values()) <= {sympy.Integer(1)}:
            return
        for each in self.seen.counters:
            if each.by != 1:
                continue
            counted = {factors[name] for name in lines if each.counts(self.seen.kinds[name])}
            others = {factors[name] for name in lines if not each.counts(self.seen.kinds[name])}
            if len(counted) == 1 and others <= {sympy.Integer(1)}:
                (factor,) = counted
                power, term = sympy.Symbol(f"P_{symbol}", positive=True), (1 / factor) ** each.symbol
                relation = symbol * power <= start[symbol]
                yield f"{said(symbol)}·{said(term)} ≤ {said(sympy.sympify(start[symbol]))}", (relation, power, term)
