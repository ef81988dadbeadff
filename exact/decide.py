"""Relations between exact numbers, decided and never approximated.

    >>> from sympy import log, symbols
    >>> M, n = symbols("M n")
    >>> decide(M <= log(n) / log(2), {M: 3, n: 8})
    <Decision.TRUE: 'true'>

A side that stays rational is computed in rationals. Every other is enclosed in a ball, at 64 bits and then at twice as
many until the two sides separate. Sides that the first balls do not separate are converted to a normal form, which can
show that they are equal (log(8)/log(2) and 3). What is still open at the maximum precision is UNDECIDED.

Conventions: `log` is the natural logarithm; 0**0 is 1; a root is the real root of a non-negative number; every part of
a relation must have a real value, even if another part would settle it (otherwise DomainError).
"""

import enum
import functools
import math
import numbers
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import repeat
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from flint import arb, ctx, fmpq

from learncheck.exact.balls import (
    ZERO,
    DomainError,
    Number,
    ends,
    exact,
    fraction,
    nearest_float,
    shown,
    sign_of_difference,
    translate,
)
from learncheck.exact.differences import (
    ENOUGH_FOR_BALLS,
    FIRST_PRECISION,
    MAX_PRECISION,
    REMEMBERED,
    REPORT_PRECISIONS,
    difference,
)

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.logic.boolalg import Boolean

__all__ = ["MAX_PRECISION", "Decision", "DomainError", "Relation", "compile_relation", "decide"]

T = TypeVar("T")

Values: TypeAlias = "Mapping[Symbol, object] | Mapping[str, object]"
"""Exact numbers by symbols, or by their names."""

Column: TypeAlias = list[object] | object
"""The values of a symbol in many rows: a list, or a single value for all of them."""

MANY_ROWS = 48
"""From this many rows on, all are first examined at once; fewer are decided faster one by one."""

PLAIN = frozenset({int, float, Fraction, fmpq, arb})
"""The types of numbers that need no conversion."""

READY = frozenset({int, fmpq, arb})
"""The types of numbers that are computed with as they are."""


class Decision(enum.Enum):
    """The outcome of deciding a relation. It has no truth value, so that UNDECIDED never passes as an answer."""

    TRUE = "true"
    FALSE = "false"
    UNDECIDED = "undecided"

    @property
    def holds(self) -> bool:
        """Whether the relation is certainly true."""
        return self is Decision.TRUE

    @property
    def fails(self) -> bool:
        """Whether the relation is certainly false."""
        return self is Decision.FALSE

    def __bool__(self) -> bool:
        raise TypeError(f"{self} is neither true nor false; ask for .holds or .fails")


COMPARE: Mapping[str, Callable[[Number | int, Number | int], bool]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "==": operator.eq,
    "!=": operator.ne,
}
"""Each comparison of two numbers; for balls, whether it holds for all numbers in them."""


