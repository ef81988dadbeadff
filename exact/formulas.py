"""Formulas of relations, joined by And, Or, Not and Implies, decided like the relations themselves; and terms."""

import functools
from collections.abc import Mapping

import sympy
from sympy import And, Expr, Or
from sympy.logic.boolalg import Boolean, to_nnf

from learncheck.exact.balls import Number, exact, translate
from learncheck.exact.decide import Column, Decision, Relation, compile_relation


class Formula:
    """A formula, compiled for deciding at any values, which may include symbols besides its `names`."""

    def __init__(self, formula: Boolean) -> None:
        self.stated = formula
        self.names = frozenset(str(symbol.name) for symbol in formula.free_symbols)
        self.settled: bool | None = bool(formula) if formula in (True, False) else None
        plain = formula if self.settled is not None else to_nnf(formula, simplify=False)
        self.parts = tuple(map(Formula, plain.args)) if isinstance(plain, And | Or) else ()
        self.join = any if isinstance(plain, Or) else all
        relation = self.settled is None and not self.parts
        self.relation: Relation | None = compile_relation(plain) if relation else None

    def decide(self, values: Mapping[str, object]) -> bool | None:
        """Whether it holds; None if that is undecided. Raises like `Relation.decide`, for every part."""
        if self.relation is None:
            if self.settled is not None:
                return self.settled
            decisions = [part.decide(values) for part in self.parts]
            settles = self.join is any
            return settles if settles in decisions else None if None in decisions else not settles
        decision = self.relation.decide(values)
        return None if decision is Decision.UNDECIDED else decision is Decision.TRUE

    def certain(self, columns: Mapping[str, Column], rows: int) -> list[bool]:
        """For each row of the columns, whether it certainly holds, as all rows tell at once: False if it may not."""
        if self.relation is not None:
            return self.relation.certain(columns, rows)
        if self.settled is not None:
            return [self.settled] * rows
        certain = [part.certain(columns, rows) for part in self.parts]
        return [self.join(parts) for parts in zip(*certain, strict=True)]


@functools.lru_cache(1024)
def compile_formula(formula: Boolean) -> Formula:
    """Compile the formula for deciding; memoized."""
    return Formula(formula)


def decided(formula: Boolean, values: Mapping[str, object]) -> bool | None:
    """Whether the formula holds at these values; None if that is undecided."""
    return compile_formula(sympy.sympify(formula)).decide(values)


class Term:
    """A term, compiled for evaluating at any values, which may include symbols besides its `names`."""

    def __init__(self, term: Expr) -> None:
        symbols = sorted(term.free_symbols, key=str)
        self.names = tuple(symbol.name for symbol in symbols)
        self._function = translate((term,), symbols)

    def at(self, values: Mapping[str, object]) -> Number:
        """Its value, a rational or a ball. Raises like `exact`, and KeyError for a name without a value."""
        return self._function(*(exact(values[name], name) for name in self.names))[0]


@functools.lru_cache(1024)
def compile_term(term: Expr) -> Term:
    """Compile the term for evaluating; memoized."""
    return Term(term)


EQUAL = compile_formula(sympy.Eq(*sympy.symbols("p q"), evaluate=False))


def equal(one: object, other: object) -> bool | None:
    """Whether the numbers are equal; None if that is undecided."""
    return EQUAL.decide({"p": one, "q": other})
