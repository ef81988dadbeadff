"""Formal numbers: any real number as an expression, and runs that fork where numbers are compared.

`paths` runs a piece of code once for every combination of outcomes of its comparisons. The conditions that the
arithmetic needs (no division by 0) are recorded beside the comparisons.
"""

import copy
import math
import numbers
import operator
from collections.abc import Callable, Hashable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, NoReturn, Self, TypeAlias, TypeVar

import sympy
from sympy.logic.boolalg import Boolean

T = TypeVar("T")
Result = TypeVar("Result")
Number: TypeAlias = "Real | sympy.Expr | numbers.Real | float"

MOST_COMPARISONS = 64
MOST_PATHS = 4096


class NotFormal(TypeError):
    """The code is not written in the language of formal runs, or does something that has no formal meaning."""


@dataclass(frozen=True)
class Path(Generic[T]):
    """One path through the code: the comparisons that led there, the obligations of its arithmetic, and the result."""

    comparisons: tuple[Boolean, ...]
    owed: tuple[Boolean, ...]
    result: T


class _Fork:
    """The comparisons of one run: those decided by the plan, and those beyond it (taken as true first).

    A comparison that follows from an earlier one by its form (the same, or its negation) is not asked again.
    """

    def __init__(self, plan: list[bool]) -> None:
        self.plan = plan
        self.asked = 0
        self.met: list[Boolean] = []
        self.owed: list[Boolean] = []
        self.settled: dict[object, bool] = {}

    def decide(self, relation: Boolean) -> bool:
        settled = self.settled.get(_form(relation))
        if settled is not None:
            return settled
        if self.asked == len(self.plan):
            if self.asked == MOST_COMPARISONS:
                raise NotFormal(
                    f"one round makes more than {MOST_COMPARISONS} comparisons; a loop until a formal condition holds "
                    "has no end"
                )
            self.plan.append(True)
        answer = self.plan[self.asked]
        self.asked += 1
        self.assume(relation if answer else sympy.Not(relation))
        return answer

    def assume(self, relation: Boolean) -> None:
        self.met.append(relation)
        for form, truth in _consequences(relation):
            self.settled[form] = truth


def _consequences(relation: Boolean) -> Iterator[tuple[object, bool]]:
    """What follows from the relation by its form: from p > 0 that p ≥ 0 and p ≠ 0, and neither p = 0 nor p < 0."""
    yield _form(relation), True
    yield _form(sympy.Not(relation)), False
    if isinstance(relation, sympy.Lt | sympy.Gt | sympy.Eq):
        one, other = relation.lhs, relation.rhs
        equal = isinstance(relation, sympy.Eq)
        less = sympy.Lt(one, other) if not isinstance(relation, sympy.Gt) else sympy.Lt(other, one)
        yield _form(sympy.Eq(one, other)), equal
        yield _form(sympy.Ne(one, other)), not equal
        yield _form(less), not equal
        yield _form(sympy.Lt(less.rhs, less.lhs)), False
        yield _form(sympy.Le(less.lhs, less.rhs)), True
        yield _form(sympy.Le(less.rhs, less.lhs)), equal


def _form(relation: Boolean) -> object:
    """A normal form, the same for equivalent relations such as p > 0 and -2p < 0."""
    if isinstance(relation, sympy.Gt | sympy.Ge):
        relation = relation.reversed
    if isinstance(relation, sympy.Lt | sympy.Le):
        return type(relation), _primitive(relation.lhs - relation.rhs)
    if isinstance(relation, sympy.Eq | sympy.Ne):
        gap = relation.lhs - relation.rhs
        return type(relation), frozenset((_primitive(gap), _primitive(-gap)))
    return relation


def _primitive(term: sympy.Expr) -> sympy.Expr:
    """The term up to a positive rational factor."""
    return sympy.expand(term).as_content_primitive()[1]


_running: ContextVar[_Fork | None] = ContextVar("running", default=None)


