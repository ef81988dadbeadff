"""Decode cases from choices, which come from different sources.

A family of cases is a function ``build(choices)`` that asks for bounded integers and makes a case of them, or a
Hypothesis strategy (`drawn_from`). Every attack has its own source of choices:

* `drawn.Drawn` Hypothesis chooses,
* `Random`      a seeded generator chooses,
* `Patterned`   it chooses, and the elements of lists recur in a pattern,
* `Enumerated`  every sequence of choices is taken once,
* `Replayed`    the choices of an earlier case are taken again.

From its recorded choices (`Choices.taken`) any case can be shrunk. Every choice shrinks towards 0, or towards the end
of its range nearest to 0. Values from a Hypothesis strategy shrink as the strategy does; they can be drawn and
replayed, but not enumerated.
"""

import functools
import math
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeGuard, TypeVar, get_args

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
Move = tuple[int, int]


class Rejected(Exception):
    """The choices do not make a case (an empty class, for example); the source tries others."""


class BadFamily(ValueError):
    """A family that produces no cases; the message says why, and what to do."""


MOST_CHOICES = 1_000_000
"""A decoder that asks for more choices is assumed never to end."""

MOST_REJECTED = 1_000
"""A family that rejects this many sequences of choices in a row is assumed to reject all."""


class Choices:
    """A source of bounded integers from which a family decodes a case, with the usual combinators.

    taken: the choices made so far: integers, and whatever Hypothesis strategies drew.
    items: where the choices of an item in a list start and end; shrinking drops items.
    """

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.items: list[tuple[int, int]] = []

    def _next(self, low: int, high: int) -> int:
        raise NotImplementedError

    def integer(self, low: int, high: int) -> int:
        """An integer with low <= value <= high. Shrinks towards 0."""
        if low >= high:
            if low == high:
                return low
            raise ValueError(f"no integer lies between low={low} and high={high}; raise high or lower low")
        taken = self.taken
        if len(taken) >= MOST_CHOICES:
            raise BadFamily(f"the family asks for more than {MOST_CHOICES:,} choices; does one of its loops never end?")
        value = self._next(low, high)
        taken.append(value)
        return value

    def integers(self, count: int, low: int, high: int) -> list[int]:
        """`count` integers, each with low <= value <= high. Each shrinks towards 0."""
        return [self.integer(low, high) for _ in range(count)]

    def draw(self, strategy: "SearchStrategy[T]") -> T:
        """A value from a Hypothesis strategy. Shrinks as the strategy does. Cannot be exhausted."""
        raise BadFamily(
            "a Hypothesis strategy has no end to be reached; leave `exhaust` out, or make cases of integers"
        )

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
        """Whether a list continues; lists have about `usual` elements. Shrinks towards False."""
        return self.integer(0, max(1, usual)) > 0

    def many(self, item: Callable[[], T], *, least: int = 0, most: int) -> tuple[T, ...]:
        """A tuple of `least` to `most` items: rounds, or examples. Shrinks by dropping items, then by shrinking them.

        Some sources let the items recur in a pattern (`Patterned`); `pool` is for what is then chosen from.
        """
        return self.pool(item, least=least, most=most)

    def pool(self, item: Callable[[], T], *, least: int = 1, most: int) -> tuple[T, ...]:
        """The same for items from which others are chosen, each drawn anew by every source."""
        items: list[T] = []
        start = len(self.taken)
        while len(items) < most and (len(items) < least or self.more(most)):
            items.append(item())
            self.items.append((start, start := len(self.taken)))
        return tuple(items)

    def several(self, item: Callable[[], T], *, least: int = 0, most: int) -> tuple[T, ...]:
        """The same, but their number is chosen first, so that shorter tuples are enumerated before longer ones."""
        return tuple(item() for _ in range(self.integer(least, most)))

    def sequence(self, items: Sequence[T], *, least: int = 1, most: int, ascending: bool = False) -> tuple[T, ...]:
        """So many of the items, which may recur, in ascending order if asked. Shrinks towards the first everywhere."""
        return tuple(items[k] for k in self.indices(self.integer(least, most), len(items), ascending=ascending))

    def moves(self, size: int, *, most: int, first: int = 0, least: int = 0, stances: int = 2) -> tuple[Move, ...]:
        """Moves of a game: pairs of an instance, from `first` up to size − 1, and a stance. Shrinks like `many`."""
        return self.many(lambda: (self.integer(first, size - 1), self.integer(0, stances - 1)), least=least, most=most)

    def distinct(self, item: Callable[[], T], *, most: int) -> tuple[T, ...]:
        """The different ones of 1 to `most` items. Shrinks like `many`."""
        return tuple(dict.fromkeys(self.pool(item, most=most)))

    def some_of(self, size: int) -> tuple[int, ...]:
        """Some of 0, ..., size − 1, in ascending order. Shrinks towards all of them."""
        return tuple(k for k in range(size) if not self.flag())

    def indices(self, count: int, size: int, *, ascending: bool = False) -> list[int]:
        """`count` numbers below `size`, ascending if asked. Shrinks towards 0 everywhere."""
        numbers: list[int] = []
        for _ in range(count):
            numbers.append(self.integer(numbers[-1] if ascending and numbers else 0, size - 1))
        return numbers

    def subset(self, count: int, items: Sequence[T]) -> tuple[T, ...]:
        """`count` different items, in their order. Shrinks towards the first ones."""
        places: list[int] = []
        for k in range(count):
            places.append(self.integer(places[-1] + 1 if places else 0, len(items) - count + k))
        return tuple(items[i] for i in places)

    def members(self, items: Sequence[T]) -> tuple[T, ...]:
        """At least one of the items, in their order. Shrinks towards the first one alone."""
        members = self.integer(1, 2 ** len(items) - 1)
        return tuple(item for code, item in enumerate(items) if members >> code & 1)

    def labels(self, size: int) -> tuple[int, ...]:
        """A row of `size` labels. Shrinks towards +1 everywhere."""
        return row_of(self.integer(0, 2**size - 1), size)  # one choice a row: Hypothesis pays for each

    def rows(self, size: int, most: int | None = None) -> tuple[tuple[int, ...], ...]:
        """Distinct rows of `size` labels: at most `most`, or any set of them. Shrinks to one row, +1 everywhere."""
        if most is None:
            return self.members([row_of(code, size) for code in range(2**size)])
        return self.distinct(lambda: self.labels(size), most=most)

    # Like Hypothesis's strategies, but all of these can be enumerated.

    def fraction(self, low: int = 0, high: int = 1, *, denominator: int = 8) -> Fraction:
        """A multiple of 1/denominator between low and high. Shrinks towards 0."""
        return Fraction(self.integer(low * denominator, high * denominator), denominator)

    def vector(self, size: int, low: int = -1, high: int = 1, *, denominator: int = 1) -> tuple[Fraction, ...]:
        """A tuple of such fractions."""
        return tuple(self.fraction(low, high, denominator=denominator) for _ in range(size))

    def matrix(
        self, rows: int, columns: int, low: int = 0, high: int = 1, *, denominator: int = 1
    ) -> tuple[tuple[Fraction, ...], ...]:
        """A matrix of such fractions as a tuple of rows: losses with one row per round, for example."""
        return tuple(self.vector(columns, low, high, denominator=denominator) for _ in range(rows))

    def in_ball(self, size: int, *, denominator: int = 4) -> tuple[Fraction, ...]:
        """A point of the Euclidean unit ball, in multiples of 1/denominator. Shrinks towards the origin."""
        left, coordinates = denominator**2, []
        for _ in range(size):
            most = math.isqrt(left)
            coordinates.append(self.integer(-most, most))
            left -= coordinates[-1] ** 2
        return tuple(Fraction(coordinate, denominator) for coordinate in coordinates)

    def in_simplex(self, size: int, *, denominator: int = 4) -> tuple[Fraction, ...]:
        """Non-negative weights that sum to 1, in multiples of 1/denominator. Shrinks towards (0, …, 0, 1)."""
        left, parts = denominator, []
        for _ in range(size - 1):
            parts.append(self.integer(0, left))
            left -= parts[-1]
        return tuple(Fraction(part, denominator) for part in (*parts, left))

    def permutation(self, size: int) -> tuple[int, ...]:
        """A permutation of range(size). Shrinks towards ascending order."""
        rest = list(range(size))
        return tuple(rest.pop(self.integer(0, len(rest) - 1)) for _ in range(size))

    def reject(self) -> NoReturn:
        """Discard these choices: they do not make a case."""
        raise Rejected


