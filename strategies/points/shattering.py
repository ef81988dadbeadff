"""Which point sets are shattered by halfspaces, by decision stumps and by votes of T stumps: decided exactly.

Every answer carries its evidence: a shattered set one hypothesis a labelling, an unshattered set a
labelling that no hypothesis gives and the reason. The methods `verify` check the evidence without
the code that found it.

- halfspaces: `halfspace_labellings`, `shatters_by_halfspaces`
- stumps over R^d: `stumps_by_labelling`, `shatters_by_stumps`, `stump_vc_dimension`, `stump_shattered_set`,
  `outnumber_stumps`, `search_order_patterns`
- sign(sum_t w_t h_t) of T stumps: `boosted_shattered_set`, `given_by_votes`, `count_boosted_labellings`

Points have shape (m, d), ints or Fractions; a labelling is a tuple of m labels ±1. A hypothesis gives a
labelling only where its score is nowhere 0, so that nothing depends on what sign(0) is taken to be.

Source: UML 9.1.3, 10.1.1, 10.3, Exercises 10.4.2 and 10.4.3.
"""

import operator
import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.separation import (
    Dependence,
    Points,
    Separator,
    Vector,
    dual_basis,
    linear_dependence,
    rational_rows,
    separate,
    with_constant,
)

Labelling: TypeAlias = tuple[int, ...]
IntArray: TypeAlias = NDArray[np.int64]


class Gives(Protocol):
    """A hypothesis that can be checked: whether it gives the points this labelling, with no score 0."""

    def verify(self, points: Points, labelling: Labelling) -> bool: ...


@dataclass(frozen=True)
class Shattered:
    """One hypothesis for each of the 2^m labellings."""

    certificates: Mapping[Labelling, Gives]

    def verify(self, points: Points) -> bool:
        """Whether every labelling has a hypothesis that gives it."""
        m, keys = len(points), self.certificates.keys()
        complete = len(keys) == 2**m and all(len(y) == m and set(y) <= {1, -1} for y in keys)
        return complete and all(h.verify(points, labelling) for labelling, h in self.certificates.items())


# ---- halfspaces ----


@dataclass(frozen=True)
class Unshattered:
    """A labelling that no halfspace gives, and the dependence that rules it out."""

    labelling: Labelling
    dependence: Dependence

    def verify(self, points: Points) -> bool:
        """Whether the dependence does rule it out."""
        return self.dependence.verify(points, self.labelling)


def halfspace_labellings(points: Points, affine: bool = False) -> dict[Labelling, Separator]:
    """The labellings of the points by sign⟨w,x⟩ (by sign(⟨w,x⟩+b) if `affine`), each with its separator.

    An affine separator has d+1 entries, the bias last. One exact decision for each of the 2^m labellings.
    """
    lifted = lift(points, affine)
    found: dict[Labelling, Separator] = {}
    for rest in product((1, -1), repeat=len(lifted) - 1):
        labelling = (1, *rest)
        answer = separate(lifted, labelling)
        if isinstance(answer, Separator):
            found[labelling] = answer
            found[tuple(-y for y in labelling)] = Separator(tuple(-v for v in answer.w))
    return found


def shatters_by_halfspaces(lifted: Points) -> Shattered | Unshattered:
    """Whether homogeneous halfspaces shatter the points (see `lift`): just when these are independent.

    Independent points have a dual basis u_i, ⟨u_i,x_j⟩ = [i = j], and sum_i y_i u_i labels them by y. If
    sum_i a_i x_i = 0 then the labelling y_i = sign(a_i) is given by no halfspace. Source: UML 9.1.3.
    """
    dependence = linear_dependence(lifted)
    if dependence is not None:
        labelling = tuple(-1 if a < 0 else 1 for a in dependence)
        return Unshattered(labelling, Dependence(tuple(abs(a) for a in dependence)))
    dual = dual_basis(lifted)
    return Shattered(
        {
            labelling: Separator(tuple(_signed_sum(labelling, column) for column in zip(*dual, strict=True)))
            for labelling in product((1, -1), repeat=len(lifted))
        }
    )


def lift(points: Points, affine: bool) -> Points:
    """The points in rational numbers, with a last coordinate 1 for the bias if `affine`."""
    return with_constant(points) if affine else rational_rows(points)


def _signed_sum(labelling: Labelling, values: tuple[Fraction, ...]) -> Fraction:
    return sum((y * v for y, v in zip(labelling, values, strict=True)), Fraction(0))


# ---- decision stumps ----


@dataclass(frozen=True)
class StumpHypothesis:
    """x -> sign·sign(threshold - x[coordinate]), with sign ±1; 0 on the threshold. Source: UML 10.1.1."""

    coordinate: int
    threshold: Fraction
    sign: int

    def __call__(self, x: Vector) -> int:
        v = x[self.coordinate]
        return self.sign * (int(v < self.threshold) - int(v > self.threshold))

    def verify(self, points: Points, labelling: Labelling) -> bool:
        """Whether it gives the points this labelling."""
        return 0 <= self.coordinate < len(points[0]) and tuple(map(self, points)) == labelling


