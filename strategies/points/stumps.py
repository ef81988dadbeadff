"""The labellings that decision stumps give, and points that they shatter.

Source: UML 9.1.3, 10.1.1, Exercise 10.4.
"""

import random
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from learncheck.exact.separation import Points
from learncheck.learners.arrays import Ints
from learncheck.strategies.halfspaces.vectors import Vector


def stump_labellings(points: Points) -> set[Vector]:
    """The labellings of the points by stumps x -> ±sign(threshold - x[coordinate]). Source: UML 10.1.1.

    Only the points below a threshold matter: those up to one of the values of its coordinate, or none.
    """
    labellings = set()
    for column in zip(*points, strict=True):
        for greatest in set(column):
            below = tuple(1 if v <= greatest else -1 for v in column)
            labellings |= {below, tuple(-y for y in below)}
    return labellings


def shattered_by_stumps(points: Points) -> bool:
    """Whether decision stumps shatter the points."""
    return len(stump_labellings(points)) == 1 << len(points)


def stump_vc_dimension(d: int) -> int:
    """The VC dimension of stumps over R^d, exactly: the largest m with C(m, ⌊m/2⌋) <= 2d.

    Upper bound. On m points, coordinate c gives a subset as the points below or above a threshold. With k
    of them, that is at most one subset below and one above: at most 2d subsets of size k, of the C(m, k)
    that shattering needs; take k = ⌊m/2⌋. Ties in a coordinate only lose subsets.
    Lower bound. `stump_shattered_set` orders m points in ⌈C(m, ⌊m/2⌋)/2⌉ <= d ways such that every subset
    or its complement begins some order.

    The count is known for the halfspaces with axis-parallel boundaries: S. Gey, Vapnik-Chervonenkis
    dimension of axis-parallel cuts. It sharpens log2(d) <= VCdim <= 5 + 2 log2(d) of UML Exercise 10.4.2.
    """
    m = 2
    while comb(m + 1, (m + 1) // 2) <= 2 * d:
        m += 1
    return m


def stump_shattered_set(d: int) -> Ints:
    """`stump_vc_dimension(d)` points in R^d, shape (m, d), that stumps shatter.

    Coordinate j of a point is its position in the j-th order of `_covering_orders`; coordinates left over
    are 0.
    """
    m = stump_vc_dimension(d)
    points = np.zeros((m, d), dtype=np.int64)
    for j, order in enumerate(_covering_orders(m)):
        points[list(order), j] = np.arange(m)
    return points


@cache
def _covering_orders(m: int) -> tuple[tuple[int, ...], ...]:
    """⌈C(m, ⌊m/2⌋)/2⌉ orders of range(m) such that every subset or its complement begins one of them.

    A subset of size at most ⌊m/2⌋ lies on one of the symmetric chains of de Bruijn, Tengbergen and
    Kruyswijk, and each of these holds one set of size ⌊m/2⌋. So it is enough that every set of that size
    begins or ends an order and is itself ordered along its chain. Disjoint pairs of such sets give the
    order its two ends.
    """
    ground = frozenset(range(m))
    return tuple(
        (*_along_chain(first, m), *sorted(ground - first - last), *reversed(_along_chain(last, m)))
        for first, last in _disjoint_halves(m)
    )


def _along_chain(subset: frozenset[int], m: int) -> list[int]:
    """The subset ordered so that its beginnings include all the smaller sets on its symmetric chain.

    Read 0..m-1 as brackets, opening off the subset and closing on it. Sets of one chain share the matched
    brackets and are the matched closing ones with the first few unmatched (Greene and Kleitman).
    """
    open_brackets = 0
    matched, unmatched = [], []
    for i in range(m):
        if i not in subset:
            open_brackets += 1
        elif open_brackets:
            open_brackets -= 1
            matched.append(i)
        else:
            unmatched.append(i)
    return matched + unmatched


def _disjoint_halves(m: int) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Disjoint pairs of subsets of size ⌊m/2⌋ of range(m); each such subset occurs, one perhaps twice.

    For even m these are the complements. For odd m disjointness is a connected vertex-transitive graph,
    which has a matching that misses at most one subset. A free subset takes a random neighbour and frees
    its partner, until at most one is free; from every state some walk ends, so the process does.
    """
    ground = frozenset(range(m))
    subsets = [frozenset(c) for c in combinations(range(m), m // 2)]
    if m % 2 == 0:
        return [(a, ground - a) for a in subsets if 0 in a]
    choose = random.Random(0).choice  # fixed, so that the points are always the same
    partner: dict[frozenset[int], frozenset[int]] = {}
    free = subsets.copy()
    while len(free) > 1:
        a = free.pop()
        b = ground - a - {choose(sorted(ground - a))}
        if b in partner:
            free.append(partner.pop(b))
            del partner[free[-1]]
        else:
            free.remove(b)
        partner[a], partner[b] = b, a
    pairs = [(a, b) for a, b in partner.items() if min(a) < min(b)]
    return pairs + [(a, frozenset(sorted(ground - a)[1:])) for a in free]
