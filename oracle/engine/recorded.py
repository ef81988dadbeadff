"""Searches on record: the choices that Hypothesis makes, and the target ratios that it is given, when right learners
play. `tests/record_searches.py` writes them.

A record only saves the drawing. It holds choices, not cases; searches that the decoder no longer decodes in the same
way are ignored, and a missing file means that there are none.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import Choices, Rejected, Replayed

FILE = Path(__file__).with_name("searches.bin")

Looks = list[tuple[list[int], float | None]]
"""For each case its choices and the ratio given to Hypothesis."""


def key(build: Callable[..., Any], limits: Mapping[str, Any], count: int, seed: int) -> str:
    """The key of a search for `count` cases; "" if the decoder's name is not unique to it."""
    told = ", ".join(f"{name}={limit}" for name, limit in sorted(limits.items()))
    words = f"{_named(build)}({told}) {count} {seed}"
    return "" if "<" in words else words  # <locals>, <lambda>, <object at 0x…>


def _named(build: Any) -> str:
    if isinstance(build, partial):
        return f"{_named(build.func)}{build.args}{sorted(build.keywords.items())}"
    return f"{build.__module__}.{getattr(build, '__qualname__', '<>')}"


def searches(of: str, build: Callable[[Choices], Case]) -> Iterator[list[tuple[Case, list[int], float | None]]]:
    """The searches on record under this key, without those that the decoder no longer decodes in the same way."""
    packed = _file().get(of)
    found = [] if packed is None else msgspec.msgpack.decode(zlib.decompress(packed), type=list[Looks])
    for looks in found:
        search = list(_decoded(looks, build))
        if len(search) == len(looks):
            yield search


def _decoded(looks: Looks, build: Callable[[Choices], Case]) -> Iterator[tuple[Case, list[int], float | None]]:
    with suppress(Rejected, ValueError):
        for taken, told in looks:
            choices = Replayed(taken)
            case = build(choices)
            if choices.taken != taken:
                return
            yield case, taken, told


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
