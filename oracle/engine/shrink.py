"""Shrinks failing cases by the choices that generated them: the same failure always becomes the same small one."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import combinations

from msgspec.structs import asdict

from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import BadFamily, Choices, Rejected, Replayed

Build = Callable[[Choices], Case]
Choice = int | float | str | bytes
"""What a case is decoded from: integers, or whatever Hypothesis has drawn for a strategy."""

Judge = Callable[[Case], Outcome]

PLAYING = 10
"""The cost of playing a case, on top of its choices. Decoding one costs this fraction of its choices."""

RUNS = (8, 4, 3, 2, 1)
"""So many neighbouring choices are dropped, or made 0, together."""


def shrink(build: Build, taken: Sequence[Choice], failure: Outcome, judge: Judge, budget: int) -> Outcome:
    """The failure of the same verdict with the shortest and smallest choices that are found.

    The cases tried take at most `budget` choices in all. What Hypothesis's strategies drew is shrunk by Hypothesis, and
    depends on its version; nothing else does.
    """
    integers = [choice for choice in taken if type(choice) is int]
    if len(integers) < len(taken):
        from learncheck.oracle.engine.shrink_drawn import shrink_drawn  # imports Hypothesis, which is slow

        return shrink_drawn(build, taken, failure, judge, budget)
    shrinking = _Shrinking(build, integers, failure, judge, budget)
    with suppress(_Enough):
        shrinking.shrink()
    return shrinking.smallest


class _Enough(Exception):
    """The budget is spent."""


class _Shrinking:
    """The way from a failure to smaller ones: `smallest` is the smallest so far, and `choices` made it."""

    def __init__(self, build: Build, taken: Sequence[int], failure: Outcome, judge: Judge, budget: int) -> None:
        self._build, self._judge, self._left = build, judge, budget
        self.smallest = failure
        self.choices: Choices = Replayed(taken)
        build(self.choices)
        self._tried: set[tuple[int, ...]] = set()

    def shrink(self) -> None:
        """Drop choices, and then make those that are left smaller, until neither helps."""
        before: list[int] = []
        while before != self.choices.taken:
            before = self.choices.taken
            self._drop_items()
            self._drop_runs()
            self._shorten()
            self._lower_runs()
            self._lower_single()
            self._order()

    def _fails(self, attempt: list[int]) -> bool:
        """Whether these choices make a smaller case that fails as well, which is then the smallest."""
        decoded = self._decoded(attempt)
        if decoded is None:
            return False
        case, choices = decoded
        taken = tuple(choices.taken)
        if taken in self._tried or weight(taken) >= weight(self.choices.taken):
            return False
        self._tried.add(taken)
        self._spend(len(taken) + PLAYING)
        outcome = self._judge(case)
        if outcome.verdict != self.smallest.verdict or outcome.outside:
            return False
        self.smallest, self.choices = outcome, choices
        return True

    def _decoded(self, attempt: list[int]) -> tuple[Case, Choices] | None:
        """The case of these choices, and those that it took; None if they make none."""
        self._spend(1 + len(attempt) // PLAYING)
        choices = Replayed(attempt)
        try:
            return self._build(choices), choices
        except (Rejected, BadFamily, ValueError, ArithmeticError):
            return None

    def _spend(self, choices: int) -> None:
        self._left -= choices
        if self._left < 0:
            raise _Enough

    def _drop_items(self) -> None:
        """Drop items of lists: half of them, quarters, down to single ones."""
        together = len(self.choices.items)
        while together:
            last = len(self.choices.items)
            while last > 0:
                items = self.choices.items[max(last - together, 0) : last]
                taken = self.choices.taken
                attempt = taken[: items[0][0]] + taken[items[-1][1] :]
                last = min(last if self._fails(attempt) else last - together, len(self.choices.items))
            together //= 2

    def _drop_runs(self) -> None:
        for size in RUNS:
            start = len(self.choices.taken) - size
            while start >= 0:
                taken = self.choices.taken
                self._fails(taken[:start] + taken[start + size :])
                start = min(start - 1, len(self.choices.taken) - size)

    def _shorten(self) -> None:
        """Where a choice is a length, drop one of the items that it counts, and not just the last."""
        place = 0
        while place < len(self.choices.taken):
            taken, value = self.choices.taken, self._at(place)
            lowered = self._with(place, value - 1 if value > 0 else value + 1)
            decoded = self._decoded(lowered) if value else None
            dropped = 0 if decoded is None else len(taken) - len(decoded[1].taken)
            starts = range(place + 1, len(taken) - dropped + 1) if dropped > 0 else ()
            place += not any(self._fails(lowered[:start] + lowered[start + dropped :]) for start in starts)

    def _lower_runs(self) -> None:
        for size in RUNS:
            for start in range(len(self.choices.taken) - size + 1):
                taken = self.choices.taken
                if any(taken[start : start + size]):
                    self._fails([*taken[:start], *[0] * size, *taken[start + size :]])

    def _lower_single(self) -> None:
        """Take every choice closer to 0, as far as it goes."""
        place = 0
        while place < len(self.choices.taken):
            value = self.choices.taken[place]
            self._fails(self._with(place, abs(value)))
            sign = -1 if self._at(place) < 0 else 1
            low = 0
            while low < abs(self._at(place)):
                middle = (low + abs(self._at(place))) // 2
                if not self._fails(self._with(place, sign * middle)):
                    low = middle + 1
            while abs(self._at(place)) > 1 and self._fails(self._with(place, self._at(place) - 2 * sign)):
                pass  # in case only every second value makes a case
            place += 1

    def _order(self) -> None:
        """Let smaller choices come before larger ones, and later ones take over from earlier ones."""
        for apart in (1, 2, 3):
            for place in range(len(self.choices.taken) - apart):
                one, other = self._at(place), self._at(place + apart)
                if _size(other) < _size(one):
                    self._fails(self._with(place, other, place + apart, one))
                moved = abs(self._at(place))
                while moved:
                    one, other = self._at(place), self._at(place + apart)
                    by = moved if one > 0 else -moved
                    if abs(one) < moved or not self._fails(self._with(place, one - by, place + apart, other + by)):
                        moved //= 2

    def _at(self, place: int) -> int:
        return self.choices.taken[place] if place < len(self.choices.taken) else 0

    def _with(self, *changes: int) -> list[int]:
        """The choices with others at some places: each place is followed by its new value."""
        attempt = list(self.choices.taken)
        for place, value in zip(changes[::2], changes[1::2], strict=True):
            attempt[place : place + 1] = [value]
        return attempt


def weight(choices: Sequence[Choice]) -> tuple[int, list[tuple[object, ...]]]:
    """The sort key for shrinking: the number of choices, then each choice. Strategies' choices can be of any type."""
    return len(choices), [_size(choice) for choice in choices]


