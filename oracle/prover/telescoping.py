"""The lines of a kind of round as expressions that are at least 0, and what follows from them by telescoping.

lines_of     the lines of a kind of round; `joined` combines two of them with Farkas' multipliers
forms        linear forms F of the state for which some line says F(q′) ≥ F(q) + g; `gained` finds the g
factor_of    ρ, if a line says q′ ≤ ρq
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from learncheck.exact.balls import fraction
from learncheck.exact.decide import conjuncts
from learncheck.oracle.notation import said
from learncheck.theorems.language.proof import Rounds
from learncheck.theorems.language.step import Next, Step

Expr = Any
Symbol = Any


def says_how(symbol: Symbol, step: Step, state: Sequence[Symbol]) -> bool:
    """Whether the step says how the quantity changes, and not only its value after the round."""
    spoken = step.relation.free_symbols
    return Next(symbol) in spoken and bool(spoken & set(state))


def lines_of(rounds: Rounds, names: Mapping[Symbol, Expr]) -> list[Expr]:
    """The expressions that are at least 0 in a round, by its lines and the facts about it, with terms named."""
    relations = [step.relation for step in rounds.steps] + list(rounds.holds.values())
    facts = [fact.relation for fact in rounds.using]
    relations += [each.args[1] if isinstance(each, sympy.Implies) else each for each in facts]
    relations = [each.xreplace({term: symbol for symbol, term in names.items()}) for each in relations]
    relations += [sympy.Eq(Next(symbol), symbol, evaluate=False) for symbol in rounds.keeps]
    found: list[Expr] = []
    for relation in (each for whole in relations for each in conjuncts(whole)):
        gap = sympy.expand(relation.rhs - relation.lhs)
        if relation.rel_op in ("<=", "<", "=="):
            found.append(gap)
        if relation.rel_op in (">=", ">", "=="):
            found.append(-gap)
    return found


def forms(lines: Mapping[str, Sequence[Expr]], state: Sequence[Symbol]) -> list[Expr]:
    """The linear forms F of the state for which some line says F(q′) ≥ F(q) − δ, without duplicates."""
    found: dict[Expr, None] = {}
    for known in lines.values():
        for line in [*known, *joined(known, state)]:
            form = form_of(line, state)
            if form is not None:
                found.setdefault(form)
    return list(found)


def form_of(line: Expr, state: Sequence[Symbol]) -> Expr | None:
    """F, if the line is F(q′) − F(q) + δ ≥ 0 with a δ free of the state; None if it does not have this shape."""
    form: Expr = sympy.Integer(0)
    rest = line
    for symbol in state:
        after = Next(symbol)
        factor = sympy.expand(line).coeff(after, 1)
        form += factor * symbol
        rest -= factor * (after - symbol)
    rest = sympy.expand(rest)
    taken = {*state, *map(Next, state)}
    factors_free = not any(form.coeff(symbol, 1).free_symbols & taken for symbol in state)
    return form if form != 0 and factors_free and not rest.free_symbols & taken else None


def joined(lines: Sequence[Expr], state: Sequence[Symbol]) -> Iterator[Expr]:
    """Sums of two lines with Farkas' multipliers that eliminate a quantity of the round."""
    taken = {*state, *map(Next, state)}
    for one, other in itertools.combinations(lines, 2):
        if form_of(one, state) is None or form_of(other, state) is None:
            yield one + other
        for symbol in (one.free_symbols & other.free_symbols) - taken:
            first, second = one.coeff(symbol, 1), other.coeff(symbol, 1)
            if first.is_Number and second.is_Number and first * second < 0:
                yield sympy.expand(abs(second) * one + abs(first) * other)


def gained(
    form: Expr, lines: Sequence[Expr], state: Sequence[Symbol], own: set[Symbol], summed: set[Expr]
) -> Expr | None:
    """g with F(q′) ≥ F(q) + g by the lines; if there are several, the one whose quantities of the round are counted."""
    found = []
    for line in [*lines, *joined(lines, state)]:
        if sympy.expand((form_of(line, state) or 0) - form) == 0:
            rest = line - sum((form.coeff(s, 1) * (Next(s) - s) for s in state), sympy.Integer(0))
            found.append(sympy.expand(-rest))
    if not found:
        parts: list[Expr] = []
        for symbol in state:
            factor = form.coeff(symbol, 1)
            if factor == 0:
                continue
            up, down = _single(symbol, lines, state), _single(symbol, lines, state, falls=True)
            if factor.is_nonnegative and up is not None:
                parts.append(factor * up)
            elif factor.is_nonpositive and down is not None:
                parts.append(factor * down)
            elif up is not None and up == down == 0:
                continue
            else:
                return None
        found = [sympy.expand(sum(parts, sympy.Integer(0)))]
    return min(found, key=lambda each: (len((each.free_symbols & own) - summed), len(str(each))))


def _single(symbol: Symbol, lines: Sequence[Expr], state: Sequence[Symbol], *, falls: bool = False) -> Expr | None:
    """The least change of one quantity by a line about it alone; with `falls`, the greatest."""
    sign = -1 if falls else 1
    for line in lines:
        form = form_of(line, state)
        if form is not None and sympy.expand(form - sign * symbol) == 0:
            return sympy.expand(-sign * (line - sign * (Next(symbol) - symbol)))
    return None


def factor_of(symbol: Symbol, lines: Sequence[Expr]) -> Expr | None:
    """ρ with q′ ≤ ρq, from a line about these two alone."""
    after = Next(symbol)
    for line in lines:
        one, other = line.coeff(after, 1), line.coeff(symbol, 1)
        if one != 0 and sympy.expand(line - one * after - other * symbol) == 0 and one.is_negative:
            return sympy.nsimplify(-other / one)
    return None


def relation_of(gap: Expr) -> Any:
    """The relation with the negative terms on the left and the others on the right."""
    terms = sympy.Add.make_args(gap)
    left = [-each for each in terms if each.could_extract_minus_sign()]
    right = [each for each in terms if not each.could_extract_minus_sign()]
    return sympy.Le(sympy.Add(*left), sympy.Add(*right))


def worded(relation: Any) -> str:
    return said(relation)


def value_at(term: Expr, values: Mapping[Symbol, Any]) -> Fraction:
    number = term.subs({symbol: sympy.Rational(Fraction(values[symbol])) for symbol in term.free_symbols})
    return fraction(number)
