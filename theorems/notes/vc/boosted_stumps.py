"""The VC dimension of votes of T decision stumps over R^d: VCdim ≥ T log₂(d)/2. Source: UML Exercise 10.4.3."""

from collections.abc import Iterator

import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import And, Eq, Or, log

from learncheck.exact.certificates import confirmed
from learncheck.learners.arrays import Ints
from learncheck.strategies.play.case import Case, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Chain, Obligation, fact
from learncheck.theorems.notes.vc.stumps import K, Q, d, digits, dimension, growth, log_2, log_d

S = quantity("S", "the size of a shattered set")
T = quantity("T", "the stumps in a vote", positive=True)
B = quantity("B", r"$\lceil T/2\rceil$", positive=True)

# ---- a shattered set ----

size, blocks, rows, votes_of = sympy.symbols("S B K T", real=True)
BLOCKS = And(size >= blocks * rows, 2 * blocks >= votes_of, digits > dimension)


@fact(
    r"votes of $T$ stumps shatter $BK$ points of $\mathbb{R}^d$, where $B = \lceil T/2\rceil$ and $K$ is the number of "
    "binary digits of $d$",
    And(S >= B * K, 2 * B >= T, 2**K > d),
    r"the rows of $A, 2A, \dots, BA$, where the columns of $A$ are all vectors of $K$ signs, UML Exercise 10.4; "
    f"{trusted.IN_WORDS}",
    "theorem",
)
def by_blocks(second: int = -1, lower: int = -1, share: int = 1) -> Iterator[Obligation]:
    """Yield the proof that votes of T stumps shatter the rows of A, 2A, ..., BA, by induction on B = ⌈T/2⌉.

    The columns of A, of shape (K, 2^(K−1)), are all vectors of signs, up to their negations. A stump of sign b and
    threshold θ is b·sign(θ − x_j). For the block cA, c ≥ 2, there are two stumps of one column, with the thresholds
    c − ½ and ½ − c: they cancel on the blocks before, and agree on this one. Their weight is half of one more than all
    weights before.
    """
    label, sign, entry, b, c, x = sympy.symbols("y s a b c x", real=True)
    first, other, score, weights, weight, added = sympy.symbols("h h′ f W w z", real=True)
    half = sympy.Rational(1, 2)

    def is_sign(of: sympy.Symbol) -> sympy.Basic:
        return Or(Eq(of, 1), Eq(of, -1))

    def side(of: sympy.Symbol, gap: sympy.Expr) -> sympy.Basic:
        """`of` is the sign of a gap that is not 0."""
        return Or(And(gap > 0, Eq(of, 1)), And(gap < 0, Eq(of, -1)))

    bits = {"label": is_sign(label), "sign": is_sign(sign)}
    yield Obligation("one row, of the entry 1: either sign", bits, Or(Eq(sign, label), Eq(-sign, label)))
    yield Obligation(
        "a row more, and all columns twice, with 1 and with −1 in it: one of the two has the label",
        bits,
        Or(Eq(sign, label), Eq(second * sign, label)),
    )
    column = {"entry": is_sign(entry), "sign": is_sign(sign), "label": Eq(label, sign * entry), "b": Eq(b, -sign)}
    yield Obligation(
        r"on the block $A$ the stump of the column, with $\theta = 0$ and $b = -s$, gives the labels",
        {**column, "h": side(first, -entry)},
        Eq(b * first, label),
    )
    up, down = c - half, lower * (c - half)
    yield Obligation(
        "two stumps more cancel on the blocks before, where no point lies on their thresholds",
        {
            "before": And(x <= c - 1, -x <= c - 1),
            "h": side(first, up - x),
            "h′": side(other, down - x),
        },
        And(up > x, x > down, Eq(b * first + b * other, 0)),
    )
    yield Obligation(
        "on the block $cA$ both give the labels",
        {**column, "c": c >= 2, "h": side(first, up - c * entry), "h′": side(other, down - c * entry)},
        Eq(b * first + b * other, 2 * label),
    )
    vote = {
        "label": is_sign(label),
        "the votes before": And(score <= weights, -score <= weights, weights >= 1),
        "the weight": Eq(2 * weight, share * (weights + 1)),
    }
    yield Obligation(
        "the two outvote all before", {**vote, "z": Eq(added, 2 * label)}, label * (score + weight * added) > 0
    )
    yield Obligation(
        "where they cancel the vote stays",
        {"so far": label * score > 0, "z": Eq(added, 0)},
        label * (score + weight * added) > 0,
    )
    after = weights + 2 * weight
    yield Obligation(
        r"no vote is above the sum of the weights, which stays $\ge 1$",
        {**vote, "z": Or(Eq(added, 0), Eq(added, 2), Eq(added, -2))},
        And(score + weight * added <= after, -(score + weight * added) <= after, after >= 1),
    )
    stumps, points_ = sympy.symbols("t m", real=True)
    yield Obligation("one stump for one block", {"t": Eq(stumps, 1), "c": Eq(c, 1)}, Eq(stumps, 2 * c - 1))
    yield Obligation(
        "a block more, two stumps and $K$ points more",
        {"stumps": Eq(stumps, 2 * c - 1), "points": Eq(points_, c * rows)},
        And(Eq(stumps + 2, 2 * (c + 1) - 1), Eq(points_ + rows, (c + 1) * rows)),
    )
    coordinates, twice = sympy.symbols("columns 2^k", real=True)
    yield Obligation("one column for one row", {"c": Eq(coordinates, 1), "2": Eq(twice, 2)}, Eq(2 * coordinates, twice))
    yield Obligation(
        "twice as many for a row more",
        {"so far": Eq(2 * coordinates, twice)},
        Eq(2 * (2 * coordinates), 2 * twice),
    )
    yield Obligation(
        r"$2^{K-1} \le d < 2^K$ coordinates are enough, and so are $2B - 1 \le T$ stumps",
        {
            "columns": Eq(2 * coordinates, digits),
            "K": And(digits <= 2 * dimension, dimension < digits),
            "B": And(votes_of <= 2 * blocks, 2 * blocks <= votes_of + 1),
            "stumps": Eq(stumps, 2 * blocks - 1),
            "points": And(Eq(points_, blocks * rows), size >= points_),
        },
        And(coordinates <= dimension, stumps <= votes_of, BLOCKS),
    )