class Relation:
    """A relation, compiled for deciding at any values: a comparison, or several of them joined by And.

    `symbols` are those that occur in it, by name. Values are a mapping from these symbols, or from their names, to int,
    Fraction, float (the dyadic rational that it is), numpy's integers and floats, sympy's numbers (log(5), √2), or
    balls that certainly contain the number; extra symbols are ignored. What a ball leaves open is UNDECIDED. Every
    method raises LookupError for a symbol without a value, TypeError for a value that is not an exact number, and
    DomainError for one that violates its symbol's assumptions (sympy has already simplified with them).
    """

    def __init__(self, relation: "Boolean") -> None:
        parts = conjuncts(relation)
        self.relation = relation
        self.symbols: tuple[Symbol, ...] = tuple(sorted(relation.free_symbols, key=lambda symbol: str(symbol.name)))
        self.own = frozenset(self.symbols)  # whether a symbol is among them is asked of every game
        self.names = tuple(str(symbol.name) for symbol in self.symbols)
        if len(set(self.names)) < len(self.names):
            raise ValueError(f"{self.text} has two symbols of one name, with different assumptions; rename one")
        self.comparisons = tuple(Comparison(part, self.symbols) for part in parts)
        self.declared = tuple(
            (index, description, allows)
            for index, symbol in enumerate(self.symbols)
            for description, allows in declarations(symbol)
        )
        self._decided = functools.lru_cache(REMEMBERED, typed=True)(self._decide)
        self._judged = functools.lru_cache(REMEMBERED, typed=True)(self._judge)

    @property
    def text(self) -> str:
        """The relation as sympy prints it."""
        return str(self.relation)

    def __repr__(self) -> str:
        return f"Relation({self.text})"

    def decide(self, values: Values, *, max_precision: int = MAX_PRECISION) -> Decision:
        """TRUE, FALSE, or UNDECIDED if balls of `max_precision` bits overlap and no normal form helps.

        Raises DomainError if a part of the relation has no real value.
        """
        return self._decision(self._given(values), max_precision)

    def decisions(
        self, columns: "Mapping[str, Column]", rows: int, *, max_precision: int = MAX_PRECISION
    ) -> Iterator[Decision]:
        """The decisions of all rows, each computed when it is requested.

        A column has, for the symbol of its name, a value for every row or one for all of them. If there are many rows,
        those that certainly hold are found first, all at once.
        """
        own = self._given(columns)
        certain = self._certain(own, rows) if examined_at_once(rows, max_precision) else [False] * rows
        for row, holds in enumerate(certain):
            if holds:
                yield Decision.TRUE
                continue
            try:
                yield self._decision(
                    [column[row] if isinstance(column, list) else column for column in own], max_precision
                )
            except DomainError:
                if max_precision > FIRST_PRECISION:
                    raise
                yield Decision.UNDECIDED  # a wide ball may contain numbers at which it is undefined

    def certain(self, columns: "Mapping[str, Column]", rows: int) -> list[bool]:
        """For each row, whether the relation certainly holds, as all rows tell at once: False if it may not."""
        return self._certain(self._given(columns), rows)

    def _certain(self, columns: "Sequence[Column]", rows: int) -> list[bool]:
        """For each row, whether the relation certainly holds in balls of the first precision, or in rationals."""
        precision = ctx.prec
        try:
            ctx.prec = FIRST_PRECISION
            numbers = list(map(exact_column, columns, self.names))
            for index, _, allows in self.declared:
                column = numbers[index]
                if not all(map(allows, in_rationals(column if isinstance(column, list) else [column]))):
                    return [False] * rows
            certain = [comparison.certain(numbers, rows) for comparison in self.comparisons]
        except (ArithmeticError, AttributeError, TypeError, ValueError):  # no value, no number, or no certain integer
            return [False] * rows
        finally:
            ctx.prec = precision
        return certain[0] if len(certain) == 1 else [all(parts) for parts in zip(*certain, strict=True)]

    def sides(self, values: Values) -> tuple[float, float]:
        """The left and the right side for a report: ±inf outside the floats' range, nan if there is no value.

        Of several comparisons, the sides of the first that fails, or else of the one with the greatest ratio.
        """
        relation, rest = self._rational(self._given(values))
        left, right = relation._sides(relation._exact(rest))[0]
        return nearest_float(left), nearest_float(right)

    def exact_sides(self, values: Values) -> tuple[Fraction | None, Fraction | None]:
        """The two sides (as in `sides`) if they are known to be rational, otherwise None."""
        relation, given = self._rational(self._given(values))
        left, right = relation._sides(relation._exact(given), rational=True)[0]
        return (
            fraction(left) if isinstance(left, fmpq) else None,
            fraction(right) if isinstance(right, fmpq) else None,
        )

    def judged(self, values: Values) -> "tuple[Decision, float, float, float | None]":
        """What `decide` says of the values, the two `sides`, and the sharpness observed/bound.

        That is left/right for <= and <, and right/left for >= and >. inf if the bound is 0 and the observed is
        positive. None for 0/0, if a side is negative, and for == and !=. Of several comparisons, the greatest.
        """
        relation, rest = self._rational(self._given(values))
        return recall(relation._judged, tuple(rest))

    def _decision(self, given: Sequence[object], max_precision: int) -> Decision:
        if not PLAIN.issuperset(map(type, given)) and any(map(is_irrational, given)):
            decision = self._by_balls(given)
            if decision is not Decision.UNDECIDED:
                return decision
        relation, rest = self._rational(given)
        return recall(relation._decided, (max_precision, *rest))

    def _by_balls(self, given: Sequence[object]) -> Decision:
        """The decision with sympy's irrational numbers enclosed in balls, which no relation has to be compiled for."""
        try:
            balls = [ball_of(value) if is_irrational(value) else value for value in given]
            return self._decide(ENOUGH_FOR_BALLS, *balls)
        except (ArithmeticError, TypeError, ValueError):  # an odd value, of which what follows says more
            return Decision.UNDECIDED

    def _given(self, values: Values) -> Sequence[object]:
        """The given values, in the order of the symbols."""
        keys = self.names if isinstance(next(iter(values), ""), str) else self.symbols
        try:
            return [values[key] for key in keys]
        except KeyError:
            pass
        by_name = {getattr(key, "name", key): value for key, value in values.items()}
        missing = [name for name in self.names if name not in by_name]
        if missing:
            raise LookupError(f"no value for {', '.join(missing)} in {self.text}; there are values for {list(by_name)}")
        return [by_name[name] for name in self.names]

    def _rational(self, given: Sequence[object]) -> "tuple[Relation, Sequence[object]]":
        """The relation with sympy's irrational numbers substituted for their symbols, and the remaining values."""
        if PLAIN.issuperset(map(type, given)):
            return self, given
        pairs = zip(self.symbols, given, strict=True)
        put = {symbol: value for symbol, value in pairs if is_irrational(value)}
        if not put:
            return self, given
        other = with_values(self.relation, frozenset(put.items()))
        return other, other._given(dict(zip(self.symbols, given, strict=True)))

    def _exact(self, given: Iterable[object]) -> tuple[Number, ...]:
        numbers = tuple(map(enclosed, given, self.names))
        for index, description, allows in self.declared:
            if not possibly(allows, numbers[index]):
                raise DomainError(
                    f"{self.names[index]} = {shown(numbers[index])}, but the symbol is declared {description}"
                    f" and {self.text} may rest on that; declare it otherwise or leave such values out"
                )
        return numbers

    def _decide(self, max_precision: int, *given: object) -> Decision:
        numbers = self._exact(given)
        return joined([comparison.decide(numbers, max_precision) for comparison in self.comparisons])

    def _judge(self, *given: object) -> tuple[Decision, float, float, float | None]:
        numbers = self._exact(given)
        sides = [comparison.sides(numbers) for comparison in self.comparisons]
        decisions = [comparison.judge(numbers, both) for comparison, both in zip(self.comparisons, sides, strict=True)]
        (left, right), ratio = self._to_report(sides, (decision.holds for decision in decisions))
        return joined(decisions), nearest_float(left), nearest_float(right), ratio

    def _sides(
        self, numbers: tuple[Number, ...], *, rational: bool = False
    ) -> tuple[tuple[Number, Number], float | None]:
        """The sides of the comparison to report, and the greatest ratio."""
        sides = [comparison.sides(numbers, rational=rational) for comparison in self.comparisons]
        return self._to_report(sides, (comparison.holds(numbers) for comparison in self.comparisons))

    def _to_report(
        self, sides: Sequence[tuple[Number, Number]], hold: Iterable[bool]
    ) -> tuple[tuple[Number, Number], float | None]:
        """The sides to report, of those of all comparisons and whether these hold, and the greatest ratio."""
        ratios = [comparison.ratio(*both) for comparison, both in zip(self.comparisons, sides, strict=True)]
        ratio = max((quotient for quotient in ratios if quotient is not None), default=None)
        if len(sides) == 1:
            return sides[0], ratio
        fails = next((both for both, holds in zip(sides, hold, strict=True) if not holds), None)
        return fails or sides[max(range(len(sides)), key=lambda index: ratios[index] or 0.0)], ratio


