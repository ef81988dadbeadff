"""Takes coordinates out of a failing case: a game in three dimensions that fails in one is shown in one."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import asdict

from learncheck.oracle.engine.shrink import Judge
from learncheck.oracle.judging.outcomes import Outcome
from learncheck.strategies.play.case import Case

VECTORS = ("points", "instances", "queries", "rounds", "moves")
"""Fields with a vector an entry, alone or with what belongs to it."""

SINGLE, SIZE, PLACES = ("target", "start", "weights"), "n", "relevant"
"""Fields that hold one vector, the number of coordinates, and some of their indices."""

VOTE = "vote"
"""A field of stumps, each of which looks at one coordinate: such a case is left as it is."""


def narrow(failure: Outcome, judge: Judge, keeps: Callable[[Case], bool] = bool) -> Outcome:
    """Drop coordinates while the claim still falls: first those that are 0 in all instances.

    A learner that crashes may do so in any case, also in one that is none.
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
    """The coordinates of the case's vectors, those that are 0 in all of them first; none if one is left."""
    vectors, width = [_vector(entry) for _, entry in _entries(case)], _width(case)
    return sorted(range(width), key=lambda place: any(each[place] for each in vectors)) if width > 1 else []


def _entries(case: Case) -> Iterator[tuple[str, Any]]:
    """The entries of fields that hold vectors, each with the field's name."""
    fields = asdict(case)
    for name in VECTORS if VOTE not in fields else ():
        value = fields.get(name)
        for entry in value if isinstance(value, tuple) else ():
            if isinstance(entry, tuple) and entry and not (name == "moves" and isinstance(entry[0], int)):
                yield name, entry


def _vector(entry: tuple[Any, ...]) -> tuple[Any, ...]:
    return entry[0] if isinstance(entry[0], tuple) else entry


def _width(case: Case) -> int:
    """The number of coordinates of every vector of the case; 0 if they differ or there are none."""
    widths = {len(_vector(entry)) for _, entry in _entries(case)}
    return widths.pop() if len(widths) == 1 else 0


def _without(case: Case, place: int) -> Case:
    """The case without a coordinate."""
    width, changed = _width(case), dict[str, Any]()
    for name, value in asdict(case).items():
        if name in VECTORS and any(name == each for each, _ in _entries(case)):
            changed[name] = tuple(
                (_cut(entry[0], place), *entry[1:]) if isinstance(entry[0], tuple) else _cut(entry, place)
                for entry in value
            )
        elif name in SINGLE and isinstance(value, tuple) and len(value) == width and not _of_examples(case, name):
            changed[name] = _cut(value, place)
        elif name == SIZE and value == width:
            changed[name] = width - 1
        elif name == PLACES:
            changed[name] = tuple(each - (each > place) for each in value if each != place)
    return type(case)(**asdict(case) | changed)


def _of_examples(case: Case, name: str) -> bool:
    """Whether these are the weights of a sample's examples."""
    return name == "weights" and "points" in case.__struct_fields__


def _cut(vector: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    return vector[:place] + vector[place + 1 :]
