"""Many games at once: a learner's own `predict` and `update`, run on stacked arrays.

A `Stack` holds one array a game and does game by game whatever is asked of it: arithmetic, comparisons, `@`, sums,
indexing. Where the code turns on a comparison (`if y * (w @ x) <= 0`), the games part: `Stacked` runs the method once
for the games that go one way and once more for the others, and puts together what they come to. So a round of a
thousand games costs a handful of calls, and what runs is the learner as it stands.

Code that does anything else with its arrays (writes into them, converts them, loops over them) raises, and its games
are then played one by one.
"""

import copy
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import FunctionType
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

Array = NDArray[Any]
Games = NDArray[np.intp]
"""The numbers of some of the games."""

MOST_WAYS = 64
"""A method is given up whose comparisons part the games in more ways than this."""


class Unstackable(Exception):
    """The code does what has no meaning for many games at once."""


class Stack(NDArrayOperatorsMixin):
    """One array of the same shape a game. `values` has the shape (games, *shape)."""

    def __init__(self, values: Array) -> None:
        self.values = values

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if method != "__call__" or options:
            raise Unstackable(f"np.{ufunc.__name__} with {method} and {sorted(options)} on many games")
        if ufunc is np.matmul:
            return Stack(_product(*inputs))
        if ufunc is np.power and inputs[1:] == (0.5,):
            return Stack(np.sqrt(inputs[0].values))  # which a power need not be, to the last digit
        return Stack(ufunc(*_aligned(inputs)))

    def __array_function__(self, function: Callable[..., Any], types: Any, arguments: Any, options: Any) -> Any:
        if function is np.outer and not options:
            first, second = arguments
            return first[:, None] * second[None, :]
        raise Unstackable(f"np.{function.__name__} on many games")

    # ---- what an array has ----

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape[1:]

    @property
    def ndim(self) -> int:
        return self.values.ndim - 1

    def __len__(self) -> int:
        return self.shape[0]

    def sum(self) -> "Stack":
        return self._over_all(np.sum)

    def any(self) -> "Stack":
        return self._over_all(np.any)

    def all(self) -> "Stack":
        return self._over_all(np.all)

    def argmax(self) -> "Stack":
        return self._over_all(np.argmax)

    def _over_all(self, reduce: Callable[..., Any]) -> "Stack":
        return Stack(reduce(self.values.reshape(len(self.values), -1), axis=1))

    def __getitem__(self, key: Any) -> Any:
        return chosen(self.values, key, np.arange(len(self.values)))

    # ---- where the games part ----

    def __bool__(self) -> bool:
        return bool(part(self.values))

    def __int__(self) -> int:
        return int(part(self.values))


class Chosen:
    """The entries of every game's row that its mask chooses, of which only sums are told."""

    def __init__(self, rows: Array, masks: Array) -> None:
        self.rows, self.masks = rows, masks

    def sum(self) -> Stack:
        return Stack((self.rows * self.masks).sum(axis=1))


class Shared(np.ndarray[Any, np.dtype[Any]]):
    """A table that all games share, which can be asked for other entries in each."""

    def __getitem__(self, key: Any) -> Any:
        parts = key if isinstance(key, tuple) else (key,)
        if not any(isinstance(each, Stack) for each in parts):
            return super().__getitem__(key)
        games = max(len(each.values) for each in parts if isinstance(each, Stack))
        return chosen(np.broadcast_to(np.asarray(self), (games, *self.shape)), key, np.arange(games))


def chosen(values: Array, key: Any, games: Games) -> Stack | Chosen:
    """Every game's array at the key: numbers, slices and None, each alike for all games or a Stack of numbers; one
    of them may be a Stack of masks."""
    parts = key if isinstance(key, tuple) else (key,)
    stacks = [each for each in parts if isinstance(each, Stack)]
    masks = [each for each in stacks if each.values.dtype == bool]
    if len(masks) > 1 or any(each.ndim and each.values.dtype != bool for each in stacks):
        raise Unstackable("an index of many games that is neither a number nor one mask")
    plain = [each.values if isinstance(each, Stack) else each for each in parts]
    plain = [slice(None) if np.ndim(each) == 2 else each for each in plain]  # of a mask: what it masks comes first
    found = values[(games if len(stacks) > len(masks) else slice(None), *plain)]
    if not masks:
        return Stack(found)
    if found.ndim != 2 or found.shape != masks[0].values.shape:
        raise Unstackable("a mask of many games on something other than a row")
    return Chosen(found, masks[0].values)


def _aligned(inputs: tuple[Any, ...]) -> Iterator[Any]:
    """The inputs such that numpy broadcasts them game by game."""
    most = max(np.ndim(each) if not isinstance(each, Stack) else each.ndim for each in inputs)
    for each in inputs:
        if isinstance(each, Stack):
            missing = most - each.ndim
            yield each.values.reshape(len(each.values), *(1,) * missing, *each.shape) if missing else each.values
        else:
            yield each