def joined(decisions: Collection[Decision]) -> Decision:
    """The decision of comparisons that are joined by And."""
    return next((decision for decision in (Decision.FALSE, Decision.UNDECIDED) if decision in decisions), Decision.TRUE)


def recall(remembered: "functools._lru_cache_wrapper[T]", given: tuple[object, ...]) -> T:
    """The memoized result, computed again if a value cannot be hashed or is not a number."""
    try:
        return remembered(*given)
    except (TypeError, ValueError) as error:
        if isinstance(error, DomainError):
            raise
        return remembered.__wrapped__(*given)


@functools.lru_cache(1024)
def ball_of(value: object) -> arb:
    """A ball around a number of sympy. Raises ValueError if it is none that can be enclosed."""
    with ctx.workprec(ENOUGH_FOR_BALLS):
        (number,) = translate((value,), ())()
        return arb(number)


def is_irrational(value: object) -> bool:
    """Whether it is a number of sympy that is no rational."""
    return getattr(value, "is_Rational", True) is False


@functools.lru_cache(1024)
def with_values(relation: "Boolean", put: "frozenset[tuple[Symbol, Expr]]") -> Relation:
    """The relation with these terms substituted for its symbols. Nothing is simplified by rounded values."""
    import sympy

    terms = dict(put)
    for symbol, value in terms.items():
        if not value.is_number or not value.is_real:
            raise DomainError(f"{symbol} = {value} is not a real number; only these can be compared")
        if value.has(sympy.Float):
            raise DomainError(f"{symbol} = {value} has a float inside, which is not exact; write Rational(p, q)")
    parts = [
        part.func(part.lhs.xreplace(terms), part.rhs.xreplace(terms), evaluate=False) for part in conjuncts(relation)
    ]
    return Relation(sympy.And(*parts, evaluate=False) if len(parts) > 1 else parts[0])


