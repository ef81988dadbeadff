"""Find a sum that shows that facts contradict each other, by a linear program.

The facts ≥ 0 and > 0 are multiplied with each other, up to a number of factors. Each product is a column, each monomial
a row; a solution of the linear program that has a strictly positive product is a sum that is 0. Equations that are
linear in a variable eliminate it before; by the others polynomials are reduced. What the linear program finds in
floating point only names the columns: their coefficients are solved for again in rationals.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flint import fmpq, fmpq_mat, fmpq_mpoly

from learncheck.oracle.prover.kernel import Atom, Multiple, Product, Some, Sum

Polynomial: TypeAlias = fmpq_mpoly
MOST_COLUMNS = 3_000
MOST_PAIRS, MOST_DEGREE, MOST_TERMS, MOST_ROUNDS = 60, 8, 40, 4
"""How far equations that eliminate no variable are combined with each other."""
GREATEST = (None, 1e4)
"""The greatest coefficient: a solution with a huge one, as a strict product of 1e-9 needs, may be none."""
SMALL = (1e-9, 1e-7, 1e-5)
"""What counts as 0 in a floating solution, relative to the greatest coefficient; each is tried."""


Combination: TypeAlias = tuple[Polynomial, dict[int, Polynomial]]
"""A polynomial, and multiples of the original equations by their numbers: those that it is the sum of, or those that
another polynomial was changed by to become it.
"""

Solved: TypeAlias = tuple[Polynomial, int, Polynomial, dict[int, Polynomial]]
"""An eliminated variable: the equation, the variable's index, its value, and the equation as multiples of the original
ones.
"""


@dataclass
class _Column:
    polynomial: Polynomial
    facts: tuple[int, ...] = ()
    root: Polynomial | None = None
    strict: bool = False
    cost: float = 1.0


class Elimination:
    """Equations solved for variables, and what becomes of other polynomials."""

    def __init__(self, equations: Sequence[tuple[int, Polynomial]]) -> None:
        self.solved: list[Solved] = []
        self.left: list[Combination] = []
        self.gens: tuple[Polynomial, ...] = ()
        open_ = []
        for number, polynomial in equations:
            self.gens = self.gens or polynomial.context().gens()
            open_.append((polynomial, {number: polynomial.context().constant(1)}))
        self._eliminate(open_)
        for _ in range(MOST_ROUNDS):
            self._complete()
            if all(_solvable(equation) is None for equation, _ in self.left):
                break
            self._eliminate(self.left)

    def _eliminate(self, open_: list[Combination]) -> None:
        """Solve the equations for variables, the simplest first; the others are left."""
        while open_:
            open_ = [equation for equation in open_ if equation[0] != 0]
            picks = [(pick, equation) for equation in open_ if (pick := _solvable(equation[0])) is not None]
            if not picks:
                break
            (_, variable, value), chosen = min(picks, key=lambda pick: pick[0][0])
            self.solved.append((chosen[0], variable, value, chosen[1]))
            open_ = [self._step(equation, self.solved[-1]) for equation in open_ if equation is not chosen]
        self.left = open_

    def _step(self, pair: Combination, solved: Solved) -> Combination:
        """The polynomial without the variable that is solved for, and the multiples that took it there so far."""
        polynomial, parts = pair
        equation, variable, value, own = solved
        if not polynomial.degrees()[variable]:
            return pair
        gens = list(self.gens)
        gens[variable] = value
        after = polynomial.compose(*gens)
        return after, _combined(parts, own, (after - polynomial) / equation)

    def of(self, polynomial: Polynomial) -> Combination:
        """What is left of the polynomial, and the multiples of the original equations that take it there."""
        pair: Combination = polynomial, {}
        for solved in self.solved:
            pair = self._step(pair, solved)
        rest, more = self.divided(pair[0])
        return rest, _combined(pair[1], more, 1)

    def divided(self, polynomial: Polynomial) -> Combination:
        """What division by the equations that are left leaves, and the multiples that take the polynomial to it.

        Each division is linear in the polynomial, and so is the repetition, which ends where nothing changes.
        """
        multiples: dict[int, Polynomial] = {}
        changed = bool(self.left)
        while changed:
            changed = False
            for equation, own in self.left:
                times, rest = divmod(polynomial, equation)
                if times != 0:
                    multiples, polynomial, changed = _combined(multiples, own, -times), rest, True
        return polynomial, multiples

    def _complete(self) -> None:
        """Add what Buchberger's algorithm finds, as far as it goes: equations that the others imply.

        A step cancels the leading terms of two equations: u²(1 − ε) = ε from εs² = 1 − ε and us = 1.
        """
        pairs = list(itertools.combinations(range(len(self.left)), 2))
        for _ in range(MOST_PAIRS):
            if not pairs:
                break
            pairs.sort(key=lambda pair: sum(map(max, *(self.left[k][0].monomial(0) for k in pair))))
            i, j = pairs.pop(0)
            (p, own), (q, other) = self.left[i], self.left[j]
            a, b = p.monomial(0), q.monomial(0)
            if all(x == 0 or y == 0 for x, y in zip(a, b, strict=True)):
                continue
            context = p.context()
            up = context.from_dict({tuple(max(y - x, 0) for x, y in zip(a, b, strict=True)): 1 / p.coefficient(0)})
            down = context.from_dict({tuple(max(x - y, 0) for x, y in zip(a, b, strict=True)): 1 / q.coefficient(0)})
            parts = _combined(_combined({}, own, up), other, -down)
            rest, more = self.divided(up * p - down * q)
            if rest == 0 or rest.total_degree() > MOST_DEGREE or len(rest) > MOST_TERMS:
                continue
            pairs += [(k, len(self.left)) for k in range(len(self.left))]
            self.left.append((rest, _combined(parts, more, 1)))


def _combined(parts: dict[int, Polynomial], own: dict[int, Polynomial], times: Polynomial) -> dict[int, Polynomial]:
    """parts + times · own."""
    total = dict(parts)
    for number, factor in own.items():
        total[number] = total.get(number, 0) + times * factor
    return total


def _solvable(polynomial: Polynomial) -> tuple[tuple[int, int, int], int, Polynomial] | None:
    """A variable that occurs only as c·x, its value, and how simple that is."""
    degrees = polynomial.degrees()
    best = None
    terms = list(polynomial.terms())
    for powers, value in terms:
        if sum(powers) == 1:
            variable = powers.index(1)
            if degrees[variable] == 1 and sum(1 for other, _ in terms if other[variable]) == 1:
                gen = polynomial.context().gens()[variable]
                solved = gen - polynomial / value
                key = (solved.total_degree() if solved != 0 else 0, len(solved), variable)
                if best is None or key < best[0]:
                    best = (key, variable, solved)
    return best


def find_sum(
    facts: Sequence[Atom | Some],
    chosen: Iterable[int] | None = None,
    factors: int = 2,
    roots: Sequence[Polynomial] = (),
) -> Sum | None:
    """A sum from these facts, all by default.

    factors: the greatest number of facts in a product. roots: polynomials whose squares times a fact, or 1, are tried
    too.
    """
    numbers = range(len(facts)) if chosen is None else chosen
    atoms = [(i, fact) for i in numbers if isinstance(fact := facts[i], Atom)]
    if not atoms:
        return None
    elimination = Elimination([(i, atom.polynomial) for i, atom in atoms if atom.sign == "="])
    columns = list(_columns(atoms, elimination, factors, roots))
    if len(columns) > MOST_COLUMNS:
        return None
    at_once = [column for column in columns if column.strict and column.polynomial == 0]
    solution = [(fmpq(1), at_once[0])] if at_once else _solved(columns)
    return None if solution is None else _sum_of(facts, elimination, solution)


def _columns(
    atoms: Sequence[tuple[int, Atom]],
    elimination: Elimination,
    factors: int,
    roots: Sequence[Polynomial],
) -> Iterator[_Column]:
    one = atoms[0][1].polynomial.context().constant(1)
    yield _Column(elimination.divided(one)[0], strict=True)
    single: dict[str, _Column] = {}
    for i, atom in atoms:
        if atom.sign == "=":
            continue
        polynomial, _ = elimination.of(atom.polynomial)
        strict = atom.sign == ">"
        if polynomial.is_constant() and _says_nothing(polynomial, strict):
            continue
        key = str(polynomial)
        if key not in single or (strict and not single[key].strict):
            single[key] = _Column(polynomial, (i,), strict=strict)
    level = list(single.values())
    base = list(enumerate(level))
    yield from level
    previous = base
    for count in range(2, factors + 1):
        grown = []
        if len(previous) * len(base) > 4 * MOST_COLUMNS:
            break
        for last, column in previous:
            for index, other in base[last:]:
                product = _Column(
                    elimination.divided(column.polynomial * other.polynomial)[0],
                    (*column.facts, *other.facts),
                    strict=column.strict and other.strict,
                    cost=float(count) ** 2,
                )
                grown.append((index, product))
        yield from (column for _, column in grown)
        previous = grown
    for root in roots:
        square = elimination.divided(elimination.of(root)[0] ** 2)[0]
        if square == 0 or square.is_constant():
            continue
        yield _Column(square, root=root, cost=3.0)
        for column in level:
            yield _Column(elimination.divided(square * column.polynomial)[0], column.facts, root=root, cost=6.0)


def _says_nothing(constant: Polynomial, strict: bool) -> bool:
    """Whether the constant is > 0, or ≥ 0 if nothing more is said."""
    return not strict if constant == 0 else bool(constant.leading_coefficient() > 0)


def _solved(columns: Sequence[_Column]) -> list[tuple[fmpq, _Column]] | None:
    """Coefficients of columns that add up to 0, exactly."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csc_array, vstack

    rows: dict[Any, int] = {}
    data: list[float] = []
    where: list[int] = []
    starts = [0]
    entries = []
    scales = []
    for column in columns:
        terms = [(rows.setdefault(powers, len(rows)), value) for powers, value in column.polynomial.terms()]
        entries.append(terms)
        scale = max((abs(float(value.p) / float(value.q)) for _, value in terms), default=1.0)
        scales.append(scale)
        data += [float(value.p) / float(value.q) / scale for _, value in terms]
        where += [row for row, _ in terms]
        starts.append(len(data))
    matrix = csc_array((data, where, starts), shape=(len(rows), len(columns)))
    strict = np.array([1.0 if column.strict else 0.0 for column in columns])
    whole = vstack([matrix, csc_array(strict[None, :])]).tocsc()
    right = np.zeros(len(rows) + 1)
    right[-1] = 1.0
    cost = [column.cost * (1 + 0.05 * len(terms)) for column, terms in zip(columns, entries, strict=True)]
    for most in GREATEST:
        solution = linprog(cost, A_eq=whole, b_eq=right, bounds=(0, most), method="highs", options={"time_limit": 10})
        if solution.x is None:
            return None
        for small in SMALL:
            support = [i for i, value in enumerate(solution.x) if value > small * max(solution.x)]
            exact = _exact([columns[i] for i in support], [entries[i] for i in support])
            if exact is not None:
                return exact
    return None


