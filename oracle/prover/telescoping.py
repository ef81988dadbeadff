"""The lines of a kind of round as expressions that are at least 0, and what follows from them by telescoping.

cases_of     the lines of a kind of round, in each case of their maxima and minima
products_of  the products of the state in the lines, as further quantities; `with_products` puts them into lines
sizes_of     its absolute values, likewise
joined       combines two lines with Farkas' multipliers
forms        linear forms F of the state for which some line says F(q′) ≥ F(q) + g
gained       g; where there is none, `reset` finds c with F(q′) ≥ c
factor_of    ρ, if a line says q′ ≤ ρq; with `rises`, if one says q′ ≥ ρq

Nothing here has to be sound: every invariant that is made of it has to be shown.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sympy
from sympy.core.relational import Relational

from learncheck.oracle.notation import plain_text
from learncheck.theorems.language.proof import Transition
from learncheck.theorems.language.step import Next, Step

Expr = Any
Symbol = Any


def says_how(symbol: Symbol, step: Step, state: Sequence[Symbol]) -> bool:
    """Whether the step says how the quantity changes, and not only its value after the round."""
    spoken = step.relation.free_symbols
    return Next(symbol) in spoken and bool(spoken & set(state))


CASES = 16
"""The number of cases above which maxima and minima are not split."""


def cases_of(transition: Transition, names: Mapping[Symbol, Expr]) -> list[list[Expr]]:
    """The expressions that are at least 0 in a round, by its lines and the facts about it, with terms named.

    Max(a, b) ≥ q leaves two cases, a ≥ q and b ≥ q: there is a list for each. A line that is no comparison, or whose
    maxima and minima cannot be split, is left out.
    """
    relations = [step.relation for step in transition.steps] + list(transition.holds.values())
    facts = [fact.relation for fact in transition.using]
    relations += [fact.args[1] if isinstance(fact, sympy.Implies) else fact for fact in facts]
    relations = [relation.xreplace({term: symbol for symbol, term in names.items()}) for relation in relations]
    relations += [sympy.Eq(Next(symbol), symbol, evaluate=False) for symbol in transition.keeps]
    cases: list[list[Expr]] = [[]]
    comparisons = (part for relation in relations for part in sympy.And.make_args(relation))
    for relation in comparisons:
        if not isinstance(relation, Relational):
            continue
        gap = sympy.expand(relation.rhs - relation.lhs)
        gaps = [gap] if relation.rel_op in ("<=", "<", "==") else []
        gaps += [-gap] if relation.rel_op in (">=", ">", "==") else []
        for line in gaps:
            ways = _ways(line)
            if len(cases) * len(ways) <= CASES:
                cases = [[*case, *way] for case in cases for way in ways]
    return cases


def _ways(line: Expr) -> list[list[Expr]]:
    """The ways in which the line can be at least 0, each with lines without maxima and minima."""
    extremes = line.atoms(sympy.Max, sympy.Min, sympy.Abs)
    if not extremes:
        return [[line]]
    for extreme in extremes:
        factor = line.coeff(extreme, 1)
        rest = sympy.expand(line - factor * extreme)
        if rest.has(extreme) or not (factor.is_nonnegative or factor.is_nonpositive):
            continue
        arms = (extreme.args[0], -extreme.args[0]) if isinstance(extreme, sympy.Abs) else extreme.args
        ways = [_ways(sympy.expand(rest + factor * arm)) for arm in arms]
        if bool(factor.is_nonnegative) is isinstance(extreme, sympy.Min):  # all of them hold
            return [[line for way in chosen for line in way] for chosen in itertools.product(*ways)]
        return [way for alternative in ways for way in alternative]
    return [[]]


def products_of(cases: Iterable[Sequence[Expr]], state: Sequence[Symbol]) -> dict[Symbol, Expr]:
    """The powers and products of the state that occur after a round, each with a symbol that stands for it."""
    after = {Next(symbol): symbol for symbol in state}
    products: dict[Symbol, Expr] = {}
    for line in itertools.chain.from_iterable(cases):
        for summand in sympy.Add.make_args(line):
            _, term = summand.as_independent(*after, as_Add=False)
            if not term.is_Symbol and term.is_polynomial() and set() < term.free_symbols <= after.keys():
                product = term.xreplace(after)
                products[sympy.Symbol(plain_text(product), nonnegative=product.is_nonnegative)] = product
    return products


def sizes_of(steps: Iterable[Step], state: Sequence[Symbol]) -> dict[Symbol, Expr]:
    """The absolute values of the state of which steps speak after a round, each with a symbol that stands for it."""
    spoken = set[Expr]().union(*(step.relation.atoms(sympy.Abs) for step in steps))
    return {
        sympy.Symbol(f"|{symbol}|", nonnegative=True): abs(symbol) for symbol in state if abs(Next(symbol)) in spoken
    }


def with_products(lines: Sequence[Expr], products: Mapping[Symbol, Expr]) -> list[Expr]:
    """The lines in the symbols of products, and that a product stays, falls or rises where all of its factors do."""
    named: dict[Expr, Symbol] = {}
    for symbol, product in products.items():
        after = {factor: Next(factor) for factor in product.free_symbols}
        named |= {product: symbol, product.xreplace(after): Next(symbol)}
    changing = {factor for product in named for factor in product.free_symbols}

    def said_so(summand: Expr) -> Expr:
        factor, product = summand.as_independent(*changing, as_Add=False)
        return factor * named.get(product, product)

    return [sympy.Add(*map(said_so, sympy.Add.make_args(line))) for line in lines] + [
        sign * (Next(symbol) - symbol)
        for symbol, product in products.items()
        for sign in (1, -1)
        if all(sign * (Next(factor) - factor) in lines for factor in product.free_symbols)
    ]


def forms(cases: Iterable[Sequence[Expr]], state: Sequence[Symbol]) -> list[Expr]:
    """The linear forms F of the state for which some line says F(q′) ≥ F(q) − δ, without duplicates."""
    forms: dict[Expr, None] = {}
    for lines in cases:
        for line in [*lines, *joined(lines, state)]:
            form = form_of(line, state)
            if form is not None:
                forms.setdefault(form)
    return list(forms)


def form_of(line: Expr, state: Sequence[Symbol]) -> Expr | None:
    """F, if the line is F(q′) − F(q) + δ ≥ 0 with a δ free of the state; None if it does not have this shape."""
    form, rest = _after(line, state)
    rest = sympy.expand(rest + form)
    taken = {*state, *map(Next, state)}
    factors_free = not any(form.coeff(symbol, 1).free_symbols & taken for symbol in state)
    return form if form != 0 and factors_free and not rest.free_symbols & taken else None


def _after(line: Expr, state: Sequence[Symbol]) -> tuple[Expr, Expr]:
    """The form of the quantities after the round that is in the line, and the rest of the line."""
    form: Expr = sympy.Integer(0)
    rest = whole = sympy.expand(line)
    for symbol in state:
        factor = whole.coeff(Next(symbol), 1)
        form += factor * symbol
        rest -= factor * Next(symbol)
    return form, sympy.expand(rest)


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
    """g with F(q′) ≥ F(q) + g by the lines: of several, the greatest whose quantities of the round are counted."""
    gains = []
    for line in [*lines, *joined(lines, state)]:
        if sympy.expand((form_of(line, state) or 0) - form) == 0:
            rest = line - sum((form.coeff(s, 1) * (Next(s) - s) for s in state), sympy.Integer(0))
            gains.append(sympy.expand(-rest))
    if not gains:
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
        gains = [sympy.expand(sum(parts, sympy.Integer(0)))]
    uncounted = [len((gain.free_symbols & own) - summed) for gain in gains]
    best = [gain for gain, count in zip(gains, uncounted, strict=True) if count == min(uncounted)]
    least = weakest([-bound for bound in best])
    return min(best, key=lambda bound: len(str(bound))) if least is None else -least


def reset(form: Expr, lines: Sequence[Expr], state: Sequence[Symbol], own: set[Symbol]) -> Expr | None:
    """c with F(q′) ≥ c by a line about the form alone, for a c that is the same in all rounds."""
    for line in lines:
        after, rest = _after(line, state)
        if sympy.expand(after - form) == 0 and not rest.free_symbols & ({*state, *map(Next, state)} | own):
            return -rest
    return None


def _single(symbol: Symbol, lines: Sequence[Expr], state: Sequence[Symbol], *, falls: bool = False) -> Expr | None:
    """The least change of one quantity by a line about it alone; with `falls`, the greatest."""
    sign = -1 if falls else 1
    for line in lines:
        form = form_of(line, state)
        if form is not None and sympy.expand(form - sign * symbol) == 0:
            return sympy.expand(-sign * (line - sign * (Next(symbol) - symbol)))
    return None


def factor_of(symbol: Symbol, lines: Sequence[Expr], *, rises: bool = False) -> Expr | None:
    """ρ with q′ ≤ ρq, from a line about these two alone; with `rises`, ρ with q′ ≥ ρq."""
    after = Next(symbol)
    for line in lines:
        one, other = line.coeff(after, 1), line.coeff(symbol, 1)
        if (one if rises else -one).is_positive and sympy.expand(line - one * after - other * symbol) == 0:
            return sympy.nsimplify(-other / one)
    return None


def weakest(bounds: Sequence[Expr]) -> Expr | None:
    """The least of the expressions, by the signs of their symbols; None if it is not seen which it is."""
    return next((bound for bound in bounds if all((other - bound).is_nonnegative for other in bounds)), None)


def relation_of(gap: Expr) -> Any:
    """The relation with the negative terms on the left and the others on the right."""
    terms = sympy.Add.make_args(gap)
    left = [-summand for summand in terms if summand.could_extract_minus_sign()]
    right = [summand for summand in terms if not summand.could_extract_minus_sign()]
    return sympy.Le(sympy.Add(*left), sympy.Add(*right))