def paths(run: Callable[[], T]) -> Iterator[Path[T]]:
    """Run the code once for every outcome of its comparisons. Raises NotFormal if there are too many."""
    plan: list[bool] = []
    for _ in range(MOST_PATHS):
        fork = _Fork(plan)
        token = _running.set(fork)
        try:
            result = run()
        finally:
            _running.reset(token)
        yield Path(tuple(fork.met), tuple(dict.fromkeys(fork.owed)), result)
        while plan and not plan[-1]:
            plan.pop()
        if not plan:
            return
        plan[-1] = False
    raise NotFormal(f"one round has more than {MOST_PATHS} paths")


class Formal:
    """The common base of formal quantities: they support computation, and reveal nothing else."""

    __array_ufunc__: None = None  # numpy leaves the arithmetic to us

    def __array__(self, *arguments: object, **options: object) -> NoReturn:
        raise NotFormal("the code makes an array of a formal quantity, which has no entries")

    def __len__(self) -> int:
        raise NotFormal("the code asks for the size of a formal array, which is any")

    def __iter__(self) -> NoReturn:
        raise NotFormal("the code goes through the entries of a formal quantity, of which there are any number")

    def __setitem__(self, key: object, value: object) -> None:
        raise NotFormal("the code writes into a formal array; make another one: w = w + ...")

    def __float__(self) -> NoReturn:
        raise NotFormal("a formal quantity has no value to convert: leave int(), float() and round() out")

    __int__ = __index__ = __complex__ = __round__ = __trunc__ = __floor__ = __ceil__ = __float__

    def __bool__(self) -> bool:
        raise NotFormal("the code asks whether a formal array is true; ask .any()")

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):  # used by Python and sympy; forbidden to a learner's code (`formal.language`)
            raise AttributeError(name)
        raise NotFormal(
            f"a formal {type(self).__name__.lower()} has no {name}; a learner's step uses arithmetic, @, sums and "
            "comparisons alone"
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.description()})"

    def description(self) -> str:
        """A description in words."""
        raise NotImplementedError


class FormalArray(Formal):
    """An array that `+=` and the like modify in place, as they modify numpy's."""

    def _become(self, other: object) -> Self:
        vars(self).update(vars(other))
        return self

    def __iadd__(self, other: object) -> Self:
        return self._become(operator.add(self, other))

    def __isub__(self, other: object) -> Self:
        return self._become(operator.sub(self, other))

    def __imul__(self, other: object) -> Self:
        return self._become(operator.mul(self, other))

    def __itruediv__(self, other: object) -> Self:
        return self._become(operator.truediv(self, other))

    def __iand__(self, other: object) -> Self:
        return self._become(operator.and_(self, other))

    def __neg__(self) -> Any:
        return operator.mul(self, -1)

    def copy(self) -> Self:
        """An independent copy: what it is known by is replaced as a whole, and never modified."""
        return copy.copy(self)

    def content(self) -> Hashable:
        """Its content, comparable."""
        raise NotImplementedError


def owe(relation: Boolean) -> None:
    """Record a condition that the code's arithmetic needs."""
    fork = _running.get()
    if relation == sympy.true:
        return
    if relation == sympy.false:
        raise NotFormal("the code divides by 0, or takes the root of a negative number, whatever the quantities")
    if fork is not None:
        fork.owed.append(relation)


def assume(relation: Boolean) -> None:
    """Record something known on this path for a reason other than a comparison."""
    fork = _running.get()
    if fork is None:
        raise NotFormal(f"{relation} is known only on a path, in a run under `paths`")
    fork.assume(relation)


class Truth(Formal):
    """A comparison of formal quantities. Asking whether it is true forks the run; this works only under `paths`.

    `&`, `|` and `~` combine comparisons without asking.
    """

    def __init__(self, relation: Boolean) -> None:
        self.relation = relation

    def __bool__(self) -> bool:
        if self.relation in (sympy.true, sympy.false):
            return bool(self.relation)
        fork = _running.get()
        if fork is None:
            raise NotFormal(
                f"whether {self.relation} holds is open; only a run under `paths` may ask. Python's `and`, `or` and "
                "`not` do ask, and so would drop a condition: join conditions by & | ~"
            )
        return fork.decide(self.relation)

    def __and__(self, other: "Truth | bool") -> "Truth":
        return Truth(sympy.And(self.relation, _relation(other)))

    __rand__ = __and__

    def __or__(self, other: "Truth | bool") -> "Truth":
        return Truth(sympy.Or(self.relation, _relation(other)))

    __ror__ = __or__

    def __invert__(self) -> "Truth":
        return Truth(sympy.Not(self.relation))

    def __eq__(self, other: object) -> NoReturn:
        raise NotFormal(f"the code compares the truth of {self.relation} with {other!r}")

    def description(self) -> str:
        return str(self.relation)