@dataclass(frozen=True)
class StumpsUnshattered:
    """A labelling that no stump gives, and for each coordinate two pairs (i, j) that rule its stumps out.

    In every pair y_i = +1 and y_j = -1. In coordinate c the first pair has x_i >= x_j, so that no stump of
    sign +1 gives y, and the second x_i <= x_j, so that none of sign -1 does.
    """

    labelling: Labelling
    blocking: tuple[tuple[tuple[int, int], tuple[int, int]], ...]

    def verify(self, points: Points) -> bool:
        """Whether the pairs do rule out every stump."""
        x, y = rational_rows(points), self.labelling
        return (
            len(y) == len(x)
            and len(self.blocking) == len(x[0])
            and all(
                all(0 <= i < len(y) and 0 <= j < len(y) and (y[i], y[j]) == (1, -1) for i, j in pairs)
                and x[pairs[0][0]][c] >= x[pairs[0][1]][c]
                and x[pairs[1][0]][c] <= x[pairs[1][1]][c]
                for c, pairs in enumerate(self.blocking)
            )
        )


def stumps_by_labelling(points: Points) -> dict[Labelling, StumpHypothesis]:
    """The labellings of the points by stumps, each with a stump that gives it.

    Thresholds lie halfway between neighbouring values of a coordinate and beyond its ends; any other
    threshold that meets no coordinate gives a labelling that one of these gives. Source: UML 10.1.1.
    """
    rows = rational_rows(points)
    found: dict[Labelling, StumpHypothesis] = {}
    for c in range(len(rows[0])):
        values = sorted({x[c] for x in rows})
        between = [(a + b) / 2 for a, b in pairwise(values)]
        for threshold in [values[0] - 1, *between, values[-1] + 1]:
            for sign in (1, -1):
                stump = StumpHypothesis(c, threshold, sign)
                found.setdefault(tuple(map(stump, rows)), stump)
    return found


def shatters_by_stumps(points: Points) -> Shattered | StumpsUnshattered:
    """Whether stumps shatter the points: a stump a labelling, or one that they miss and why."""
    found = stumps_by_labelling(points)
    for labelling in product((1, -1), repeat=len(points)):
        if labelling not in found:
            return StumpsUnshattered(labelling, _blocking_pairs(points, labelling))
    return Shattered(found)


