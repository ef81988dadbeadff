"""Play many games at once by running a learner's own `predict` and `update` on stacked arrays.

A `Stack` holds one array per game and performs every operation game by game: arithmetic, comparisons, `@`,
indexing. When the code branches on a comparison (`if y * (w @ x) <= 0`), the games part: `Stacked` runs the method once
for the games that take one branch and again for the others, and combines the results. So a round of a thousand games
costs a handful of calls, and the code that runs is the unmodified learner.

Code that does anything else with its arrays (writes into them, converts them, loops over them) raises an exception, and
its games are then played one by one.
"""

import copy
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

from learncheck.learners.arrays import Array
from learncheck.strategies.play.case import Make

Games = NDArray[np.intp]
"""The indices of some of the games."""

Index: TypeAlias = "int | slice | Stack | None"
Key: TypeAlias = "Index | tuple[Index, ...]"
"""What an array may be indexed by."""

MOST_WAYS = 64
"""A method whose comparisons part the games in more ways than this is given up."""


class Unstackable(Exception):
    """The code does something that has no meaning for many games at once."""


class Stack(NDArrayOperatorsMixin):
    """One array per game, all of the same shape. `values` has the shape (games, *shape)."""

    def __init__(self, values: Array) -> None:
        self.values = values

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: object, **options: object) -> "Stack":
        if method != "__call__" or options:
            raise Unstackable(f"np.{ufunc.__name__} with {method} and {sorted(options)} on many games")
        if ufunc is np.matmul:
            return Stack(_product(*inputs))
        if ufunc is np.power:  # which may differ in the last digit from one CPU to another
            base, exponent = inputs
            if not isinstance(base, Stack) or exponent != 0.5:
                raise Unstackable(f"a power of many games with {exponent}, which is no square root")
            return Stack(np.sqrt(base.values))
        return Stack(ufunc(*_aligned(inputs)))

    def __array_function__(
        self, function: Callable[..., object], types: object, arguments: Any, options: object
    ) -> object:
        if function is np.outer and not options:
            first, second = arguments
            return first[:, None] * second[None, :]
        raise Unstackable(f"np.{function.__name__} on many games")

    # ---- the interface of an array ----

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape[1:]

    @property
    def ndim(self) -> int:
        return self.values.ndim - 1

    def argmax(self) -> "Stack":
        return Stack(self.values.reshape(len(self.values), -1).argmax(axis=1))

    def __getitem__(self, key: Key) -> "Stack | MaskedEntries":
        return chosen(self.values, key, np.arange(len(self.values)))

    # ---- where the games part ----

    def __bool__(self) -> bool:
        return bool(part(self.values))

    def __int__(self) -> int:
        return int(part(self.values))


class MaskedEntries:
    """The entries that each game's mask selects from its row. Only their sums are available."""

    def __init__(self, rows: Array, masks: Array) -> None:
        self.rows, self.masks = rows, masks

    def sum(self) -> Stack:
        return Stack((self.rows * self.masks).sum(axis=1))


class Shared(np.ndarray[Any, np.dtype[Any]]):
    """A table that all games share, but from which each can read different entries."""

    def __getitem__(self, key: Any) -> Any:
        parts = key if isinstance(key, tuple) else (key,)
        if not any(isinstance(index, Stack) for index in parts):
            return super().__getitem__(key)
        games = max(len(index.values) for index in parts if isinstance(index, Stack))
        return chosen(np.broadcast_to(np.asarray(self), (games, *self.shape)), key, np.arange(games))


def chosen(values: Array, key: Key, games: Games) -> Stack | MaskedEntries:
    """Index every game's array by the key.

    The parts of the key are numbers, slices or None, the same for all games, or Stacks of numbers. One of them may be a
    Stack of masks. Raises Unstackable for other keys.
    """
    parts = key if isinstance(key, tuple) else (key,)
    stacks = [index for index in parts if isinstance(index, Stack)]
    masks = [stack for stack in stacks if stack.values.dtype == bool]
    if len(masks) > 1 or any(stack.ndim and stack.values.dtype != bool for stack in stacks):
        raise Unstackable("an index of many games that is neither a number nor one mask")
    plain = [index.values if isinstance(index, Stack) else index for index in parts]
    whole = slice(None)  # select the whole row before masking it
    plain = [whole if isinstance(index, np.ndarray) and index.ndim == 2 else index for index in plain]
    entries = values[(games if len(stacks) > len(masks) else slice(None), *plain)]
    if not masks:
        return Stack(entries)
    if entries.ndim != 2 or entries.shape != masks[0].values.shape:
        raise Unstackable("a mask of many games on something other than a row")
    return MaskedEntries(entries, masks[0].values)


def _aligned(inputs: tuple[Any, ...]) -> Iterator[Any]:
    """Reshape the inputs so that numpy broadcasts them game by game."""
    most = max(np.ndim(operand) if not isinstance(operand, Stack) else operand.ndim for operand in inputs)
    for operand in inputs:
        if isinstance(operand, Stack):
            missing = most - operand.ndim
            values = operand.values
            yield values.reshape(len(values), *(1,) * missing, *operand.shape) if missing else values
        else:
            yield operand


def _product(first: object, second: object) -> Array:
    """`first @ second`, game by game."""
    left = first.values if isinstance(first, Stack) else np.asarray(first)[None]
    right = second.values if isinstance(second, Stack) else np.asarray(second)[None]
    match left.ndim - 1, right.ndim - 1:
        case 1, 1:
            return np.asarray((left * right).sum(axis=1))
        case 2, 1:
            return np.asarray((left * right[:, None, :]).sum(axis=2))
    return np.asarray(left @ right)


