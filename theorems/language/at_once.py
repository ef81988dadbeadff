"""A claim's functions of states and rounds, applied to many of them at once.

A function marked `OfStates` takes `States`, whose attributes are arrays with an axis of states in front, and returns a
number for each state. One marked `OfRounds` takes `ChosenRounds` and returns a number for each round. Both can
also be called with a single state or round, as `Claim.state` and `Claim.during` are.

A function of rounds must give the same value for consecutive rounds in which the learner neither errs nor changes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from operator import attrgetter

import numpy as np
import sympy
from numpy.typing import NDArray

from learncheck.exact.balls import exact, fraction
from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import Round, Snapshot, Trace
from learncheck.theorems.language.claim import NotExposed, Values

Columns = Mapping[sympy.Symbol, Sequence[object] | Array]
"""Quantities, each with its numbers by state or by round.

The numbers are integers, Fractions, floats that are exact, flint rationals, or balls that certainly contain the value.
"""

TellState = Callable[[Snapshot, Values, Trace], Values]
TellStates = Callable[["States", Values, Trace], Columns]
TellRound = Callable[[Round, Values, Trace], Values]
TellRounds = Callable[["ChosenRounds", Values, Trace], Columns]


class States(Mapping[str, Array]):
    """Some states of a learner: each attribute as one array, with the states along the first axis.

    Looking up an attribute raises NotExposed if the states have no numbers there, or arrays of different shapes.
    """

    def __init__(self, snapshots: Sequence[Snapshot]) -> None:
        self.snapshots = snapshots
        self._memo: dict[str, Array] = {}
        self._stack: Callable[[str], Array] = self._stacked

    def __getitem__(self, name: str) -> Array:
        if name not in self._memo:
            self._memo[name] = self._stack(name)
        return self._memo[name]

    def _stacked(self, name: str) -> Array:
        return stacked([snapshot[name] for snapshot in self.snapshots])

    def at(self, places: Sequence[int]) -> "States":
        """The states at these indices, which may repeat."""
        chosen = States([self.snapshots[place] for place in places])
        chosen._stack = lambda name: self[name][places]
        return chosen

    def __iter__(self) -> Iterator[str]:
        return iter(self.snapshots[0])

    def __len__(self) -> int:
        return len(self.snapshots[0])


def stacked(values: Sequence[object]) -> Array:
    """The arrays stacked into one, with exactly the same numbers. Raises NotExposed if that is not possible."""
    arrays = list(map(np.asarray, values))
    shapes, kinds = set(map(attrgetter("shape"), arrays)), set(map(attrgetter("dtype.kind"), arrays))
    if len(shapes) > 1:
        raise NotExposed("the state is not always of the same shape")
    (shape,) = shapes
    whole = np.concatenate(arrays).reshape(len(arrays), *shape) if shape else np.array(arrays)
    if whole.dtype.kind not in "biufO" or whole.dtype.itemsize > 8:
        raise NotExposed(f"the state holds {whole.dtype}, not exact numbers")
    if whole.dtype.kind == "f" and kinds & set("iu") and not np.abs(whole).max(initial=0.0) < 2**53:
        raise NotExposed("the state holds integers that floats cannot hold, and floats")
    return whole


def plain(column: Sequence[object] | Array) -> list[object]:
    """The numbers of a column, with numpy's converted to Python's."""
    return column.tolist() if isinstance(column, np.ndarray) else list(column)


@dataclass(frozen=True)
class ChosenRounds:
    """Some rounds of a trace: their indices, from 0, and the states before and after each."""

    trace: Trace
    indices: NDArray[np.intp]
    before: States
    after: States


class OfStates:
    """A claim's `state`, vectorized: decorates a function of many states.

    `balls` says that the vectorized form returns balls, which contain the exact values of the function of one state.
    """

    def __init__(self, tell: TellStates, tell_one: TellState | None = None) -> None:
        self.at_once, self.balls, self._tell_one = tell, tell_one is not None, tell_one
        update_wrapper(self, tell_one or tell)

    def __call__(self, state: Snapshot, values: Values, trace: Trace) -> Values:
        if self._tell_one is not None:
            return self._tell_one(state, values, trace)
        return _single(self.at_once(States((state,)), values, trace))


class OfRounds:
    """A claim's `during`, vectorized: decorates a function of many rounds.

    `quiet` says that it is constant over consecutive rounds in which the learner neither errs nor changes.
    """

    def __init__(self, tell: TellRounds, *, quiet: bool = True) -> None:
        self.at_once, self.quiet = tell, quiet
        update_wrapper(self, tell)

    def __call__(self, round_: Round, values: Values, trace: Trace) -> Values:
        around = States((round_.before, round_.after))
        chosen = ChosenRounds(trace, np.array([round_.index]), around.at([0]), around.at([1]))
        return _single(self.at_once(chosen, values, trace))


def of_states(tell: TellState) -> OfStates:
    """A claim's `state` in vectorized form; called one state at a time if it is not vectorized."""
    if isinstance(tell, OfStates):
        return tell
    return OfStates(lambda states, values, trace: _columns(tell(state, values, trace) for state in states.snapshots))


def of_rounds(tell: TellRound | None) -> OfRounds:
    """A claim's `during` in vectorized form; called one round at a time if it is not vectorized."""
    if isinstance(tell, OfRounds):
        return tell
    if tell is None:
        return OfRounds(lambda chosen, values, trace: {})
    return OfRounds(
        lambda chosen, values, trace: _columns(
            tell(trace.rounds[index], values, trace) for index in chosen.indices.tolist()
        ),
        quiet=False,
    )


def _columns(values: Iterable[Values]) -> Columns:
    """Transpose rows of quantities to columns. Raises NotExposed if the quantities differ between rows."""
    rows = list(values)
    if any(row.keys() != rows[0].keys() for row in rows):
        raise NotExposed("different states have different quantities")
    return {symbol: [row[symbol] for row in rows] for symbol in rows[0]}


def _single(columns: Columns) -> Values:
    return {symbol: fraction(exact(column[0], symbol.name)) for symbol, column in columns.items()}