def enclosed(value: object, name: str) -> Number:
    """The value as an exact rational, or the ball that it is."""
    return value if isinstance(value, arb) else exact(value, name)


def possibly(allows: Callable[[fmpq], bool], number: Number) -> bool:
    """Whether the number may satisfy the predicate of its symbol's assumptions."""
    return bool(allows(number)) if isinstance(number, fmpq) else any(map(allows, ends(number)))


@functools.lru_cache(1024)
def compile_relation(relation: "Boolean") -> Relation:
    """Compile the relation for deciding; memoized.

    Takes Le, Lt, Ge, Gt, Eq, Ne and And of them, over + - * / powers, log, exp, roots, pi, Abs, Min, Max, floor,
    ceiling, factorial, binomial, harmonic and finite sums. Raises ValueError for anything else, for floats inside, and
    for a relation that sympy has already settled.
    """
    return Relation(relation)


def decide(relation: "Boolean | Relation", values: Values, *, max_precision: int = MAX_PRECISION) -> Decision:
    """Decide the relation at the values; see `Relation.decide`."""
    compiled = relation if isinstance(relation, Relation) else compile_relation(relation)
    return compiled.decide(values, max_precision=max_precision)


def conjuncts(relation: "Boolean") -> "tuple[Boolean, ...]":
    """The comparisons that the relation joins by And."""
    import sympy

    if relation in (True, False, sympy.true, sympy.false):
        raise ValueError(
            f"the relation is {relation} whatever the values, by sympy's simplification: it checks nothing; "
            "drop the assumption on a symbol that made it so, or build it with evaluate=False"
        )
    parts = relation.args if isinstance(relation, sympy.And) else (relation,)
    for part in parts:
        if getattr(part, "rel_op", None) not in COMPARE:
            raise ValueError(
                f"{part} is not a relation that can be decided: give Le, Lt, Ge, Gt, Eq, Ne or an And of them"
            )
    return tuple(parts)


def examined_at_once(rows: int, max_precision: int) -> bool:
    """Whether that pays: there are many rows, or no precision is left to gain."""
    return rows >= MANY_ROWS or max_precision <= FIRST_PRECISION


@functools.lru_cache(1024)
def declarations(symbol: "Symbol") -> list[tuple[str, Callable[[fmpq], bool]]]:
    """The requirements of the symbol's assumptions on its value: descriptions and predicates."""
    facts: list[tuple[str, bool | None, Callable[[fmpq], bool]]] = [
        ("positive", symbol.is_extended_positive, lambda number: number > ZERO),
        ("negative", symbol.is_extended_negative, lambda number: number < ZERO),
        ("nonnegative", symbol.is_extended_nonnegative, lambda number: number >= ZERO),
        ("nonpositive", symbol.is_extended_nonpositive, lambda number: number <= ZERO),
        ("zero", symbol.is_zero, lambda number: number == ZERO),
        ("even", symbol.is_even, lambda number: number.q == 1 and number.p % 2 == 0),
        ("odd", symbol.is_odd, lambda number: number.q == 1 and number.p % 2 == 1),
        ("an integer", symbol.is_integer, lambda number: number.q == 1),
    ]
    if symbol.is_rational is False or symbol.is_prime or symbol.is_composite:
        raise ValueError(
            f"{symbol} is declared irrational, prime or composite, which no value is checked for; drop that"
        )
    asked = [(description, holds) for description, declared, holds in facts if declared]
    asked += [(f"not {description}", negation(holds)) for description, declared, holds in facts if declared is False]
    allowed = [fmpq(half, 2) for half in (-4, -2, -1, 0, 1, 2, 4)]  # a number of every kind
    telling = []
    for description, holds in asked:
        if not all(map(holds, allowed)):  # otherwise the earlier ones imply it
            allowed = list(filter(holds, allowed))
            telling.append((description, holds))
    return telling


