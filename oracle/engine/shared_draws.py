"""Draws the cases that depend on no learner once for all claims and submissions of this process."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

from learncheck.oracle.judging.played import Memory
from learncheck.theorems.language.claim import Claim

MOST_CASES, MOST_DRAWS = 4_000, 128
"""The longest draw that is remembered, in cases, and how many draws are: those used last."""

T = TypeVar("T")

_drawn: Memory[list[Any]] = Memory(MOST_DRAWS)


def drawn_once(claim: Claim, decoder: Any, how: tuple[Hashable, ...], draw: Callable[[], Iterator[T]]) -> Iterator[T]:
    """Yield what `draw` yields, from memory if it was drawn to its end before.

    how: everything that the draw depends on besides the decoder and the options that the claim's hypotheses give it.
    """
    key = decoder, tuple(sorted(claim.options(decoder).items())), *how
    earlier: list[T] | None = _drawn.recall(key)
    if earlier is not None:
        yield from earlier
        return
    items: list[T] = []
    for item in draw():
        if len(items) <= MOST_CASES:
            items.append(item)
        yield item
    if len(items) <= MOST_CASES:
        _drawn.keep(key, items)
