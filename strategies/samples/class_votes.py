"""Votes of T members of a finite class, and the sets that they shatter.

- `FiniteVotes`, `WholeClass`: votes over a class, and over all labellings
- `SplitClass`: a finite class, and the sets that it and its parts shatter

Source: UML Lemma 10.3 and Exercise 10.4.1.
"""

import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, pairwise, product
from typing import Annotated, NamedTuple, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from learncheck.exact.certificates import confirmed
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.points import shattering
from learncheck.strategies.samples.fitting import require_points
from learncheck.strategies.tables.finite_class import cube

MOST_VOTERS = 4
"""The most hypotheses for which `vote_patterns` is complete."""


@cache
def vote_patterns(T: int) -> NDArray[np.bool_]:
    """All ways in which a vote of T decides: the distinct sets {x ∈ {±1}^T : ⟨w,x⟩ ≥ 0}, shape (ways, 2^T).

    Column c stands for the x with x_t = −1 iff bit t of c is set. Ties count as +1. Weights up to T are enough for
    T <= 4: the planes ⟨w,x⟩ = 0 meet in lines through vectors with entries 0 and ±1 (minors of ±1 matrices of size
    T − 1 are 0 and one other value up to sign), and every cell contains the sum of at most T of these.
    """
    require(1 <= T <= MOST_VOTERS, f"T = {T}: votes are enumerated for T from 1 to {MOST_VOTERS}")
    cube = np.array([[1 - 2 * (c >> t & 1) for t in range(T)] for c in range(2**T)])
    weights = np.array(list(product(range(-T, T + 1), repeat=T)))
    patterns: NDArray[np.bool_] = np.unique(weights @ cube.T >= 0, axis=0)
    return patterns


def votes_over(rows: NDArray[np.int64], T: int) -> Iterator[NDArray[np.int64]]:
    """Yield, for every choice of T of the rows, shape (N, m), the labellings by votes as bit masks; a set bit is −1."""
    voters = min(T, len(rows))
    patterns = ~vote_patterns(voters)
    negative = (rows < 0).astype(np.int64)
    bits = 1 << np.arange(rows.shape[1])
    powers = 1 << np.arange(voters)
    for chosen in combinations(range(len(rows)), voters):
        columns = powers @ negative[list(chosen)]
        yield np.unique(patterns[:, columns] @ bits)


def largest_shattered(codes: NDArray[np.int64], m: int) -> int:
    """A largest set of points that labellings of m points shatter, by trying all sets; both as bit masks."""

    def is_shattered(subset: tuple[int, ...]) -> bool:
        return bool(len(np.unique(codes & mask_of(subset))) == 2 ** len(subset))

    return mask_of(shattering.largest_shattered(range(m), is_shattered))


def mask_of(subset: Iterable[int]) -> int:
    """The set as a bit mask."""
    return sum(1 << i for i in subset)


def vc_dimension(codes: NDArray[np.int64], m: int) -> int:
    """The VC dimension of labellings of m points, given as bit masks."""
    return largest_shattered(codes, m).bit_count()


class VotesCounted(NamedTuple):
    """Counts for a class B and for its votes.

    labellings:         the number of labellings by B.
    dimension:          the VC dimension of B.
    most_by_one_choice: the most labellings by votes of one choice of T members.
    votes:              the number of labellings by votes of all choices.
    dimension_of_votes: the VC dimension of votes.
    labellings_there, most_there: labellings and most_by_one_choice, on a largest set that votes shatter.
    """

    labellings: int
    dimension: int
    most_by_one_choice: int
    votes: int
    dimension_of_votes: int
    labellings_there: int
    most_there: int


class FiniteVotes(Case, frozen=True, tag="finite-votes"):
    """A finite class B as a matrix, one row per hypothesis and one column per instance, and the votes of T members."""

    hypotheses: tuple[tuple[int, ...], ...]
    T: Annotated[int, msgspec.Meta(ge=1, le=MOST_VOTERS)]

    def __post_init__(self) -> None:
        require_points(self.hypotheses, "hypotheses", "labels")
        require(len(self.hypotheses[0]) <= 20, f"{len(self.hypotheses[0])} instances: give at most 20")

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, VotesCounted]:
        """Enumerate the labellings by B and by votes, and compute the VC dimensions of both."""
        rows = np.unique(np.array(self.hypotheses), axis=0)
        m = rows.shape[1]
        base = np.unique((rows < 0).astype(np.int64) @ (1 << np.arange(m)))
        of_choices = list(votes_over(rows, self.T))
        votes = np.unique(np.concatenate(of_choices))
        there = largest_shattered(votes, m)
        facts = VotesCounted(
            labellings=len(base),
            dimension=vc_dimension(base, m),
            most_by_one_choice=max(map(len, of_choices)),
            votes=len(votes),
            dimension_of_votes=there.bit_count(),
            labellings_there=len(np.unique(base & there)),
            most_there=max(len(np.unique(codes & there)) for codes in of_choices),
        )
        return Trace(self, Rounds([m], [len(votes)], [self.T], mistakes=[False]), facts)


