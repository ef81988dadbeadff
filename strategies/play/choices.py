"""Where cases come from: one decoder, fed with choices from different sources.

A family of cases is one function ``build(choices)`` that asks for bounded integers and makes a case of them.
Every attack feeds it from its own source:

* `Drawn`       Hypothesis chooses (and later shrinks),
* `Random`      a seeded generator chooses,
* `Enumerated`  every sequence of choices is taken once,
* `Replayed`    the choices of an earlier case are taken again.

The recorded choices of any case (`Choices.taken`) are enough to hand it to Hypothesis for shrinking. Every choice
shrinks towards 0, or towards the end of its range that is nearer to 0.
"""

import contextlib
import functools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, TypeVar

from hypothesis import assume
from hypothesis import strategies as st

T = TypeVar("T")


class Rejected(Exception):
    """The choices lead to no case (a drawn class without hypotheses, say); the source takes others."""


class Choices:
    """A source of bounded integers, and what decoders like to ask for."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    def _next(self, low: int, high: int) -> int:
        raise NotImplementedError

    def integer(self, low: int, high: int) -> int:
        """An integer with low <= value <= high. Shrinks towards 0."""
        if low > high:
            raise ValueError(f"no integer lies between low={low} and high={high}; raise high or lower low")
        if low == high:
            return low
        value = self._next(low, high)
        self.taken.append(value)
        return value

    def flag(self) -> bool:
        """True or False. Shrinks towards False."""
        return self.integer(0, 1) == 1

    def label(self) -> int:
        """+1 or -1. Shrinks towards +1."""
        return 1 - 2 * self.integer(0, 1)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options. Shrinks towards the first."""
        return options[self.integer(0, len(options) - 1)]

    def more(self, usual: int) -> bool:
        """Whether a list goes on; lists have about `usual` elements. Shrinks towards no."""
        return self.integer(0, max(1, usual)) > 0

    def many(self, item: Callable[[], T], *, least: int = 0, most: int) -> tuple[T, ...]:
        """A tuple of `least` to `most` items. Shrinks by dropping items, then by shrinking them."""
        items: list[T] = []
        while len(items) < most and (len(items) < least or self.more(most)):
            items.append(item())
        return tuple(items)

    def indices(self, count: int, size: int, *, ascending: bool = False) -> list[int]:
        """`count` numbers below `size`, in any order or in ascending order alone. Shrinks towards 0 everywhere."""
        found: list[int] = []
        for _ in range(count):
            found.append(self.integer(found[-1] if ascending and found else 0, size - 1))
        return found

    def labels(self, size: int) -> tuple[int, ...]:
        """A row of `size` labels. Shrinks towards +1 everywhere."""
        code = self.integer(0, 2**size - 1)  # one choice a row: Hypothesis pays for each
        return tuple(1 - 2 * (code >> k & 1) for k in range(size))

    def reject(self) -> NoReturn:
        """Give these choices up: they make no case."""
        raise Rejected


class Random(Choices):
    """Choices of a seeded generator: the same seed gives the same cases on any machine."""

    def __init__(self, generator: random.Random) -> None:
        super().__init__()
        self._generator = generator

    def _next(self, low: int, high: int) -> int:
        return self._generator.randint(low, high)


class Replayed(Choices):
    """The choices of an earlier case, clamped into range; exhausted, it goes on with the simplest."""

    def __init__(self, taken: Sequence[int]) -> None:
        super().__init__()
        self._rest = iter(taken)

    def _next(self, low: int, high: int) -> int:
        return min(max(next(self._rest, 0), low), high)


class Enumerated(Choices):
    """One path through the tree of all choices; `everything` walks them all."""

    def __init__(self, path: list[tuple[int, int]]) -> None:
        super().__init__()
        self.path = path  # (value, high) at every choice so far
        self._depth = 0

    def _next(self, low: int, high: int) -> int:
        if self._depth == len(self.path):
            self.path.append((low, high))
        value = self.path[self._depth][0]
        self._depth += 1
        return value

    def more(self, usual: int) -> bool:
        return self.integer(0, 1) > 0


def everything(build: Callable[[Choices], T]) -> Iterator[tuple[T, list[int]]]:
    """Every case that `build` can make, with its choices, each sequence of choices once, smallest values first."""
    path: list[tuple[int, int]] = []
    while True:
        choices = Enumerated(path)
        with contextlib.suppress(Rejected):
            yield build(choices), choices.taken
        while path and path[-1][0] == path[-1][1]:
            path.pop()
        if not path:
            return
        value, high = path[-1]
        path[-1] = (value + 1, high)


def at_random(build: Callable[[Choices], T], seed: int) -> Iterator[tuple[T, list[int]]]:
    """An endless stream of random cases with their choices; the same seed gives the same stream."""
    generator = random.Random(seed)
    while True:
        choices = Random(generator)
        try:
            yield build(choices), choices.taken
        except Rejected:
            continue


class Drawn(Choices):
    """Choices made by Hypothesis."""

    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        super().__init__()
        self._draw = draw

    def _next(self, low: int, high: int) -> int:
        return self._draw(_integers(low, high))

    def reject(self) -> NoReturn:
        assume(False)
        raise AssertionError("assume(False) returns nowhere")


_integers = functools.lru_cache(4096)(st.integers)
"""Hypothesis remembers its strategies too, but takes longer to look them up than this."""


def strategy(build: Callable[[Choices], T]) -> st.SearchStrategy[tuple[T, tuple[int, ...]]]:
    """The Hypothesis strategy of a decoder: cases with the choices that made them. Shrinks choice by choice."""

    @st.composite
    def cases(draw: Callable[[st.SearchStrategy[int]], int]) -> tuple[T, tuple[int, ...]]:
        choices = Drawn(draw)
        case = build(choices)
        return case, tuple(choices.taken)

    made: Any = cases()
    return made  # type: ignore[no-any-return]