def _product(first: Any, second: Any) -> Array:
    """`first @ second`, game by game."""
    left = first.values if isinstance(first, Stack) else np.asarray(first)[None]
    right = second.values if isinstance(second, Stack) else np.asarray(second)[None]
    match left.ndim - 1, right.ndim - 1:
        case 1, 1:
            return np.asarray((left * right).sum(axis=1))
        case 2, 1:
            return np.asarray((left * right[:, None, :]).sum(axis=2))
        case 1, 2:
            return np.asarray((left[:, :, None] * right).sum(axis=1))
    return np.asarray(left @ right)


# ---- one method, all games ----


class _Parting:
    """One run of a method: the games for which it holds, and those that have left it on the way."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.with_us = np.ones(len(games), dtype=bool)
        self.left: list[Games] = []

    def decide(self, values: Array) -> Any:
        """The value of the first game that is with us; those of other values leave."""
        value = values[self.with_us.argmax()]
        leaving = self.with_us & (values != value)
        if leaving.any():
            self.left.append(self.games[leaving])
            self.with_us &= ~leaving
        return value


_running: list[_Parting] = []
"""The run in hand, if there is one."""


def part(values: Array) -> Any:
    """What the run in hand takes the condition to be. Raises Unstackable outside of one, or for an array a game."""
    if not _running or values.ndim != 1:
        raise Unstackable("the truth of many games, where one is asked for")
    return _running[-1].decide(values)


class Stacked:
    """The learners of many games, made alike: `predict` and `update` take and give one entry a game.

    games: how many. arguments: those of the constructor, the same for all. Raises Unstackable, or whatever else the
    learner's code then raises, where it does not run on many games at once.
    """

    def __init__(self, make: Callable[..., Any], arguments: tuple[Any, ...], games: int) -> None:
        self.everyone = np.arange(games)
        self.learner = make(*map(shared, arguments))
        for name, value in vars(self.learner).items():
            if isinstance(value, np.ndarray) and not isinstance(value, Shared):
                setattr(self.learner, name, Stack(np.broadcast_to(value, (games, *value.shape))))
            elif not isinstance(value, CONSTANTS):
                raise Unstackable(f"the attribute {name} is {type(value).__name__}, which all games would share")

    def predict(self, x: Any) -> NDArray[np.int64]:
        """The answers to the instances, one a game; each is 1, 0 or −1."""
        answers = np.zeros(len(self.everyone), dtype=np.int64)
        for games, answer, changed in self._ways("predict", x):
            if changed or not isinstance(answer, int | np.integer) or answer not in (1, 0, -1):
                raise Unstackable(f"a prediction of many games that is {answer!r} and changes {list(changed)}")
            answers[games] = answer
        return answers

    def update(self, x: Any, y: NDArray[np.int64]) -> None:
        """Reveal the labels, one a game."""
        ways = list(self._ways("update", x, Stack(y)))
        for name in {name for _, _, changed in ways for name in changed}:
            before = _entries(getattr(self.learner, name), len(self.everyone))
            parts = [(games, _entries(changed[name], len(games))) for games, _, changed in ways if name in changed]
            whole = np.array(before, dtype=np.result_type(before, *(values for _, values in parts)))
            for games, values in parts:
                whole[games] = values
            setattr(self.learner, name, Stack(whole))

    def _ways(self, name: str, *arguments: Any) -> Iterator[tuple[Games, Any, dict[str, Any]]]:
        """Each way through the method: the games that go it, what it returns, and the attributes that it changes."""
        waiting = [self.everyone]
        for _ in range(MOST_WAYS):
            if not waiting:
                return
            games = waiting.pop()
            learner = copy.copy(self.learner)
            before = {key: self._of(games, value) for key, value in vars(learner).items()}
            vars(learner).update(before)
            run = _Parting(games)
            _running.append(run)
            try:
                answer = getattr(learner, name)(*(self._of(games, each) for each in arguments))
            finally:
                _running.pop()
            waiting += run.left
            changed = {key: value for key, value in vars(learner).items() if value is not before.get(key)}
            yield games[run.with_us], answer, {key: _those(run.with_us, value) for key, value in changed.items()}
        raise Unstackable(f"{name} parts the games in more than {MOST_WAYS} ways")

    def _of(self, games: Games, value: Any) -> Any:
        return Stack(value.values[games]) if isinstance(value, Stack) and len(games) < len(self.everyone) else value


CONSTANTS = (Stack, Shared, int, float, Fraction, str, type(None), np.number, np.bool_, FunctionType)
"""What a learner may hold: nothing that one game could write into for the others."""


def shared(argument: Any) -> Any:
    """The constructor's argument, an array so that all games can share it."""
    if isinstance(argument, np.ndarray):
        argument = argument.view(Shared)
        argument.flags.writeable = False
    return argument


def _those(here: NDArray[np.bool_], value: Any) -> Any:
    return Stack(value.values[here]) if isinstance(value, Stack) and not here.all() else value


def _entries(value: Any, games: int) -> Array:
    """The value of an attribute, one entry a game."""
    if isinstance(value, Stack):
        return value.values
    if isinstance(value, int | float | np.number | np.ndarray):
        return np.broadcast_to(value, (games, *np.shape(value)))
    raise Unstackable(f"an attribute of many games that is {type(value).__name__}")