class Sauer(NamedTuple):
    """The number of labellings, the VC dimension d, and Σ_{i<=d} C(m, i)."""

    labellings: int
    dimension: int
    largest: int


class SplitClass(Case, frozen=True, tag="split-class"):
    """A finite class, as a matrix with one row per hypothesis and one column per instance, split on each instance.

    An instance splits the class into the hypotheses that label it +1 and those that label it −1, both restricted to the
    remaining instances. Then each part is split, and so on. In the end each part is one labelling of all instances.
    """

    hypotheses: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        FiniteVotes(self.hypotheses, 1)

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Sauer]:
        """The first round counts the sets that the class shatters; each later round splits all parts on an instance.

        The state counts the parts and the sets that they shatter, in total. After a split it also counts the sets that
        either half of a part shatters, and those that both halves shatter.
        """
        m = len(self.hypotheses[0])
        rows = frozenset(sum(1 << i for i, label in enumerate(row) if label == 1) for row in self.hypotheses)
        d = max(map(int.bit_count, shattered_sets(rows, m)))
        largest = sum(math.comb(m, i) for i in range(d + 1))
        parts = [rows]
        states = [{"sets": largest, "parts": 1}, {"sets": len(shattered_sets(rows, m)), "parts": 1}]
        for left in reversed(range(m)):  # the last instance is the highest bit
            halves = [tuple(frozenset(c % 2**left for c in p if c >> left == label) for label in (0, 1)) for p in parts]
            of_halves = [tuple(shattered_sets(half, left) for half in pair) for pair in halves]
            parts = [half for pair in halves for half in pair if half]
            states.append(
                {
                    "sets": sum(len(sets) for pair in of_halves for sets in pair),
                    "parts": len(parts),
                    "either": sum(len(one | other) for one, other in of_halves),
                    "both": sum(len(one & other) for one, other in of_halves),
                }
            )
        facts = Sauer(labellings=len(rows), dimension=d, largest=largest)
        return Trace(self, Rounds.of_nobody(states), facts)


@lru_cache(4096)
def shattered_sets(codes: frozenset[int], m: int) -> frozenset[int]:
    """The sets of instances, as bit masks, that labellings of m instances shatter; none if there is no labelling."""
    return frozenset(mask for mask in range(2**m) if len({code & mask for code in codes}) == 2 ** mask.bit_count())


def split_classes(choices: Choices, *, points: int, rows: int | None = None) -> SplitClass:
    """Classes on at most `points` instances: of at most `rows` hypotheses, or every set. Shrinks to one of each."""
    return SplitClass(choices.rows(choices.integer(1, points), rows))


def finite_votes(choices: Choices, *, points: int, voters: int, rows: int | None = None) -> FiniteVotes:
    """The same, with votes of up to `voters`."""
    return FiniteVotes(choices.rows(choices.integer(1, points), rows), choices.integer(1, voters))


def classes_of_dimension_three(choices: Choices, *, points: int, rows: int, fours: int) -> FiniteVotes:
    """Classes that shatter the first three instances, with up to `rows` further hypotheses and votes of 3.

    One in `fours` has votes of 4. Shrinks to the cube and votes of 3.
    """
    m = choices.integer(3, points)
    beyond = m - 3
    shattering = [(*row, *choices.labels(beyond)) for row in cube(3)]
    T = 3 if choices.integer(1, fours) < fours else 4
    further = choices.many(lambda: choices.labels(m), most=rows)
    return FiniteVotes(tuple(dict.fromkeys([*shattering, *further])), T)


def few_changes(points: int, changes: int, T: int) -> FiniteVotes:
    """All labellings of points on a line with at most `changes` changes; the VC dimension is changes + 1."""
    return FiniteVotes(tuple(row for row in cube(points) if sum(a != b for a, b in pairwise(row)) <= changes), T)


class BothDimensions(NamedTuple):
    """The VC dimension of the class, and that of the votes."""

    dimension: int
    dimension_of_votes: int


class WholeClass(Case, frozen=True, tag="whole-class"):
    """B = all labellings of `size` instances, and the votes of any number T of them."""

    size: Positive
    T: Positive

    def play_alone(self) -> BothDimensions:
        """Compute both dimensions.

        A vote with the weights 1, 0, ..., 0 gives each labelling, and no set is larger than the domain. If both are
        small, the dimension of the votes is also measured by enumeration.
        """
        rows = cube(self.size)
        weights = (1,) + (0,) * (self.T - 1)
        for row in rows:
            voters = (row, *(rows[t % len(rows)] for t in range(1, self.T)))
            scores = [sum(w * h[i] for w, h in zip(weights, voters, strict=True)) for i in range(self.size)]
            confirmed(all(y * score > 0 for y, score in zip(row, scores, strict=True)), f"the vote for {row}")
        of_votes = self.size
        if self.T <= MOST_VOTERS and len(rows) <= 8:
            votes = np.unique(np.concatenate(list(votes_over(np.array(rows), self.T))))
            of_votes = vc_dimension(votes, self.size)
        return BothDimensions(self.size, of_votes)