def _exact(columns: Sequence[_Column], entries: Sequence[Any]) -> list[tuple[fmpq, _Column]] | None:
    """The coefficients of these columns, all ≥ 0, with the strict ones adding up to 1; None if there are none."""
    if not any(column.strict for column in columns):
        return None
    rows = sorted({row for terms in entries for row, _ in terms})
    index = {row: i for i, row in enumerate(rows)}
    width = len(columns) + 1
    matrix = fmpq_mat(len(rows) + 1, width)
    for j, terms in enumerate(entries):
        for row, value in terms:
            matrix[index[row], j] = value
        if columns[j].strict:
            matrix[len(rows), j] = 1
    matrix[len(rows), width - 1] = 1
    reduced, rank = matrix.rref()
    coefficients = [fmpq(0)] * len(columns)
    for i in range(rank):
        pivot = next(j for j in range(width) if reduced[i, j] != 0)
        if pivot == width - 1:
            return None
        coefficients[pivot] = reduced[i, width - 1]
    if any(value < 0 for value in coefficients):
        return None
    return [(value, column) for value, column in zip(coefficients, columns, strict=True) if value != 0]


def _sum_of(facts: Sequence[Atom | Some], elimination: Elimination, solution: Sequence[tuple[fmpq, _Column]]) -> Sum:
    """The sum of these products, with the multiples of equations that each of them was reduced by."""
    factors: dict[int, Polynomial] = {}
    for value, column in solution:
        factors = _combined(factors, _multiples_of(facts, elimination, column), value)
    products = tuple(Product(value, column.facts, column.root) for value, column in solution)
    return Sum(products, tuple(Multiple(q, i) for i, q in sorted(factors.items()) if q != 0))


def _multiples_of(facts: Sequence[Atom | Some], elimination: Elimination, column: _Column) -> dict[int, Polynomial]:
    """The multiples of equations that take the product to the polynomial of its column, step by step as it was made."""
    reduced, parts = elimination.divided(column.polynomial.context().constant(1))
    for i in column.facts:
        fact = facts[i]
        assert isinstance(fact, Atom)
        parts = {number: q * fact.polynomial for number, q in parts.items()}
        rest, own = elimination.of(fact.polynomial)
        parts = _combined(parts, own, reduced)
        reduced, more = elimination.divided(reduced * rest)
        parts = _combined(parts, more, 1)
    if column.root is not None:
        root = column.root
        value, own = elimination.of(root)
        square, more = elimination.divided(value**2)
        own = _combined(more, own, root + value)
        parts = _combined({number: q * root**2 for number, q in parts.items()}, own, reduced)
        parts = _combined(parts, elimination.divided(square * reduced)[1], 1)
    return parts
