"""Translate relations to SMT-LIB 2. What cannot be expressed exactly is refused, never dropped.

A quotient, a root, a maximum or an absolute value becomes an auxiliary quantity with the relations that define it. A
definition holds only under its side condition (denominator ≠ 0, radicand ≥ 0). If the condition fails, nothing is known
of the quantity: hypotheses then say nothing, and a goal must show the condition itself.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Boolean, BooleanFalse, BooleanTrue, Implies, Not, Or

from learncheck.theorems.language.proof import Obligation
from learncheck.theorems.language.step import declared_sign

_SIGNS = {
    sympy.Le: "<=",
    sympy.Lt: "<",
    sympy.Ge: ">=",
    sympy.Gt: ">",
    sympy.Eq: "=",
}
HIGHEST_POWER = 64


class Untranslatable(ValueError):
    """The expression has no exact form in real arithmetic; the message names it and a remedy."""


@dataclass(frozen=True)
class _Auxiliary:
    """A quantity that stands for a term: its name, and the side conditions of the term and of the terms inside it."""

    name: str
    sides: tuple[str, ...]


class _Translation:
    """The translation of one obligation: names for symbols, and auxiliary quantities with their defining relations."""

    def __init__(self) -> None:
        self.symbols: dict[sympy.Symbol, str] = {}
        self.auxiliary: dict[sympy.Expr, _Auxiliary] = {}
        self.definitions: list[str] = []
        self.sides: dict[str, None] = {}
        """The side conditions of the last translated formula; `translate` clears it."""
        self._count = itertools.count(1)

    def translate(self, formula: Boolean | bool) -> tuple[str, tuple[str, ...]]:
        """The formula's text, and the side conditions under which it is meaningful."""
        self.sides = {}
        return self.boolean(formula), tuple(self.sides)

    def boolean(self, formula: Boolean | bool) -> str:
        if isinstance(formula, bool | BooleanTrue | BooleanFalse):
            return "true" if formula else "false"
        if isinstance(formula, And | Or):
            word = "and" if isinstance(formula, And) else "or"
            return f"({word} {' '.join(self.boolean(each) for each in formula.args)})"
        if isinstance(formula, Not):
            return f"(not {self.boolean(formula.args[0])})"
        if isinstance(formula, Implies):
            return f"(=> {self.boolean(formula.args[0])} {self.boolean(formula.args[1])})"
        if isinstance(formula, Relational):
            return _compared(formula, self.real(formula.lhs), self.real(formula.rhs))
        raise Untranslatable(f"{formula} is not a relation of real arithmetic; state it with ≤, <, =, ≠, and, or, not")

    def real(self, term: sympy.Expr) -> str:
        if isinstance(term, sympy.Symbol):
            return self._symbol(term)
        if isinstance(term, sympy.Float):
            raise Untranslatable(f"{term} is a float, which is rounded; write a fraction, as in Rational(1, 10)")
        if isinstance(term, sympy.Rational):
            return _rational(term)
        if isinstance(term, sympy.Add):
            return f"(+ {' '.join(self.real(each) for each in term.args)})"
        if isinstance(term, sympy.Mul):
            return self._product(term)
        if isinstance(term, sympy.Pow):
            return self._power(term)
        if isinstance(term, sympy.Max | sympy.Min):
            return self._extreme(term)
        if isinstance(term, sympy.Abs):
            return self._absolute(term)
        remedy = "name it by a symbol" if not isinstance(term, sympy.exp | sympy.log) else f"give names={{a: {term}}}"
        raise Untranslatable(
            f"{term} ({type(term).__name__}) is neither a polynomial nor a root; {remedy}, and bring in what is known "
            "of it as a lemma, by using="
        )

    def _symbol(self, symbol: sympy.Symbol) -> str:
        if symbol not in self.symbols:
            if symbol.is_extended_real is False:
                raise Untranslatable(f"{symbol} is declared not to be real; declare it real")
            if any(known.name == symbol.name for known in self.symbols):
                raise Untranslatable(f"two symbols are called {symbol}, with different assumptions; rename one")
            self.symbols[symbol] = _name(symbol, len(self.symbols))
        return self.symbols[symbol]

    def _product(self, term: sympy.Expr) -> str:
        """Translate a product; with negative powers in it, as the quotient of two products."""
        below = [each for each in term.args if isinstance(each, sympy.Pow) and each.exp.is_Rational and each.exp < 0]
        if not below:
            return _times([self.real(each) for each in term.args])
        above = sympy.Mul(*(each for each in term.args if each not in below), evaluate=False)
        inverse = sympy.Mul(*(sympy.Pow(each.base, -each.exp) for each in below), evaluate=False)
        return self._define(term, [above, inverse], "(= (* {0} {2}) {1})", "(not (= {2} 0.0))")

    def _power(self, term: sympy.Expr) -> str:
        base, exponent = term.args
        if not exponent.is_Rational:
            raise Untranslatable(f"{term} has a variable exponent; name it in the proof: names={{P: 2**M}}")
        if max(abs(exponent.p), exponent.q) > HIGHEST_POWER:
            raise Untranslatable(f"{term} is too high a power to be written out; name it by a symbol")
        if exponent < 0:
            inside = sympy.Pow(base, -exponent, evaluate=False)
            return self._define(term, [inside], "(= (* {0} {1}) 1.0)", "(not (= {1} 0.0))")
        if exponent.q == 1:
            return _times([self.real(base)] * int(exponent.p))
        return _times([self._root(base, int(exponent.q))] * int(exponent.p))

    def _root(self, base: sympy.Expr, degree: int) -> str:
        root = sympy.Pow(base, sympy.Rational(1, degree), evaluate=False)
        power = _times(["{0}"] * degree)
        return self._define(root, [base], f"(and (>= {{0}} 0.0) (= {power} {{1}}))", "(>= {1} 0.0)")

    def _extreme(self, term: sympy.Expr) -> str:
        order = ">=" if isinstance(term, sympy.Max) else "<="
        numbers = range(1, len(term.args) + 1)
        bounds = " ".join(f"({order} {{0}} {{{i}}})" for i in numbers)
        one = " ".join(f"(= {{0}} {{{i}}})" for i in numbers)
        return self._define(term, term.args, f"(and {bounds} (or {one}))", None)

    def _absolute(self, term: sympy.Expr) -> str:
        return self._define(term, term.args, "(and (>= {0} 0.0) (or (= {0} {1}) (= {0} (- {1}))))", None)

    def _define(self, term: sympy.Expr, parts: Iterable[sympy.Expr], meaning: str, side: str | None) -> str:
        """The auxiliary quantity for the term. In `meaning`, {0} is the quantity, and {1}, {2}, ... are the parts."""
        if term not in self.auxiliary:
            outer, self.sides = self.sides, {}
            texts = [self.real(part) for part in parts]
            name = f"aux{next(self._count)}"
            definition = meaning.format(name, *texts)
            if side is not None:
                condition = side.format(name, *texts)
                self.sides[condition] = None
                definition = f"(=> {condition} {definition})"
            self.definitions.append(definition)
            self.auxiliary[term] = _Auxiliary(name, tuple(self.sides))
            self.sides = outer
        found = self.auxiliary[term]
        self.sides |= dict.fromkeys(found.sides)
        return found.name