# ---- one method, all games ----


class _Parting:
    """One run of a method: the games it holds for, and those that left it at a comparison."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.with_us = np.ones(len(games), dtype=bool)
        self.left: list[Games] = []

    def decide(self, values: Array) -> float:
        """Return the value of the first game still in the run; games with other values leave it."""
        value: float = values[self.with_us.argmax()]
        leaving = self.with_us & (values != value)
        if leaving.any():
            self.left.append(self.games[leaving])
            self.with_us &= ~leaving
        return value


_running: list[_Parting] = []
"""The current run, if any, is the last one."""


def part(values: Array) -> float:
    """Decide a condition for the current run. Raises Unstackable without a run, or if games have arrays of values."""
    if not _running or values.ndim != 1:
        raise Unstackable("the truth of many games, where one is asked for")
    return _running[-1].decide(values)


class Stacked:
    """The learners of many games, constructed alike. `predict` and `update` take and return one entry per game.

    arguments: the constructor's arguments, the same for all games.
    games:     the number of games.

    If the learner's code does not run on many games at once, it raises Unstackable or any other exception. It is one
    learner, with a `Stack` for each array.
    """

    def __init__(self, make: Make, arguments: tuple[object, ...], games: int) -> None:
        self.games = games
        self.learner = make(*map(shared, arguments))
        for name, value in vars(self.learner).items():
            if isinstance(value, np.ndarray) and not isinstance(value, Shared):
                setattr(self.learner, name, Stack(np.broadcast_to(value, (games, *value.shape))))
            elif not isinstance(value, CONSTANTS):
                raise Unstackable(f"the attribute {name} is {type(value).__name__}, which all games would share")

    def predict(self, x: Stack) -> NDArray[np.int64]:
        """The predictions for the instances, one per game; each is 1, 0 or −1. It must not change the learner."""
        answers = np.zeros(self.games, dtype=np.int64)
        for way in self._ways("predict", x):
            if way.changed:
                raise Unstackable(f"predict of many games changes {way.changed}")
            if not isinstance(way.answer, int | np.integer) or way.answer not in (1, 0, -1):
                raise Unstackable(f"a prediction of many games that is {way.answer!r}")
            answers[way.games] = way.answer
        return answers

    def update(self, x: Stack, y: NDArray[np.int64]) -> None:
        """Reveal the labels, one per game."""
        ways = list(self._ways("update", x, Stack(y)))
        order = np.argsort(np.concatenate([way.games for way in ways]))
        for name in vars(self.learner):
            setattr(self.learner, name, _joined([(way.after(name), len(way.games)) for way in ways], order))

    def _ways(self, name: str, *arguments: Stack) -> Iterator["_Way"]:
        """Yield each path through the method. The arguments have one entry for every game."""
        waiting = [np.arange(self.games)]
        for _ in range(MOST_WAYS):
            if not waiting:
                return
            games = waiting.pop()
            learner = copy.copy(self.learner)
            if len(games) < self.games:
                vars(learner).update({key: _at(value, games) for key, value in vars(learner).items()})
            before = dict(vars(learner))
            run = _Parting(games)
            _running.append(run)
            try:
                answer = getattr(learner, name)(*(Stack(argument.values[games]) for argument in arguments))
            finally:
                _running.pop()
            waiting += run.left
            changed = [key for key, value in vars(learner).items() if value is not before.get(key)]
            yield _Way(games[run.with_us], answer, changed, vars(learner), run.with_us)
        raise Unstackable(f"{name} parts the games in more than {MOST_WAYS} ways")


class _Way(NamedTuple):
    """One path through a method.

    games:   the games that took it to the end.
    answer:  its return value.
    changed: the attributes that it set.
    state:   the attributes afterwards, of all games that started on it.
    going:   which of these games took it to the end.
    """

    games: Games
    answer: object
    changed: list[str]
    state: dict[str, object]
    going: NDArray[np.bool_]

    def after(self, name: str) -> object:
        """An attribute of the games that took this path."""
        return _at(self.state[name], self.going)


CONSTANTS = (Stack, Shared, int, float, Fraction, str, type(None), np.number, np.bool_)
"""What a learner may hold: nothing through which one game could affect another."""


def _at(value: object, places: Games | NDArray[np.bool_]) -> object:
    """The value for only the games at these places."""
    return Stack(value.values[places]) if isinstance(value, Stack) else value


def _joined(values: list[tuple[object, int]], order: Games) -> object:
    """Join the values of paths with so many games, and put the games into this order."""
    first = values[0][0]
    if not isinstance(first, Stack) and all(value is first for value, _ in values):
        return first
    entries = [_entries(value, size) for value, size in values]
    if len({array.shape[1:] for array in entries}) > 1:
        raise Unstackable("an attribute of many games that has several shapes")
    return Stack(np.concatenate(entries)[order])


def shared(argument: object) -> object:
    """Make an argument of the constructor shareable by all games: an array becomes a read-only `Shared`."""
    if isinstance(argument, np.ndarray):
        argument = argument.view(Shared)
        argument.flags.writeable = False
    return argument


NUMBERS = (int, float, np.number, np.bool_, np.ndarray)


def _entries(value: object, games: int) -> Array:
    """The value of an attribute with one entry per game."""
    if isinstance(value, Stack):
        return value.values
    if isinstance(value, NUMBERS):
        return np.broadcast_to(value, (games, *np.shape(value)))
    raise Unstackable(f"an attribute of many games that is {type(value).__name__}")