def _blocking_pairs(points: Points, labelling: Labelling) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    rows = rational_rows(points)
    positive = [i for i, y in enumerate(labelling) if y > 0]
    negative = [i for i, y in enumerate(labelling) if y < 0]
    pairs = []
    for column in zip(*rows, strict=True):
        first = (max(positive, key=column.__getitem__), min(negative, key=column.__getitem__))
        second = (min(positive, key=column.__getitem__), max(negative, key=column.__getitem__))
        pairs.append((first, second))
    return tuple(pairs)


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
    _require_positive("d", d)
    m = 2
    while comb(m + 1, (m + 1) // 2) <= 2 * d:
        m += 1
    return m


def stump_shattered_set(d: int) -> IntArray:
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


def outnumber_stumps(points: Points) -> bool:
    """Whether the points have more subsets of half their size than stumps cut off from any so many points of R^d.

    Then stumps shatter no m points of R^d; see `stump_vc_dimension`.
    """
    m, d, size = len(points), len(points[0]), len(points) // 2
    return count_cuts_of_size(points, size) <= 2 * d < comb(m, size)


def count_cuts_of_size(points: Points, size: int) -> int:
    """How many subsets of this size are {i : h(x_i) = +1} for some stump h; at most 2d if 0 < size < m."""
    rows = rational_rows(points)
    cuts = set()
    for column in zip(*rows, strict=True):
        upwards = sorted(range(len(rows)), key=column.__getitem__)
        for order in (upwards, upwards[::-1]):
            inside, outside = order[:size], order[size:]
            if not inside or not outside or column[inside[-1]] != column[outside[0]]:
                cuts.add(frozenset(inside))
    return sum(len(cut) == size for cut in cuts)


def weak_orders(m: int) -> list[tuple[int, ...]]:
    """The orders of m points, ties included, as ranks."""
    return [ranks for ranks in product(range(m), repeat=m) if set(ranks) == set(range(max(ranks) + 1))]


def search_order_patterns(d: int, m: int) -> IntArray | None:
    """Points that stumps shatter, from all ways in which d coordinates can order m points; None if there are none.

    What stumps do on points depends on these orders alone, so where none is found none of the sets of m points in R^d
    is shattered. Raises ValueError where more than four million choices would have to be tried.
    """
    _require_positive("d", d)
    _require_positive("m", m)
    if m > 6:
        raise ValueError(f"m = {m} points have too many weak orders to try; take m <= 6")
    families = {_cut_family(ranks): ranks for ranks in weak_orders(m)}
    choices = comb(len(families) + d - 1, d)
    if choices > 4_000_000:
        raise ValueError(f"d = {d}, m = {m} leave {choices} choices to try; take d or m smaller")
    for chosen in combinations_with_replacement(families, d):
        if reduce(operator.or_, chosen) == 2**2**m - 1:
            return np.array([families[family] for family in chosen], dtype=np.int64).T
    return None


def _cut_family(ranks: tuple[int, ...]) -> int:
    """The subsets below or above a threshold on these ranks; bit s stands for the subset with mask s."""
    family = 0
    for threshold in range(max(ranks) + 2):
        below = sum(1 << i for i, rank in enumerate(ranks) if rank < threshold)
        above = (1 << len(ranks)) - 1 - below
        family |= 1 << below | 1 << above
    return family


# ---- votes of T stumps ----


def boosted_shattered_set(d: int, T: int) -> IntArray:
    """⌈T/2⌉(⌊log2 d⌋+1) >= T log2(d)/2 points in R^d, shape (m, d), that votes of T stumps shatter.

    The rows of A, 2A, 3A, ... where the columns of the sign matrix A, shape (⌊log2 d⌋+1, d), run through
    all sign vectors up to negation (and repeat if d is no power of two): a stump's own sign brings the
    negatives. `given_by_votes` shows how every labelling is had. Source: UML Exercise 10.4.3.
    """
    _require_positive("d", d)
    _require_positive("T", T)
    k = d.bit_length()
    bits = np.arange(d)[None, :] >> np.arange(k - 1)[:, None] & 1
    signs = np.vstack([np.ones((1, d), dtype=np.int64), 1 - 2 * bits])
    return np.vstack([c * signs for c in range(1, (T + 1) // 2 + 1)])


def given_by_votes(points: IntArray, labellings: IntArray, T: int) -> NDArray[np.bool_]:
    """Which labellings of the points of `boosted_shattered_set`, one a row, get a vote of T stumps that verifies.

    In block c, the rows of cA, some column is the block's labelling or its negation. Block 1 has one stump on that
    column, at threshold 0. Block c > 1 has two, at c-1/2 and -(c-1/2), which cancel on the blocks below, |x| <= c-1,
    and agree on block c. Weights 1, 1, 2, 4, ... let the pair outvote the blocks below. That makes 2·blocks-1 stumps;
    further ones, up to T, have weight 0. A vote verifies if none of its stumps is 0 at a point, and every point gets
    its label's sign. Raises ValueError for other points, or a T below 2·blocks-1.
    """
    blocks = _block_count(points)
    block, twice_threshold, weights = map(np.array, _vote_plan(blocks, T))
    coordinates, signs = _block_choices(labellings.reshape(len(labellings), blocks, -1))
    x = points[:, coordinates[:, block]]  # (m, labellings, T)
    h = signs[:, block] * np.sign(twice_threshold - 2 * x)
    return np.asarray(np.all((h @ weights) * labellings.T > 0, axis=0) & np.all(h != 0, axis=(0, 2)))


def count_boosted_labellings(points: IntArray, T: int) -> int:
    """How many of the 2^m labellings get a vote of T stumps: all. Raises as `given_by_votes`, and for m > 20."""
    m = len(points)
    if m > 20:
        raise ValueError(f"{m} points have 2^{m} labellings, too many to try; take at most 20 points")
    count = 0
    for start in range(0, 2**m, 2048):
        index = np.arange(start, min(start + 2048, 2**m))
        labellings = 1 - 2 * (index[:, None] >> np.arange(m) & 1)
        count += int(given_by_votes(points, labellings, T).sum())
    return count


def _block_count(points: IntArray) -> int:
    d: int = points.shape[1]
    blocks = len(points) // d.bit_length()
    if blocks == 0 or not np.array_equal(points, boosted_shattered_set(d, 2 * blocks)):
        raise ValueError(
            f"points of shape {points.shape} are not boosted_shattered_set(d, T) for any T; give those points"
        )
    return blocks


def _block_choices(labels: IntArray) -> tuple[IntArray, IntArray]:
    """For the labels of each block, shape (..., blocks, k): the column that is ± them, and the stump's sign.

    The columns of A start with +1, and bit i-1 of a column's number tells whether its entry i is -1. A
    stump of sign b gives -b times the column.
    """
    differs = labels[..., 1:] != labels[..., :1]
    columns: IntArray = differs @ (1 << np.arange(labels.shape[-1] - 1))
    return columns, -labels[..., 0]


def _vote_plan(blocks: int, T: int) -> tuple[list[int], list[int], list[int]]:
    """For each of T stumps: its block, twice its threshold and its weight."""
    block, twice_threshold, weights = [0], [0], [1]
    for c in range(2, blocks + 1):
        block += [c - 1, c - 1]
        twice_threshold += [2 * c - 1, 1 - 2 * c]
        weights += [2 ** (c - 2)] * 2
    unused = T - len(block)
    if unused < 0:
        raise ValueError(f"T = {T} stumps are too few for {blocks} blocks; give T >= {len(block)}")
    return block + [0] * unused, twice_threshold + [0] * unused, weights + [0] * unused


def _require_positive(name: str, value: int) -> None:
    if value < 1:
        raise ValueError(f"{name} = {value} is below 1; give {name} >= 1")