class BoostedStumpsSet(Case, frozen=True, tag="boosted-stumps-set"):
    """The notes' points in R^d, which votes of T decision stumps shatter. Source: UML Exercise 10.4.3."""

    d: Positive
    T: Positive

    def shattered(self) -> int:
        """The number of points that the votes shatter, with a verified vote for each labelling."""
        points = boosted_shattered_set(self.d, self.T)
        m = len(points)
        confirmed(count_boosted_labellings(points, self.T) == 2**m, f"that a vote gives each of 2^{m} labellings")
        return m


def boosted_stumps_sets(choices: Choices, *, points: int, dimension: int) -> BoostedStumpsSet:
    """Votes of stumps over R^d, d <= dimension, for every T that leaves at most `points` points."""
    d = choices.integer(1, dimension)
    return BoostedStumpsSet(d, choices.integer(1, 2 * (points // d.bit_length())))


def votes(trace: Trace[BoostedStumpsSet, None]) -> Values:
    """Measure S, d, T, B and K."""
    case = trace.case
    return {S: case.shattered(), d: case.d, T: case.T, B: (case.T + 1) // 2, K: case.d.bit_length()}


BOOSTED = Claim(
    "boosted-stumps-vc",
    r"$\operatorname{VCdim}(L(\text{decision stumps over}\ \mathbb{R}^d, T)) \ge 0.5\cdot T\cdot \log(d)$, for every "
    r"$T \ge 1$.",
    sources=(UML("Exercise 10.4.3"),),
    label="lower",
    cases=Family(
        boosted_stumps_sets,
        extent="every d up to {dimension:d ≤ _} and T with at most {points:≤ _ points} points: a vote for each "
        "labelling",
        search=dict(points=10, dimension=20),
        scout=dict(points=8, dimension=200),
        quick=dict(points=10, dimension=16),
        full=dict(points=16, dimension=64),
    ),
    measure=votes,
    bound=S >= T * log(d, 2) / 2,
    proof=Chain(
        names={Q: 2**K, log_2: log(2), log_d: log(d)},
        using=(by_blocks, growth(log(d) - K * log(2))),
        lines={
            r"$\log d < K \log 2$, as $1 + \log(d/2^K) \le d/2^K < 1$": log(d) <= K * log(2),
            r"$TK \le 2S$": T * K <= 2 * S,
        },
        matched="every labelling of the set comes with a vote that is verified",
    ),
    attained_by=lambda: [BoostedStumpsSet(63, 4), BoostedStumpsSet(127, 2)],
    remark=r"With $\log_2$, the stronger reading. The set has $\lceil T/2\rceil(\lfloor\log_2 d\rfloor + 1)$ "
    "points, so that the ratio tends to 1 for even $T$ and $d = 2^k - 1$.",
)


# ---- the set, and a verified vote for each labelling ----


def boosted_shattered_set(d: int, T: int) -> Ints:
    """⌈T/2⌉(⌊log2 d⌋+1) >= T log2(d)/2 points in R^d, shape (m, d), that votes of T stumps shatter.

    They are the rows of A, 2A, 3A, ..., where the columns of the sign matrix A, shape (⌊log2 d⌋+1, d), run through all
    sign vectors up to negation, which a stump's own sign brings (some are repeated if d is no power of two).
    `given_by_votes` has a vote for every labelling. Source: UML Exercise 10.4.3.
    """
    k = d.bit_length()
    bits = np.arange(d)[None, :] >> np.arange(k - 1)[:, None] & 1
    signs = np.vstack([np.ones((1, d), dtype=np.int64), 1 - 2 * bits])
    return np.vstack([c * signs for c in range(1, (T + 1) // 2 + 1)])


def count_boosted_labellings(points: Ints, T: int) -> int:
    """The number of labellings, of 2^m, that a verified vote of T stumps gives: all of them."""
    m, count = len(points), 0
    for start in range(0, 2**m, 2048):
        index = np.arange(start, min(start + 2048, 2**m))
        labellings = 1 - 2 * (index[:, None] >> np.arange(m) & 1)
        count += int(given_by_votes(points, labellings, T).sum())
    return count


def given_by_votes(points: Ints, labellings: Ints, T: int) -> NDArray[np.bool_]:
    """Which labellings of the points of `boosted_shattered_set`, one per row, a verified vote of T stumps gives.

    In block c, the rows of cA, some column is the block's labelling or its negation. Block 1 has one stump on that
    column, at threshold 0. Block c > 1 has two, at c-1/2 and -(c-1/2), which cancel on the blocks below, |x| <= c-1,
    and agree on block c. Weights 1, 1, 2, 4, ... let the pair outvote the blocks below. That makes 2·blocks-1 stumps;
    further ones, up to T, have weight 0. A vote verifies if none of its stumps is 0 at a point, and every point gets
    its label's sign.
    """
    blocks = len(points) // points.shape[1].bit_length()
    block, twice_threshold, weights = map(np.array, _vote_plan(blocks, T))
    coordinates, signs = _block_choices(labellings.reshape(len(labellings), blocks, -1))
    x = points[:, coordinates[:, block]]  # (m, labellings, T)
    h = signs[:, block] * np.sign(twice_threshold - 2 * x)
    return np.asarray(np.all((h @ weights) * labellings.T > 0, axis=0) & np.all(h != 0, axis=(0, 2)))


def _block_choices(labels: Ints) -> tuple[Ints, Ints]:
    """For the labels of each block, shape (..., blocks, k): the column that is ± them, and the stump's sign.

    The columns of A start with +1, and bit i-1 of a column's number tells whether its entry i is -1. A
    stump of sign b gives -b times the column.
    """
    differs = labels[..., 1:] != labels[..., :1]
    columns: Ints = differs @ (1 << np.arange(labels.shape[-1] - 1))
    return columns, -labels[..., 0]


def _vote_plan(blocks: int, T: int) -> tuple[list[int], list[int], list[int]]:
    """For each of T stumps: its block, twice its threshold and its weight."""
    block, twice_threshold, weights = [0], [0], [1]
    for c in range(2, blocks + 1):
        block += [c - 1, c - 1]
        twice_threshold += [2 * c - 1, 1 - 2 * c]
        weights += [2 ** (c - 2)] * 2
    unused = T - len(block)
    confirmed(unused >= 0, f"a vote of {T} stumps on {blocks} blocks")
    return block + [0] * unused, twice_threshold + [0] * unused, weights + [0] * unused