@dataclass(frozen=True)
class Script:
    """An obligation as SMT-LIB text, and the claim's name for each constant."""

    text: str
    names: dict[str, str]


def script(obligation: Obligation) -> Script:
    """The obligation as a script: hypotheses and the negated goal or, of a vacuity obligation, the hypotheses alone.

    The obligation is proved if the script is unsatisfiable; one of vacuity, if it is satisfiable. The declared signs of
    the symbols (positive, non-negative; not that they are integers) are asserted too. Raises Untranslatable.
    """
    translation = _Translation()
    refute = obligation.part != "vacuity"
    lines = []
    for words, each in obligation.hypotheses.items():
        text, sides = translation.translate(each)
        lines += [f"; {_comment(words)}", f"(assert {text})"]
        if not refute:
            lines += [f"(assert {side})" for side in sides]
    if refute:
        text, sides = translation.translate(obligation.goal)
        wanted = f"(and {text} {' '.join(sides)})" if sides else text
        lines += ["; the goal, negated", f"(assert (not {wanted}))"]
    elif obligation.cases:
        texts = []
        for case in obligation.cases:
            translated = (translation.translate(each) for each in case.values())
            texts.append(f"(and true {' '.join(part for text, sides in translated for part in (text, *sides))})")
        lines += ["; one of the cases", f"(assert (or {' '.join(texts)}))"]
    head = [f"; {obligation.part}: {_comment(obligation.words)}", "(set-logic QF_NRA)"]
    names = [*translation.symbols.values(), *(each.name for each in translation.auxiliary.values())]
    head += [f"(declare-const {name} Real)" for name in names]
    head += [f"(assert {sign})" for symbol in translation.symbols for sign in _declared(symbol, translation)]
    head += [f"(assert {definition})" for definition in translation.definitions]
    text = "\n".join([*head, *lines, "(check-sat)"]) + "\n"
    return Script(text, {name: symbol.name for symbol, name in translation.symbols.items()})


def _compared(relation: Any, left: str, right: str) -> str:
    if isinstance(relation, sympy.Ne):
        return f"(not (= {left} {right}))"
    return f"({_SIGNS[type(relation)]} {left} {right})"


def _declared(symbol: sympy.Symbol, translation: _Translation) -> list[str]:
    sign = declared_sign(symbol, sympy.Symbol("x", real=True))
    return [] if sign is None else [_compared(sign, translation.symbols[symbol], "0.0")]


def _times(factors: list[str]) -> str:
    return factors[0] if len(factors) == 1 else f"(* {' '.join(factors)})"


def _name(symbol: sympy.Symbol, index: int) -> str:
    """The part of the symbol's name that SMT-LIB accepts, with a number that makes it unique."""
    letters = symbol.name.replace("′", "_next")
    kept = "".join(letter for letter in letters if letter.isascii() and (letter.isalnum() or letter == "_"))
    return f"{kept if kept[:1].isalpha() else 'v' + kept}_{index}"


def _rational(value: sympy.Rational) -> str:
    size = f"{abs(value.p)}.0" if value.q == 1 else f"(/ {abs(value.p)}.0 {value.q}.0)"
    return size if value.p >= 0 else f"(- {size})"


def _comment(words: str) -> str:
    return " ".join(words.split())