@functools.lru_cache(4096)
def row_of(code: int, size: int) -> tuple[int, ...]:
    """The row of labels with this code: bit k is 1 if instance k has the label −1."""
    return tuple(1 - 2 * (code >> k & 1) for k in range(size))


@functools.lru_cache(64)
def subsets(size: int) -> tuple[tuple[int, ...], ...]:
    """The subsets of 0, ..., size − 1: bit k of a subset's index is 1 if it holds k."""
    return tuple(tuple(k for k in range(size) if code >> k & 1) for code in range(2**size))


def drawn_from(cases: "SearchStrategy[T]") -> Callable[[Choices], T]:
    """Turn a Hypothesis strategy for cases into a decoder."""
    return lambda choices: choices.draw(cases)


def is_strategy(value: object) -> "TypeGuard[SearchStrategy[object]]":
    """Whether the value is a Hypothesis strategy, without importing Hypothesis, which is slow."""
    strategies = sys.modules.get("hypothesis.strategies")
    return strategies is not None and isinstance(value, strategies.SearchStrategy)


def up_to(make: Callable[..., T], **ranges: tuple[int, "str | int"]) -> Callable[..., T]:
    """The decoder of `make(...)` with integers for arguments, each from its least value up to a limit.

    A limit is told by its name, or as a number: `up_to(Kernel, degree=(1, "most"))` decodes as
    `lambda choices, *, most: Kernel(degree=choices.integer(1, most))`.
    """

    def decode(choices: Choices, **limits: int) -> T:
        drawn = {}
        for name, (least, most) in ranges.items():
            drawn[name] = choices.integer(least, limits[most] if isinstance(most, str) else most)
        return make(**drawn)

    decode.__name__ = decode.__qualname__ = f"up_to({getattr(make, '__name__', make)}, {ranges})"
    return decode


