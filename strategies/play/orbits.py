"""Sets up to symmetries that move their members: one of each kind."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np

T = TypeVar("T")


def swapped(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield the items with two neighbours exchanged; by such exchanges they get into any order."""
    for i, j in pairwise(range(len(items))):
        yield (*items[:i], items[j], items[i], *items[j + 1 :])


def kinds(
    members: Sequence[T], moves: Iterable[Sequence[T]], *, complements: bool = False
) -> tuple[list[int], list[int]]:
    """The least set of each kind, as a number with a bit for each member; and how many sets are of its kind.

    Sets are of one kind if some of the moves in turn, each of which puts members into the places of others, make one of
    the other; or if they are complements. The least number spreads along the moves until nothing changes.
    """
    sets, place = np.arange(1 << len(members)), {member: i for i, member in enumerate(members)}
    images = [np.bitwise_or.reduce([(sets >> i & 1) << place[to] for i, to in enumerate(move)]) for move in moves]
    if complements:
        images.append(sets[::-1])
    least, before = sets, -sets - 1
    while (least != before).any():
        before = least
        for image in images:
            least = np.minimum(least, least[image])
    codes, sizes = np.unique(least, return_counts=True)
    return codes.tolist(), sizes.tolist()