def _size(choice: Choice) -> tuple[object, ...]:
    if isinstance(choice, int):
        return "", abs(choice), choice < 0
    sized = len(choice) if isinstance(choice, str | bytes) else abs(choice)
    return type(choice).__name__, sized, choice


def shorten(failure: Outcome, judge: Judge, budget: int, keeps: Callable[[Case], bool] = bool) -> Outcome:
    """Shrink a case without recorded choices by dropping elements of its tuples while it still fails.

    Tuples that belong together, such as the points and labels of a sample, lose elements together.
    """
    calls = budget // (5 * PLAYING)
    smallest = failure
    for names in _together(failure.case):
        size = len(getattr(smallest.case, names[0]))
        while size:
            index = 0
            while index < len(getattr(smallest.case, names[0])) and calls > 0:
                held = {name: getattr(smallest.case, name) for name in names}
                outcome: Outcome | None = None
                with suppress(ValueError, IndexError, TypeError, ArithmeticError):  # dropping left no case
                    left = {name: items[:index] + items[index + size :] for name, items in held.items()}
                    shorter = type(smallest.case)(**asdict(smallest.case) | left)  # which looks at what it is given
                    if keeps(shorter):
                        calls -= 1
                        outcome = judge(shorter)
                if outcome is not None and outcome.verdict == failure.verdict and not outcome.outside:
                    smallest = outcome
                else:
                    index += size
            size //= 2
    return smallest


def _together(case: Case) -> list[tuple[str, ...]]:
    """The fields that hold tuples: each alone, any two of one length, and all of one length."""
    sizes = {name: len(v) for name in case.__struct_fields__ if isinstance(v := getattr(case, name), tuple)}
    alike = [tuple(name for name in sizes if sizes[name] == size) for size in dict.fromkeys(sizes.values())]
    groups = [*((name,) for name in sizes), *(pair for names in alike for pair in combinations(names, 2)), *alike]
    return list(dict.fromkeys(groups))