def _relation(value: "Truth | bool") -> Boolean:
    if isinstance(value, Truth):
        return value.relation
    if isinstance(value, bool):
        return sympy.true if value else sympy.false
    raise NotFormal(f"a condition on formal quantities is joined with {value!r}")


def _with_number(operation: Callable[[sympy.Expr, sympy.Expr], Result]) -> Callable[["Real", Number], Result]:
    """The operation of a formal number with any number."""
    return lambda self, other: operation(self.expression, value_of(other)) if is_number(other) else NotImplemented


class Real(Formal):
    """A real number, whichever it is, as a sympy expression. Floats are taken as the dyadic rationals that they are."""

    def __init__(self, expression: object) -> None:
        self.expression = value_of(expression)

    __add__ = __radd__ = _with_number(lambda p, q: Real(p + q))
    __sub__ = _with_number(lambda p, q: Real(p - q))
    __rsub__ = _with_number(lambda p, q: Real(q - p))
    __mul__ = __rmul__ = _with_number(lambda p, q: Real(p * q))
    __truediv__ = _with_number(lambda p, q: _quotient(p, q))
    __rtruediv__ = _with_number(lambda p, q: _quotient(q, p))
    __lt__ = _with_number(lambda p, q: Truth(p < q))
    __le__ = _with_number(lambda p, q: Truth(p <= q))
    __gt__ = _with_number(lambda p, q: Truth(p > q))
    __ge__ = _with_number(lambda p, q: Truth(p >= q))

    def __pow__(self, exponent: Number) -> "Real":
        power = value_of(exponent)
        if not power.is_Rational:
            raise NotFormal(f"a formal quantity is raised to the power {exponent!r}, which is not a fixed number")
        if not power.is_Integer:
            owe(self.expression >= 0)
        if power < 0:
            owe(sympy.Ne(self.expression, 0))
        return Real(self.expression**power)

    def __neg__(self) -> "Real":
        return Real(-self.expression)

    def __pos__(self) -> "Real":
        return self

    def __abs__(self) -> "Real":
        return Real(sympy.Abs(self.expression))

    def __eq__(self, other: object) -> Any:
        return Truth(sympy.Eq(self.expression, value_of(other)))

    def __ne__(self, other: object) -> Any:
        return Truth(sympy.Ne(self.expression, value_of(other)))

    def __bool__(self) -> bool:
        return bool(self != 0)

    def _sympy_(self) -> sympy.Expr:
        """The sympy expression, for operations in which sympy's operand comes first: E + Real."""
        return self.expression

    def description(self) -> str:
        return str(self.expression)


def _quotient(above: sympy.Expr, below: sympy.Expr) -> Real:
    owe(sympy.Ne(below, 0))
    return Real(above / below)


def is_number(value: object) -> bool:
    """Whether the arithmetic of formal numbers accepts it."""
    return isinstance(value, Real | sympy.Expr | numbers.Real)


def value_of(value: object) -> sympy.Expr:
    """The number as an exact expression. Raises NotFormal if it is not a number."""
    if isinstance(value, Real):
        return value.expression
    if isinstance(value, sympy.Expr):
        return value
    if isinstance(value, numbers.Rational):
        return sympy.Rational(int(value.numerator), int(value.denominator))
    if isinstance(value, numbers.Real) and math.isfinite(value):
        return sympy.Rational(*float(value).as_integer_ratio())
    raise NotFormal(f"a formal quantity meets {value!r}, which is not a number")