class Random(Choices):
    """Choices from a seeded generator: the same seed gives the same cases on any machine."""

    def __init__(self, generator: random.Random) -> None:
        super().__init__()
        self._generator, self._bits = generator, generator.getrandbits

    def _next(self, low: int, high: int) -> int:
        """Like `generator.randint`, but faster: choices take most of the time of a short game."""
        count = high - low + 1
        bits = count.bit_length()
        drawn = self._bits(bits)
        while drawn >= count:
            drawn = self._bits(bits)
        return low + drawn

    def integers(self, count: int, low: int, high: int) -> list[int]:
        """The same numbers as from single draws, but faster: large games consist mostly of vectors."""
        if not 0 < high - low < 255 or len(self.taken) + count > MOST_CHOICES:
            return super().integers(count, low, high)
        numbers = self._many(count, low, high)
        self.taken += numbers
        return numbers

    def _many(self, count: int, low: int, high: int) -> list[int]:
        """The generator makes 32 bits at a time, of which a single draw takes the first, and drops the others."""
        values, rejected = _first_bytes(low, high)
        numbers: list[int] = []
        while missing := count - len(numbers):
            # As many as are missing, so that rejected draws are repeated in the order of single draws.
            drawn = self._bits(32 * missing).to_bytes(4 * missing, "little")[3::4]
            numbers += map(values.__getitem__, drawn.translate(None, rejected))
        return numbers

    def draw(self, strategy: "SearchStrategy[T]") -> T:
        from learncheck.strategies.play.drawn import drawn_at_random

        value, taken = drawn_at_random(self._generator.getrandbits(64), strategy)
        self.taken += taken
        return value


Pattern = Literal["drawn", "constant", "one then another", "alternating", "bursts", "sorted"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)


