"""Formal rows: arrays with one entry per expert, variable or hypothesis, known by blocks of their indices.

A block is a set of indices of unknown size on which the instance is constant: the experts who are right, the variables
that are on. An index that the proof tracks is a block by itself. There are four kinds of arrays:

- `Row`: constant on each block (`values`: advice, an instance), or known by its sum over each (`sums`: the weights);
- `Indicator`: a comparison of a Row, 0 or 1 on each block;
- `Mask`: a set of indices, known by its count in each block (a version space);
- `PredictionTable`: |H| rows of predictions, known only at the formal instance.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NoReturn

import sympy
from sympy.logic.boolalg import Boolean

from learncheck.theorems.formal.numbers import (
    Formal,
    FormalArray,
    NotFormal,
    Number,
    Real,
    Truth,
    assume,
    is_number,
    value_of,
)

Blocks = Mapping[str, Number]


class Row(FormalArray):
    """An array over blocks of indices."""

    def __init__(self, *, values: Blocks | None = None, sums: Blocks | None = None) -> None:
        if (values is None) == (sums is None):
            raise ValueError("a row is known by its values or by its sums: give one of the two")
        self.values = None if values is None else {block: value_of(value) for block, value in values.items()}
        self.sums = None if sums is None else {block: value_of(statement) for block, statement in sums.items()}

    @property
    def blocks(self) -> list[str]:
        return list(self.values if self.values is not None else self.sums or {})

    def _combine(self, other: object, operation: Callable[[Real, Real], Real], *, linear: bool) -> "Row":
        if isinstance(other, Row):
            if other.values is None:
                raise NotFormal("rows that are known by their sums alone meet; what they make has no known sum")
            if set(other.blocks) != set(self.blocks):
                raise NotFormal(f"a row over {self.blocks} meets one over {other.blocks}")
            on = {block: Real(value) for block, value in other.values.items()}
        else:
            on = dict.fromkeys(self.blocks, Real(other))
        if self.values is not None:
            return Row(values={block: operation(Real(self.values[block]), on[block]) for block in self.blocks})
        if not linear:
            raise NotFormal("a row known by its sums is shifted by a number; the size of its blocks is not known")
        assert self.sums is not None
        return Row(sums={block: operation(Real(self.sums[block]), on[block]) for block in self.blocks})

    def __add__(self, other: object) -> "Row":
        if isinstance(other, Row) and self.sums is not None and other.sums is not None:
            return Row(sums={block: self.sums[block] + other.sums[block] for block in self.blocks})
        return self._combine(other, lambda p, q: p + q, linear=False)

    __radd__ = __add__

    def __sub__(self, other: object) -> "Row":
        if isinstance(other, Row) and self.sums is not None and other.sums is not None:
            return self + (-1) * other
        return self._combine(other, lambda p, q: p - q, linear=False)

    def __rsub__(self, other: object) -> "Row":
        return self._combine(other, lambda p, q: q - p, linear=False)

    def __mul__(self, other: object) -> "Row":
        if isinstance(other, Row) and self.values is not None and other.values is None:
            return other * self
        return self._combine(other, lambda p, q: p * q, linear=True)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> "Row":
        return self._combine(other, lambda p, q: p / q, linear=True)

    def __rtruediv__(self, other: object) -> "Row":
        if self.values is None:
            raise NotFormal("a number is divided by a row known by its sums")
        return self._combine(other, lambda p, q: q / p, linear=False)

    def __pow__(self, exponent: Number) -> "Row":
        if self.values is None:
            raise NotFormal("a power of a row known by its sums has no known sum")
        return Row(values={block: Real(value) ** exponent for block, value in self.values.items()})

    def __eq__(self, other: object) -> Any:
        return self._test(other, sympy.Eq)

    def __ne__(self, other: object) -> Any:
        return self._test(other, sympy.Ne)

    def __lt__(self, other: object) -> "Indicator":
        return self._test(other, sympy.Lt)

    def __le__(self, other: object) -> "Indicator":
        return self._test(other, sympy.Le)

    def __gt__(self, other: object) -> "Indicator":
        return self._test(other, sympy.Gt)

    def __ge__(self, other: object) -> "Indicator":
        return self._test(other, sympy.Ge)

    def _test(self, other: object, relation: Callable[[sympy.Expr, sympy.Expr], Boolean]) -> "Indicator":
        others = other.values if isinstance(other, Row) else {}
        if self.values is None or others is None or not (is_number(other) or others.keys() == self.values.keys()):
            raise NotFormal("only rows that are constant on their blocks compare, with numbers and with one another")
        number = None if others else value_of(other)
        truths = {block: relation(value, others.get(block, number)) for block, value in self.values.items()}
        for block, truth in truths.items():
            if truth not in (sympy.true, sympy.false):
                raise NotFormal(f"whether {truth} on the block {block!r} is open; the instance is fixed on each block")
        return Indicator(values={block: int(bool(truth)) for block, truth in truths.items()})

    def __matmul__(self, other: object) -> Real:
        if not isinstance(other, Row):
            raise NotFormal(f"a formal row meets {other!r} in an inner product")
        return (self * other).sum()

    def __getitem__(self, index: object) -> "Row | Real":
        """At a block of size 1, its entry. At a mask or a comparison, the entries of the selected indices."""
        if isinstance(index, Indicator) and self.sums is not None and index.blocks == self.blocks:
            return self * index
        if isinstance(index, str) and self.sums is not None:
            return Real(self.sums[index])
        if isinstance(index, Mask) and self.values is not None:
            return Row(sums={block: number * self.values[block] for block, number in index.counts.items()})
        raise NotFormal(f"a formal row is taken at {index!r}; it is known by blocks alone")

    def entrywise(self, function: Callable[[Real], Real]) -> "Row":
        """The row of a function of its entries."""
        if self.values is None:
            raise NotFormal("a function of each entry of a row that is known by its sums alone")
        return Row(values={block: function(Real(value)) for block, value in self.values.items()})

    def sum(self, axis: None = None, out: None = None) -> Real:
        if self.sums is None:
            raise NotFormal("a row that is constant on blocks of unknown size has no known sum")
        return Real(sympy.Add(*self.sums.values()))

    def content(self) -> Hashable:
        entries = self.sums if self.values is None else self.values
        return self.values is None, frozenset((block, sympy.expand(term)) for block, term in (entries or {}).items())

    def description(self) -> str:
        return str(self.values if self.values is not None else self.sums)


class Indicator(Row):
    """A comparison of a row: 1 on the blocks where it holds, and 0 elsewhere."""

    def __init__(self, *, values: Blocks) -> None:
        super().__init__(values=values)

    @property
    def _entries(self) -> Blocks:
        assert self.values is not None
        return self.values

    def __and__(self, other: object) -> "Indicator":
        if not isinstance(other, Indicator):
            return NotImplemented
        return Indicator(values={block: self._entries[block] * other._entries[block] for block in self.blocks})

    def __or__(self, other: object) -> "Indicator":
        if not isinstance(other, Indicator):
            return NotImplemented
        return ~(~self & ~other)

    def __invert__(self) -> "Indicator":
        return Indicator(values={block: 1 - value for block, value in self._entries.items()})


class Mask(FormalArray):
    """A set of indices, known by its count in each block."""

    def __init__(self, counts: Blocks) -> None:
        self.counts = {block: value_of(number) for block, number in counts.items()}

    def __and__(self, other: object) -> "Mask":
        if not isinstance(other, Indicator):
            raise NotFormal(f"a formal mask meets {other!r}; it is cut down by comparisons of the instance alone")
        if set(other.blocks) != set(self.counts):
            raise NotFormal(f"a mask over {list(self.counts)} meets a row over {other.blocks}")
        indicator = other._entries
        return Mask({block: number * indicator[block] for block, number in self.counts.items()})

    __rand__ = __and__

    def __getitem__(self, block: object) -> Real:
        """The count in a block."""
        if not isinstance(block, str):
            raise NotFormal(f"a formal mask is taken at {block!r}; it is known by blocks alone")
        return Real(self.counts[block])

    def sum(self, axis: None = None, out: None = None) -> Real:
        """The number of indices."""
        return Real(sympy.Add(*self.counts.values()))

    def any(self, axis: None = None, out: None = None) -> Truth:
        """Whether the set is not empty: its size, an integer, is at least 1."""
        return self.sum() >= 1

    def argmax(self) -> "First":
        """The first index of the set."""
        return First(self)

    def content(self) -> Hashable:
        return frozenset((block, sympy.expand(number)) for block, number in self.counts.items())

    def __eq__(self, other: object) -> NoReturn:
        raise NotFormal("the code compares the entries of a formal mask")

    __ne__ = __eq__

    def description(self) -> str:
        return str(self.counts)


class First(Formal):
    """The first index of a set, which can lie in any of its blocks."""

    def __init__(self, of: Mask) -> None:
        self.of = of

    def block(self) -> str:
        """Its block; the run forks over the blocks in which it can lie.

        An empty set has no first index: numpy then returns 0, an index that can lie in any block.
        """
        some = bool(self.of.any())
        *others, last = self.of.counts
        for block in others:
            if Truth(sympy.Gt(sympy.Symbol(f"the first index lies in {block!r}", real=True), 0)):
                break
        else:
            block = last
        if some:
            assume(sympy.Ge(self.of.counts[block], 1))
        return block

    def description(self) -> str:
        return self.of.description()


class Point(Formal):
    """The formal instance: a column of a table."""

    def description(self) -> str:
        return "an instance"


class PredictionTable(Formal):
    """Predictions of the hypotheses, one row each, known at one instance: ±1 on each block."""

    def __init__(self, point: Point, column: Blocks, rows: Mask | None = None) -> None:
        self.point = point
        self.column = Row(values=column)
        self.rows = rows

    def __getitem__(self, index: object) -> object:
        if isinstance(index, Mask) and self.rows is None:
            return PredictionTable(self.point, self.column.values or {}, index)
        if isinstance(index, tuple) and len(index) == 2 and index[1] is self.point:
            rows, values = index[0], self.column.values or {}
            if isinstance(rows, slice) and rows == slice(None):
                return self.column if self.rows is None else self.column[self.rows]
            if isinstance(rows, Mask) and self.rows is None:
                return self.column[rows]
            if isinstance(rows, First) and self.rows is None:
                return int(values[rows.block()])
        raise NotFormal("a formal class is read at the instance alone: [:, x], [alive, x] or [alive.argmax(), x]")

    def description(self) -> str:
        return str(self.column.values)
