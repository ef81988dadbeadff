"""Translate obligations to polynomial facts. What cannot be expressed exactly is refused, never dropped.

A quotient, a root, a maximum or an absolute value becomes an auxiliary quantity with the facts that define it. A
definition holds only under its side condition (denominator ≠ 0, radicand ≥ 0). If the condition fails, nothing is known
of the quantity: hypotheses then say nothing, and a goal must show the condition itself.

This is the only translation: the kernel, the search, z3 and the export read what it makes.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import sympy
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Boolean, BooleanFalse, BooleanTrue, Implies, Not, Or

from learncheck.oracle.prover.kernel import All, Atom, Formula, Some, taken_in
from learncheck.theorems.language.proof import Obligation
from learncheck.theorems.language.step import declared_sign

Polynomial: TypeAlias = fmpq_mpoly
HIGHEST_POWER = 64
MEASURED = "let measure= give it a symbol of its own"
ANY = sympy.Symbol("x", real=True)


class Untranslatable(ValueError):
    """The expression has no exact form in real arithmetic; the message names it and a remedy."""


@dataclass(frozen=True)
class NamedFormula:
    """A formula, by the words of the hypothesis that it is, or of what it is otherwise."""

    words: str
    formula: Formula
    kind: str = "hypothesis"


@dataclass(frozen=True)
class System:
    """An obligation as facts: it is proved if they contradict each other; one of vacuity, if numbers satisfy them.

    names: the claim's name for each variable; for an auxiliary quantity, the term that it stands for.
    """

    facts: tuple[NamedFormula, ...]
    names: tuple[str, ...]
    symbols: int
    """The number of variables that are the claim's own symbols; they come first."""
    context: fmpq_mpoly_ctx

    @cached_property
    def numbered(self) -> list[Any]:
        """The facts as the kernel numbers them."""
        return [part for fact in self.facts for part in taken_in(fact.formula)]

    @cached_property
    def origins(self) -> list[NamedFormula]:
        """Where each numbered fact comes from."""
        return [fact for fact in self.facts for _ in taken_in(fact.formula)]

    @cached_property
    def digest(self) -> str:
        """What tells it from other systems, for its certificate to be found."""
        text = "\n".join([" ".join(self.names), *(written(fact.formula) for fact in self.facts)])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def sides(self, polynomial: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Two polynomials without negative coefficients, of which it is the difference."""
        below = self.context.from_dict({powers: value for powers, value in polynomial.terms() if value < 0})
        return polynomial - below, -below


def written(formula: Formula) -> str:
    """The formula in the names x0, x1, … of the variables."""
    if isinstance(formula, Atom):
        return f"{formula.polynomial} {formula.sign} 0"
    word = "all" if isinstance(formula, All) else "some"
    return f"{word}({', '.join(map(written, formula.parts))})"


def system(obligation: Obligation) -> System:
    """The obligation as facts: its hypotheses and the negated goal or, of a vacuity obligation, the hypotheses alone.

    The declared signs of the symbols (positive, non-negative; not that they are integers) are facts too. Raises
    Untranslatable.
    """
    relations = [*obligation.hypotheses.values(), obligation.goal]
    relations += [relation for case in obligation.cases for relation in case.values()]
    translation = _Translation([relation for relation in relations if isinstance(relation, Boolean)])
    refute = obligation.part != "vacuity"
    facts = []
    for words, hypothesis in obligation.hypotheses.items():
        formula, sides = translation.translate(hypothesis)
        facts.append(NamedFormula(words, formula if refute else All((formula, *sides))))
    goal = []
    if refute:
        formula, sides = translation.translate(obligation.goal)
        goal = [NamedFormula("the opposite", negated(All((formula, *sides)) if sides else formula), "goal")]
    elif obligation.cases:
        cases = []
        for case in obligation.cases:
            parts = [translation.translate(relation) for relation in case.values()]
            cases.append(All(tuple(part for formula, sides in parts for part in (formula, *sides))))
        facts.append(NamedFormula("one of the cases", Some(tuple(cases))))
    facts += [*translation.declared(), *translation.definitions, *goal]
    return System(tuple(facts), tuple(translation.names), len(translation.symbols), translation.context)


def negated(formula: Formula) -> Formula:
    """The formula that holds where this one does not."""
    if isinstance(formula, All):
        return Some(tuple(map(negated, formula.parts)))
    if isinstance(formula, Some):
        if len(formula.parts) == 2:
            one, other = formula.parts  # p ≠ 0 is p > 0 or −p > 0
            if isinstance(one, Atom) and one.sign == ">" and other == Atom(-one.polynomial, ">"):
                return Atom(one.polynomial, "=")
        return All(tuple(map(negated, formula.parts)))
    p = formula.polynomial
    if formula.sign == "=":
        return Some((Atom(p, ">"), Atom(-p, ">")))
    return Atom(-p, ">" if formula.sign == "≥" else "≥")


@lru_cache(4096)
def _inside(relation: Boolean) -> tuple[frozenset[Any], int]:
    """The symbols in it, and the greatest number of auxiliary quantities that it needs."""
    terms = relation.atoms(sympy.Pow, sympy.Max, sympy.Min, sympy.Abs)
    return frozenset(relation.free_symbols), sum(
        2 for term in terms if not (term.is_Pow and term.exp.is_Integer and term.exp > 0)
    )


class _Translation:
    """The translation of one obligation: variables for symbols, and for terms that are no polynomials."""

    def __init__(self, relations: Iterable[Boolean]) -> None:
        symbols: dict[str, Any] = {}
        room = 0
        for spoken, terms in map(_inside, relations):
            for symbol in spoken:
                if symbols.setdefault(symbol.name, symbol) != symbol:
                    raise Untranslatable(f"two symbols are called {symbol}, with different assumptions; rename one")
            room += terms
        self.symbols = dict(sorted(symbols.items()))
        for symbol in self.symbols.values():
            if symbol.is_extended_real is False:
                raise Untranslatable(f"{symbol} is declared not to be real; declare it real")
        self.names = list(self.symbols)
        self.context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(self.names) + room)], "lex")
        self.variables = self.context.gens()
        self.terms: dict[Any, Polynomial] = {
            symbol: self.variables[i] for i, symbol in enumerate(self.symbols.values())
        }
        self.sides_of: dict[Any, dict[str, Formula]] = {}
        """The side conditions of the terms, those of the terms inside of them included."""
        self.auxiliary: dict[Any, Polynomial] = {}
        self.definitions: list[NamedFormula] = []
        self.sides: dict[str, Formula] = {}
        """The side conditions of what is being translated."""

    def declared(self) -> list[NamedFormula]:
        """The declared signs of the symbols."""
        signs = [(symbol, declared_sign(symbol, ANY)) for symbol in self.symbols.values()]
        return [
            NamedFormula(
                f"{symbol} is declared so", self.compared(sign, self.terms[symbol] - int(sign.rhs)), "declared"
            )
            for symbol, sign in signs
            if sign is not None
        ]

    def translate(self, formula: Boolean | bool) -> tuple[Formula, tuple[Formula, ...]]:
        """The formula, and the side conditions under which it is meaningful."""
        self.sides = {}
        translated = self.boolean(formula)
        return translated, tuple(self.sides.values())

    def boolean(self, formula: Boolean | bool) -> Formula:
        if isinstance(formula, bool | BooleanTrue | BooleanFalse):
            return All(()) if formula else Some(())
        if isinstance(formula, And | Or):
            return (All if isinstance(formula, And) else Some)(tuple(map(self.boolean, formula.args)))
        if isinstance(formula, Not):
            return negated(self.boolean(formula.args[0]))
        if isinstance(formula, Implies):
            return Some((negated(self.boolean(formula.args[0])), self.boolean(formula.args[1])))
        if isinstance(formula, Relational):
            return self.compared(formula, self.real(formula.lhs) - self.real(formula.rhs))
        raise Untranslatable(f"{formula} is not a relation of real arithmetic; state it with ≤, <, =, ≠, and, or, not")

    def compared(self, relation: Any, gap: Polynomial) -> Formula:
        """That the gap of both sides has the sign that the relation states."""
        if isinstance(relation, sympy.Eq):
            return Atom(gap, "=")
        if isinstance(relation, sympy.Ne):
            return negated(Atom(gap, "="))
        less = isinstance(relation, sympy.Le | sympy.Lt)
        return Atom(-gap if less else gap, "≥" if isinstance(relation, sympy.Le | sympy.Ge) else ">")

    def real(self, term: Any) -> Polynomial:
        if term not in self.terms:
            outer, self.sides = self.sides, {}
            self.terms[term] = self._real(term)
            self.sides_of[term] = self.sides
            self.sides = outer
        self.sides |= self.sides_of.get(term, {})
        return self.terms[term]

    def _real(self, term: Any) -> Polynomial:
        if isinstance(term, sympy.Float):
            raise Untranslatable(f"{term} is a float, which is rounded; write a fraction, as in Rational(1, 10)")
        if isinstance(term, sympy.Rational):
            return self.context.constant(fmpq(int(term.p), int(term.q)))
        if isinstance(term, sympy.Add | sympy.Mul):
            total, *others = map(self.real, term.args)
            for summand in others:
                total = total + summand if isinstance(term, sympy.Add) else total * summand
            return total
        if isinstance(term, sympy.Pow):
            return self._power(term)
        if isinstance(term, sympy.Max | sympy.Min):
            return self._extreme(term)
        if isinstance(term, sympy.Abs):
            return self._absolute(term)
        remedy = f"give names={{a: {term}}}" if isinstance(term, sympy.exp | sympy.log) else MEASURED
        raise Untranslatable(
            f"{term} ({type(term).__name__}) is neither a polynomial nor a root; {remedy}, and bring in what is known "
            "of it as a lemma, by using="
        )

    def _power(self, term: Any) -> Polynomial:
        base, exponent = term.args
        if not exponent.is_Rational:
            raise Untranslatable(f"{term} has a variable exponent; name it in the proof: names={{P: 2**M}}")
        if max(abs(exponent.p), exponent.q) > HIGHEST_POWER:
            raise Untranslatable(f"{term} is too high a power to be written out; {MEASURED}")
        base_value = self.real(base) if exponent.q == 1 else self._root(base, int(exponent.q))
        return self._inverse(base_value, term) ** -int(exponent.p) if exponent < 0 else base_value ** int(exponent.p)

    def _inverse(self, below: Polynomial, term: Any) -> Polynomial:
        """1/p, where p ≠ 0."""
        if below.is_constant() and below != 0:
            return self.context.constant(1 / below.leading_coefficient())
        name = f"1/({term.base ** abs(sympy.Rational(1, term.exp.q))})"
        inverse = self._auxiliary(("inverse", str(below)), name)
        side = negated(Atom(below, "="))
        return self._defined(inverse, name, Atom(inverse * below - 1, "="), side)

    def _root(self, base: Any, degree: int) -> Polynomial:
        inside = self.real(base)
        name = f"√({base})" if degree == 2 else f"({base})^(1/{degree})"
        root = self._auxiliary(("root", degree, str(inside)), name)
        meaning = All((Atom(root, "≥"), Atom(root**degree - inside, "=")))
        return self._defined(root, name, meaning, Atom(inside, "≥"))

    def _extreme(self, term: Any) -> Polynomial:
        parts = list(map(self.real, term.args))
        extreme = self._auxiliary(term, str(term))
        sign = 1 if isinstance(term, sympy.Max) else -1
        bounds = [Atom(sign * (extreme - part), "≥") for part in parts]
        return self._defined(
            extreme, str(term), All((*bounds, Some(tuple(Atom(extreme - part, "=") for part in parts))))
        )

    def _absolute(self, term: Any) -> Polynomial:
        inside = self.real(term.args[0])
        absolute = self._auxiliary(term, f"|{term.args[0]}|")
        meaning = All((Atom(absolute, "≥"), Some((Atom(absolute - inside, "="), Atom(absolute + inside, "=")))))
        return self._defined(absolute, f"|{term.args[0]}|", meaning)

    def _auxiliary(self, key: Any, name: str) -> Polynomial:
        if key not in self.auxiliary:
            self.auxiliary[key] = self.variables[len(self.names)]
            self.names.append(name)
        return self.auxiliary[key]

    def _defined(self, quantity: Polynomial, name: str, meaning: Formula, side: Formula | None = None) -> Polynomial:
        """The auxiliary quantity, with the fact that defines it where its side condition holds."""
        if side is not None:
            self.sides[written(side)] = side
            meaning = Some((negated(side), meaning))
        fact = NamedFormula(f"what {name} is", meaning, "definition")
        if fact not in self.definitions:
            self.definitions.append(fact)
        return quantity