class Patterned(Random):
    """Random choices whose lists are as long as they may be, and whose items recur in a pattern.

    Items drawn one by one almost never repeat, so a learner that fails where something happens again and again passes
    all games that `Random` makes.

    pattern: which items of a list (`many`) are equal: none ("drawn"), all, those of each half, every other one, or
             those of ever longer runs ("bursts"). In a "sorted" list the first choice of an item never falls.
    """

    def __init__(self, generator: random.Random, pattern: Pattern) -> None:
        super().__init__(generator)
        self.pattern = pattern
        self._again: list[int] = []  # choices to be repeated, the next one last
        self._share: Fraction | None = None  # of the range of the next choice that lies below it

    def more(self, usual: int) -> bool:
        if self._again:
            return super().more(usual)
        self.taken.append(max(1, usual))
        return True

    def many(self, item: Callable[[], T], *, least: int = 0, most: int) -> tuple[T, ...]:
        if self._again or self.pattern == "drawn":
            return super().many(item, least=least, most=most)
        earlier: dict[int, list[int]] = {}  # the choices of the items so far that differ
        items: list[T] = []
        while len(items) < most and (len(items) < least or self.more(most)):
            number, start = self._number(len(items), most), len(self.taken)
            self._again = earlier.get(number, [])[::-1]
            if self.pattern == "sorted":
                self._share = Fraction(len(items), max(most - 1, 1))
            items.append(item())
            self._again, self._share = [], None
            earlier.setdefault(number, self.taken[start:])
        return tuple(items)

    def _number(self, place: int, length: int) -> int:
        """The number of the item at this place of a list: equal ones have the same."""
        numbers = {
            "constant": 0,
            "one then another": int(2 * place >= length),
            "alternating": place % 2,
            "bursts": (math.isqrt(8 * place + 1) - 1) // 2,
        }
        return numbers.get(self.pattern, place)

    def integer(self, low: int, high: int) -> int:
        if low >= high or not (self._again or self._share is not None):
            return super().integer(low, high)
        if self._again:
            value = min(max(self._again.pop(), low), high)
        else:
            assert self._share is not None
            value, self._share = low + int((high - low) * self._share), None
        self.taken.append(value)
        return value

    def integers(self, count: int, low: int, high: int) -> list[int]:
        if self._again or self._share is not None:
            return [self.integer(low, high) for _ in range(count)]
        return super().integers(count, low, high)


@functools.lru_cache(1024)
def _first_bytes(low: int, high: int) -> tuple[list[int], bytes]:
    """By the first eight bits that the generator makes: the integer from low to high drawn with them, or rejected."""
    count = high - low + 1
    others = 8 - count.bit_length()
    return [low + (byte >> others) for byte in range(count << others)], bytes(range(count << others, 256))


class Replayed(Choices):
    """The choices of an earlier case, clamped to the range; once they run out, 0 or the value nearest to it."""

    def __init__(self, taken: Sequence[Any]) -> None:
        super().__init__()
        self._rest = list(reversed(taken))

    def _next(self, low: int, high: int) -> int:
        return min(max(self._rest.pop() if self._rest else 0, low), high)

    def draw(self, strategy: "SearchStrategy[T]") -> T:
        from learncheck.strategies.play.drawn import drawn_again

        value, taken = drawn_again(self._rest[::-1], strategy)
        del self._rest[len(self._rest) - len(taken) :]
        self.taken += taken
        return value


class Enumerated(Choices):
    """One path through the tree of all choices; `everything` walks all paths."""

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


def everything(build: Callable[[Choices], T]) -> Iterator[tuple[T, list[Any]]]:
    """Yield every case that `build` can make, with its choices: each sequence once, smallest values first."""
    path: list[tuple[int, int]] = []
    while True:
        choices = Enumerated(path)
        try:
            case = build(choices)
        except Rejected:
            pass
        else:
            yield case, choices.taken
        while path and path[-1][0] == path[-1][1]:
            path.pop()
        if not path:
            return
        value, high = path[-1]
        path[-1] = (value + 1, high)


def at_random(build: Callable[[Choices], T], seed: int) -> Iterator[tuple[T, list[Any]]]:
    """Yield random cases with their choices, without end; the same seed gives the same stream.

    Raises BadFamily if `build` rejects MOST_REJECTED sequences of choices in a row.
    """
    generator = random.Random(seed)
    rejected = 0
    while True:
        choices = Random(generator)
        try:
            case = build(choices)
        except Rejected:
            rejected += 1
            if rejected == MOST_REJECTED:
                raise BadFamily(ALL_REJECTED) from None
            continue
        rejected = 0
        yield case, choices.taken


ALL_REJECTED = f"the family rejected {MOST_REJECTED:,} choices in a row; let it reject less, or build what it looks for"
