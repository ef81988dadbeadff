"""The number of halfspaces on {0,1}^d, decided by separating vectors for these and dependences for all other sets.

- `HalfspaceCount`: the number of sets {x : w·x >= b}, or {x : w·x >= 0}, for one d

Permuting coordinates maps halfspaces to halfspaces, and so does taking complements; with a threshold b, so does
exchanging 0 and 1 in a coordinate. So one set of each orbit is decided, with a verified certificate, on behalf of all.
Source: VEM 8.3.
"""

from functools import cache
from itertools import accumulate, permutations, product
from math import comb

import numpy as np

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Separator, separate
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.orbits import kinds, swapped

MOST_ENUMERATED = 4
"""The greatest d for which all 2^(2^d) sets are decided."""

MOST_DIMENSIONS = 5
"""The greatest d for which halfspaces with a threshold are counted; above MOST_ENUMERATED by `regular_sets`."""


class HalfspaceCount(Case, frozen=True, tag="halfspace-count"):
    """The number of sets in {0,1}^d that are halfspaces {x : w·x >= b}, with b = 0 unless `affine`."""

    d: int
    affine: bool = True

    def __post_init__(self) -> None:
        most = MOST_DIMENSIONS if self.affine else MOST_ENUMERATED
        require(1 <= self.d <= most, f"d = {self.d}: give one from 1 to {most}")

    def halfspaces(self) -> int:
        """Their number."""
        return count_by_regular_sets(self.d) if self.d > MOST_ENUMERATED else count_halfspaces(self.d, self.affine)


@cache
def count_halfspaces(d: int, affine: bool) -> int:
    """The number of halfspaces on {0,1}^d. Every set is decided by a verified separator or dependence.

    With a threshold one may assume w·x ≠ b for all x, since b may be lowered slightly. Without one, every halfspace
    contains the origin, and one may assume w·x ≠ 0 elsewhere, since w may be turned slightly towards (1, ..., 1).
    """
    points = [x for x in product((0, 1), repeat=d) if affine or any(x)]
    lifted = [(*x, 1) for x in points] if affine else points
    moves = list(zip(*map(swapped, points), strict=True))
    if affine:
        moves.append(tuple((1 - x[0], *x[1:]) for x in points))
    count = 0
    for code, size in zip(*kinds(points, moves, complements=True), strict=True):
        labels = [1 if code >> k & 1 else -1 for k in range(len(points))]
        answer = separate(lifted, labels)
        confirmed(answer.verify(lifted, labels), f"the certificate on the labels {labels} of {{0,1}}^{d}")
        count += size * isinstance(answer, Separator)
    return count


@cache
def count_by_regular_sets(d: int) -> int:
    """The number of halfspaces {x : w·x >= b} on {0,1}^d, from those with w_1 >= ... >= w_d >= 0.

    Every halfspace becomes one of these by exchanging 0 and 1 where w_i < 0, and permuting coordinates. These are
    regular (see `regular_sets`). All regular sets are tried, each with a verified separator or dependence.
    """
    points = list(product((0, 1), repeat=d))
    lifted = [(*x, 1) for x in points]
    number = {x: k for k, x in enumerate(points)}
    movers = np.array(
        [
            [number[tuple(x[i] ^ flips[i] for i in order)] for x in points]
            for order in permutations(range(d))
            for flips in points
        ]
    )
    weights = 1 << np.arange(len(points), dtype=np.int64)
    found: set[int] = set()
    for members in regular_sets(d):
        labels = [1 if x in members else -1 for x in points]
        answer = separate(lifted, labels)
        confirmed(answer.verify(lifted, labels), f"the certificate on the labels {labels} of {{0,1}}^{d}")
        if isinstance(answer, Separator):
            row = np.array([x in members for x in points], dtype=np.int64)
            found.update((row[movers] @ weights).tolist())
    return len(found)


def regular_sets(d: int) -> list[frozenset[tuple[int, ...]]]:
    """The regular sets of {0,1}^d: those closed upwards in the order of the numbers of ones.

    A set that contains x contains every y that has, for each k, at least as many ones as x among its first k
    coordinates.
    """
    points = list(product((0, 1), repeat=d))
    counts = {x: tuple(accumulate(x)) for x in points}
    above = {
        x: [y for y in points if y != x and all(p <= q for p, q in zip(counts[x], counts[y], strict=True))]
        for x in points
    }
    sets: list[frozenset[tuple[int, ...]]] = [frozenset()]
    for x in sorted(points, key=lambda x: len(above[x])):  # everything above x comes before x
        sets += [each | {x} for each in sets if all(y in each for y in above[x])]
    return sets


def cut_count(points: int, dimension: int) -> int:
    """2·Σ_{i<dimension} C(points − 1, i): the most sign patterns that w·x can have on `points` vectors x."""
    return 2 * sum(comb(points - 1, i) for i in range(dimension))


def affine_counts(choices: Choices, *, dimension: int, plane: bool = False) -> HalfspaceCount:
    """Every d up to `dimension`, with a threshold; d is at least 2 if `plane`."""
    return HalfspaceCount(choices.integer(2 if plane else 1, dimension))
