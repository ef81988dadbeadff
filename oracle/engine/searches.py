"""Reuses earlier searches instead of drawing their cases again.

What Hypothesis draws depends only on the decoder, the seed and the target ratios that it is given. As long as the games
of a submission have the ratios of an earlier search, the next cases are those of that search. Most right submissions
follow a search of the reference learner, which is on record (`tests/record_searches.py` writes the file); the
submissions of a course follow each other's.

A record only saves the drawing. It holds choices, not cases; searches that the decoder no longer decodes in the same
way are ignored, and a missing file means that there are none.
"""

import zlib
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import Choices, Rejected, Replayed
from learncheck.theorems.language.claim import Claim

FILE = Path(__file__).with_name("searches.bin")

Looks = list[tuple[list[int], float | None]]
"""A search on record: for each case its choices and the ratio given to Hypothesis."""


class Look(NamedTuple):
    """A case of a search, the choices that generated it, and the ratio given to Hypothesis as its target."""

    case: Case
    taken: list[int]
    told: float | None


MOST_LOOKS, MOST_SEARCHES = 1_000, 24
"""The longest search that is remembered, in cases, and how many searches of one family are: the latest."""

_ended: dict[Hashable, tuple[deque[list[Look]], Iterator[list[Look]]]] = {}
"""The remembered searches, the latest first, and those on record that were not asked for yet."""


def earlier_searches(claim: Claim, count: int, seed: int) -> Iterator[list[Look]]:
    """Yield the remembered searches for `count` cases of the claim's family, the latest first."""
    ended, on_record = _remembered(claim, count, seed)
    yield from list(ended)
    for search in on_record:
        if len(ended) < MOST_SEARCHES:
            ended.append(search)
        yield search


def remember(claim: Claim, count: int, seed: int, looks: list[Look]) -> None:
    """Remember a completed search."""
    if len(looks) <= MOST_LOOKS:
        _remembered(claim, count, seed)[0].appendleft(looks)


def forget() -> None:
    """Forget the searches of this process; those on record stay available."""
    _ended.clear()


def _remembered(claim: Claim, count: int, seed: int) -> tuple[deque[list[Look]], Iterator[list[Look]]]:
    build: Any = claim.cases.build
    limits = {**claim.cases.search, **claim.options(build)}
    known = build, tuple(sorted(limits.items())), count, seed
    if known not in _ended:
        on_record = recorded(key(claim, count, seed), claim.build(claim.cases.search))
        _ended[known] = deque(maxlen=MOST_SEARCHES), on_record
    return _ended[known]


def key(claim: Claim, count: int, seed: int) -> str:
    """The key of the claim's searches for `count` cases on record; "" if the decoder's name is not unique to it."""
    build: Any = claim.cases.build
    limits = {**claim.cases.search, **claim.options(build)}
    told = ", ".join(f"{name}={limit}" for name, limit in sorted(limits.items()))
    words = f"{_named(build)}({told}) {count} {seed}"
    return "" if "<" in words else words  # <locals>, <lambda>, <object at 0x…>


def _named(build: Any) -> str:
    if isinstance(build, partial):
        return f"{_named(build.func)}{build.args}{sorted(build.keywords.items())}"
    return f"{build.__module__}.{getattr(build, '__qualname__', '<>')}"


def recorded(of: str, build: Callable[[Choices], Case]) -> Iterator[list[Look]]:
    """The searches on record under this key, without those that the decoder no longer decodes in the same way."""
    packed = _file().get(of)
    found = [] if packed is None else msgspec.msgpack.decode(zlib.decompress(packed), type=list[Looks])
    for looks in found:
        search = list(_decoded(looks, build))
        if len(search) == len(looks):
            yield search


def _decoded(looks: Looks, build: Callable[[Choices], Case]) -> Iterator[Look]:
    with suppress(Rejected, ValueError):
        for taken, told in looks:
            choices = Replayed(taken)
            case = build(choices)
            if choices.taken != taken:
                return
            yield Look(case, taken, told)


def write(found: Mapping[str, Sequence[Looks]], file: Path = FILE) -> None:
    """Write these searches to the file, by their keys."""
    packed = {of: zlib.compress(msgspec.msgpack.encode(each), 9) for of, each in sorted(found.items())}
    file.write_bytes(msgspec.msgpack.encode(packed))


@cache
def _file() -> dict[str, bytes]:
    try:
        return msgspec.msgpack.decode(FILE.read_bytes(), type=dict[str, bytes])
    except (OSError, msgspec.DecodeError):
        return {}
