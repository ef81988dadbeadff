"""Takes coordinates out of a failing case: a game in three dimensions that fails in one is shown in one."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import asdict

from learncheck.oracle.engine.shrink import Judge
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case


def narrow(failure: Outcome, judge: Judge, keeps: Callable[[Case], bool] = bool) -> Outcome:
    """Drop coordinates while the claim still fails: first those that are 0 in all vectors but single ones.

    Crashes are not narrowed: a learner may crash on anything, even on what is not a case of the claim.
    """
    if failure.verdict != "falsified":
        return failure
    for place in _zero_first(failure.case):
        narrower: Outcome | None = None
        with suppress(Exception):  # there is no such case, or an author's code cannot play it
            case = _without(failure.case, place)
            if keeps(case):
                narrower = judge(case)
        if narrower is not None and narrower.verdict == failure.verdict and not narrower.outside:
            return narrow(narrower, judge, keeps)
    return failure


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


def _without(case: Case, place: int) -> Case:
    """The case without a coordinate."""
    vectors, number, indices = case.coordinates
    changed: dict[str, object] = {name: _cut(getattr(case, name), place) for name in vectors}
    if number:
        changed[number] = getattr(case, number) - 1
    if indices:
        changed[indices] = tuple(index - (index > place) for index in getattr(case, indices) if index != place)
    return type(case)(**asdict(case) | changed)


def _cut(value: tuple[Any, ...], place: int) -> tuple[object, ...]:
    """What a field or an entry holds without this coordinate of its vectors."""
    if not value or _is_vector(value):
        return value[:place] + value[place + 1 :]
    return tuple(
        _cut(entry, place) if _vector(entry) is entry else (_cut(entry[0], place), *entry[1:]) for entry in value
    )