def as_declared(values: "Mapping[Symbol, object]", but: "Collection[Symbol]" = ()) -> None:
    """Check rational values by the declarations of their symbols, which sympy may have simplified away, but for those
    that a relation has itself, and checks. Raises DomainError.
    """
    for symbol, value in values.items():
        if symbol not in but and isinstance(value, numbers.Rational):
            for description, allows in declarations(symbol):
                if not allows(exact(value, symbol.name)):
                    raise DomainError(
                        f"the measure gives {symbol} as {value}, but the symbol is declared {description}, and sympy "
                        "may have simplified the bound by that; declare it otherwise"
                    )


def negation(predicate: Callable[[fmpq], bool]) -> Callable[[fmpq], bool]:
    """True where the predicate is false."""
    return lambda number: not predicate(number)


BELOW_ONE = math.nextafter(1.0, 0.0)
"""The displayed value of a ratio that is less than 1 by less than the precision of floats."""


class Comparison:
    """One comparison between two expressions in `symbols`."""

    def __init__(self, relation: "Boolean", symbols: "tuple[Symbol, ...]") -> None:
        self.operator = str(relation.rel_op)
        self.compare = COMPARE[self.operator]
        self.difference = difference(relation.lhs, relation.rhs, symbols)

    def decide(self, numbers: tuple[Number, ...], max_precision: int) -> Decision:
        return self.by_sign(self.difference.sign(numbers, max_precision))

    def judge(self, numbers: tuple[Number, ...], sides: tuple[Number, Number]) -> Decision:
        """What `decide` says, which the two `sides` usually tell."""
        sign = sign_of_difference(*sides)
        return self.decide(numbers, MAX_PRECISION) if sign is None else self.by_sign(sign)

    def by_sign(self, sign: int | None) -> Decision:
        """The decision by the sign of left − right."""
        if sign is None:
            return Decision.UNDECIDED
        return Decision.TRUE if self.compare(sign, 0) else Decision.FALSE

    def certain(self, columns: "Sequence[Column]", rows: int) -> list[bool]:
        if self.difference.roundings:
            return [False] * rows
        lists = [column for column in columns if isinstance(column, list)]
        parts, evaluate, is_polynomial = self.difference.by_rows(
            tuple(index for index, column in enumerate(columns) if isinstance(column, list))
        )
        numbers: list[Number] = [*(column for column in columns if not isinstance(column, list)), *parts(*columns)]
        if is_polynomial:  # Python's integers are added, multiplied and compared faster than rationals
            numbers = [int(number.p) if isinstance(number, fmpq) and number.q == 1 else number for number in numbers]
        else:
            lists = list(map(in_rationals, lists))
        pairs = map(evaluate, *lists, *(repeat(number, rows) for number in numbers))
        return [bool(self.compare(left, right)) for left, right in pairs]

    def holds(self, numbers: tuple[Number, ...]) -> bool:
        """Whether it is certainly true; False if a part of it has no real value."""
        try:
            return self.decide(numbers, MAX_PRECISION).holds
        except DomainError:
            return False

    def sides(self, numbers: tuple[Number, ...], *, rational: bool = False) -> tuple[Number, Number]:
        return self.difference.sides(numbers, rational=rational)

    def ratio(self, left: Number, right: Number) -> float | None:
        if self.operator in ("==", "!="):
            return None
        observed, bound = (left, right) if self.operator in ("<=", "<") else (right, left)
        if not (observed >= ZERO and bound >= ZERO):
            return None
        if bound == ZERO:
            return None if observed == ZERO else math.inf
        with ctx.workprec(REPORT_PRECISIONS[0]):
            ratio = nearest_float(observed / bound)
        return BELOW_ONE if ratio == 1.0 and observed < bound else ratio


def exact_column(column: Column, name: str) -> list[int | Number] | Number:
    """The column as integers, rationals and balls."""
    if not isinstance(column, list):
        return enclosed(column, name)
    return [value if type(value) in READY else enclosed(value, name) for value in column]


def in_rationals(column: list[int | Number]) -> list[Number]:
    """The numbers, with integers converted to rationals."""
    return [fmpq(number) if type(number) is int else number for number in column]
