"""Takes coordinates out of a failing case: a game in three dimensions that fails in one is shown in one."""

from bisect import bisect
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import asdict

from learncheck.oracle.engine.shrink import Judge
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case

WIDE = 2**7
"""With so many coordinates, half of them are tried first, then quarters, and single ones in the end."""

MOST = 2_000_000
"""The cases that are tried may have so many coordinates in all: narrowing the widest ones would take hours."""


def narrow(failure: Outcome, judge: Judge, keeps: Callable[[Case], bool] = bool) -> Outcome:
    """Drop coordinates while the claim still fails: first those that are 0 in all vectors but single ones.

    Crashes are not narrowed: a learner may crash on anything, even on what is not a case of the claim.
    """
    if failure.verdict != "falsified":
        return failure
    places, left = _zero_first(failure.case), MOST
    together = len(places) // 2 if len(places) >= WIDE else 1
    while together:
        start = 0
        while start < len(places) and left > 0:
            left -= len(places)
            narrower = _failing_without(places[start : start + together], failure, judge, keeps)
            if narrower is None:
                start += together
            else:
                failure, places, start = narrower, _zero_first(narrower.case), 0
                together = min(together, len(places) // 2)  # one coordinate stays
        together //= 2
    return failure


def _failing_without(
    places: Sequence[int], failure: Outcome, judge: Judge, keeps: Callable[[Case], bool]
) -> Outcome | None:
    """The same failure without these coordinates; None if there is none."""
    with suppress(Exception):  # there is no such case, or an author's code cannot play it
        case = _without(failure.case, places)
        if keeps(case):
            narrower = judge(case)
            if narrower.verdict == failure.verdict and not narrower.outside:
                return narrower
    return None


def _zero_first(case: Case) -> list[int]:
    """The case's coordinates, those that are 0 in all vectors but single ones first; none if one is left."""
    fields = [getattr(case, name) for name in case.coordinates.vectors]
    vectors = [_vector(entry) for value in fields if not _is_vector(value) for entry in value]
    widths = {len(vector) for vector in vectors}
    width = widths.pop() if len(widths) == 1 else 0
    return sorted(range(width), key=lambda place: any(vector[place] for vector in vectors)) if width > 1 else []


def _is_vector(value: tuple[object, ...]) -> bool:
    return bool(value) and not isinstance(value[0], tuple)


def _vector(entry: tuple[object, ...]) -> tuple[object, ...]:
    """The vector that an entry is, or begins with."""
    first = entry[0] if entry else None
    return first if isinstance(first, tuple) else entry


def _without(case: Case, places: Sequence[int]) -> Case:
    """The case without these coordinates."""
    vectors, number, indices = case.coordinates
    dropped, gone = sorted(places), set(places)
    changed: dict[str, object] = {name: _cut(getattr(case, name), gone) for name in vectors}
    if number:
        changed[number] = getattr(case, number) - len(dropped)
    if indices:
        others = (index for index in getattr(case, indices) if index not in gone)
        changed[indices] = tuple(index - bisect(dropped, index) for index in others)
    return type(case)(**asdict(case) | changed)


def _cut(value: tuple[Any, ...], places: Collection[int]) -> tuple[object, ...]:
    """What a field or an entry holds without these coordinates of its vectors."""
    if not value or _is_vector(value):
        return tuple(v for place, v in enumerate(value) if place not in places)
    return tuple(
        _cut(entry, places) if _vector(entry) is entry else (_cut(entry[0], places), *entry[1:]) for entry in value
    )
