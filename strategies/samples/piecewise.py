"""Piecewise constant labellings, stumps that approximate them, and votes of base hypotheses that give them.

- `ThreePieces`, `SampledThreePieces`: a distribution labelled by a 3-piece classifier, and ERM over stumps on it, or on
  a sample from it
- `StumpVote`, `PiecewiseLabels`: piecewise constant functions as votes of stumps on the line
- `LineVotes`: the VC dimension of votes of T stumps on the line
- `FiniteVotes`, `WholeClass`: votes of T members of a finite class
- `SplitClass`: a finite class, and the sets that it and its parts shatter
- `BaseSample`: a finite class on a sample, with a vote that separates it or a distribution on which no member has an
  edge

All are decided exactly, and every certificate is verified before it is used.
Source: UML Example 10.1, 10.3, Lemma 10.3, Exercises 10.2 and 10.4.1.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, pairwise, product
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from learncheck.exact.separation import Dependence, Separator, separate
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Make, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.points.sets import confirmed
from learncheck.strategies.samples.multinomial import Samples
from learncheck.strategies.samples.stumps import predictions

HALF = Fraction(1, 2)

# ---- three pieces ----


class StumpFit(NamedTuple):
    """The weighted error of the learner's answers."""

    error: Fraction


class ThreePieces(Case, frozen=True, tag="three-pieces"):
    """A distribution on the line that a 3-piece classifier labels without error.

    masses: the positive masses of the atoms 0, 1, 2, ...
    cuts:   the number of atoms left of the middle piece, and the number of atoms left of it or in it.
    b:      the label outside the middle piece.
    turned: whether the learner gets the atoms from right to left.
    """

    masses: tuple[int, ...]
    cuts: tuple[int, int]
    b: int = 1
    turned: bool = False

    def __post_init__(self) -> None:
        _require_pieces(self.masses, self.cuts)
        require(self.b in (1, -1), f"b = {self.b}: give +1 or -1")

    def labels(self) -> tuple[int, ...]:
        """The labels of the atoms."""
        return tuple(-self.b if self.cuts[0] <= i < self.cuts[1] else self.b for i in range(len(self.masses)))

    def regions(self) -> tuple[Fraction, Fraction, Fraction]:
        """The probabilities of the three pieces, from left to right."""
        first, second = self.cuts
        parts = (self.masses[:first], self.masses[first:second], self.masses[second:])
        left, middle, right = (Fraction(sum(part), sum(self.masses)) for part in parts)
        return left, middle, right

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, StumpFit]:
        learner = make()
        order = slice(None, None, -1 if self.turned else 1)
        X = np.arange(len(self.masses), dtype=float)[order, None]
        y = np.array(self.labels())[order]
        D = np.array(self.masses, dtype=float)[order]
        learner.fit(X.copy(), y.copy(), sample_weight=D.copy())
        answers = predictions(learner, X)
        wrong = sum(int(mass) for mass, h, label in zip(D, answers, y, strict=True) if h != label)
        facts = StumpFit(error=Fraction(wrong, sum(self.masses)))
        return Trace(self, Rounds([X], [answers], [y], told=[False]), facts)


def _require_pieces(masses: Sequence[int], cuts: tuple[int, int]) -> None:
    require(
        len(masses) > 0 and min(masses) > 0,
        f"the masses are {tuple(masses)}: give at least one atom, and each a mass from 1 on",
    )
    require(
        0 <= cuts[0] <= cuts[1] <= len(masses),
        f"the cuts are {cuts}: give two numbers of atoms, in ascending order, up to {len(masses)}",
    )


def three_pieces(choices: Choices, *, atoms: int, heaviest: int) -> ThreePieces:
    """Distributions on at most `atoms` atoms, with masses up to `heaviest`. Shrinks to one atom."""
    n = choices.integer(1, atoms)
    masses = tuple(choices.integer(1, heaviest) for _ in range(n))
    first = choices.integer(0, n)
    return ThreePieces(masses, (first, choices.integer(first, n)), choices.label(), choices.flag())


class GoesWrong(NamedTuple):
    """Probabilities about bad stumps, whose error is more than 1/3 + ε.

    probability:   that some stump of least training error is bad.
    some_no_worse: that some bad stump has no more training errors than the best stump.
    one_no_worse:  the greatest probability, over single bad stumps, that it has no more training errors than the best.
    """

    probability: Fraction
    some_no_worse: Fraction
    one_no_worse: Fraction


class SampledThreePieces(Case, frozen=True, tag="sampled-three-pieces"):
    """`samples` independent examples from a distribution as in `ThreePieces`, and how often ERM over stumps fails.

    Of several stumps of least training error the worst is taken. ERM fails if its error is above 1/3 + epsilon.
    """

    masses: tuple[int, ...]
    cuts: tuple[int, int]
    samples: int
    epsilon: Fraction

    def __post_init__(self) -> None:
        _require_pieces(self.masses, self.cuts)
        require(self.samples > 0, f"samples = {self.samples}: draw one at least")

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, GoesWrong]:
        """Enumerate all multinomial counts, without a learner.

        Also compares bad stumps with the best one: the probabilities that one of them, and that some of them, has no
        more training errors.
        """
        n, total = len(self.masses), sum(self.masses)
        labels = np.array(ThreePieces(self.masses, self.cuts).labels())
        wrong = np.array([pattern != labels for pattern in stump_patterns(n)]).T.astype(np.int64)  # (n, stumps)
        limit = (Fraction(1, 3) + self.epsilon) * total
        bad = np.array([int(error) > limit for error in np.array(self.masses) @ wrong])
        drawn = Samples(self.samples, self.masses)
        errors = drawn.counts @ wrong
        goes_wrong = (errors[:, bad] == errors.min(axis=1, keepdims=True)).any(axis=1)
        no_worse = errors[:, bad] <= errors[:, [np.argmin(np.array(self.masses) @ wrong)]]

        facts = GoesWrong(
            probability=drawn.probability(goes_wrong),
            some_no_worse=drawn.probability(no_worse.any(axis=1)),
            one_no_worse=max(
                (drawn.probability(no_worse[:, i]) for i in range(no_worse.shape[1])), default=Fraction(0)
            ),
        )
        return Trace(self, facts=facts)


@cache
def stump_patterns(n: int) -> NDArray[np.int64]:
    """The distinct labellings of n ordered points by stumps, shape (2n, n)."""
    above = [[1 if i >= k else -1 for i in range(n)] for k in range(n)]
    return np.array(above + [[-v for v in row] for row in above])


ACCURACIES = tuple(map(Fraction, ("1/2", "5/12", "1/3", "1/4")))


def sampled_three_pieces(choices: Choices, *, heaviest: int, samples: int) -> SampledThreePieces:
    """Samples from distributions on three atoms labelled +−+, large enough for the bound to be meaningful.

    They have at most `samples` examples more than that. Shrinks to a large epsilon and few examples.
    """
    masses = tuple(choices.integer(1, heaviest) for _ in range(3))
    epsilon = choices.pick(ACCURACIES[:3])
    least = math.ceil(2 * math.log(6) / epsilon**2)
    return SampledThreePieces(masses, (1, 2), least + choices.integer(0, samples), epsilon)


# ---- piecewise constant functions as votes of stumps on the line ----


class WorstPoint(NamedTuple):
    """f(x) and g(x) at the point x where they agree least."""

    score: Fraction
    label: int


class StumpVote(Case, frozen=True, tag="stump-vote"):
    """The function (10.5) with the weights `first`, (−1)², (−1)³, ..., (−1)^T, and the g that it should equal.

    thresholds: θ_1 < ... < θ_{T−1}, in halves, T >= 1; θ_0 is −∞ and θ_T is ∞.

    g is (−1)^t on (θ_{t−1}, θ_t], so sign(0), at a threshold, is −1. Source: UML 10.3, Exercise 10.2.
    """

    thresholds: tuple[int, ...]
    first: Fraction = -HALF

    def __post_init__(self) -> None:
        _require_ascending(self.thresholds)

    def score(self, x: Fraction) -> Fraction:
        """The sum of the w_t sign(x − θ_{t−1})."""
        later = enumerate(self.thresholds, start=2)
        return sum((Fraction(_alternating(t) if 2 * x > theta else -_alternating(t)) for t, theta in later), self.first)

    def label(self, x: Fraction) -> int:
        """g(x)."""
        return _alternating(1 + sum(x > Fraction(theta, 2) for theta in self.thresholds))

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, WorstPoint]:
        """Evaluate the vote, without a learner. Each round crosses one threshold, from left to right."""
        points = tested_points(self.thresholds)
        middles = points[::2]  # one within each piece
        states = [{"score": self.score(x), "label": self.label(x)} for x in middles]
        scores, labels = ([state[name] for state in states[1:]] for name in ("score", "label"))
        rounds = Rounds.of_nobody(states, [Fraction(theta, 2) for theta in self.thresholds], scores, labels)
        worst = min(points, key=lambda x: self.label(x) * self.score(x))
        facts = WorstPoint(score=self.score(worst), label=self.label(worst))
        return Trace(self, rounds, facts)


def _alternating(t: int) -> int:
    return -1 if t % 2 else 1


def _require_ascending(thresholds: Sequence[int]) -> None:
    require(
        all(a < b for a, b in pairwise(thresholds)),
        f"the thresholds are {tuple(thresholds)}: give them in ascending order, and none twice",
    )


def tested_points(thresholds: Sequence[int]) -> list[Fraction]:
    """A point of each piece, with the thresholds between them."""
    if not thresholds:
        return [Fraction(0)]
    halves = [Fraction(theta, 2) for theta in thresholds]
    points = [halves[0] - 1]
    for theta, following in pairwise([*halves, halves[-1] + 2]):
        points += [theta, (theta + following) / 2]
    return points


def stump_votes(choices: Choices, *, thresholds: int, widest: int, first: Fraction = -HALF) -> StumpVote:
    """Votes with at most `thresholds` thresholds, at most `widest` halves apart. Shrinks to no threshold."""
    gaps = choices.many(lambda: choices.integer(1, widest), most=thresholds)
    start = choices.integer(-widest, widest) if gaps else 0
    return StumpVote(tuple(start + sum(gaps[:t]) for t in range(len(gaps))), first)


def all_stump_votes(choices: Choices, *, thresholds: int, first: Fraction = -HALF) -> StumpVote:
    """The vote with each number of thresholds, one half apart: their positions do not matter."""
    return StumpVote(tuple(range(choices.integer(0, thresholds))), first)


def line_vote(labels: Sequence[int]) -> tuple[list[int], list[Fraction]]:
    """A vote of stumps x -> sign(x − θ) that gives the pieces these labels, of which neighbours differ.

    Returns the places of the thresholds (place t is between pieces t − 1 and t, counted from 0; place 0 is −∞) and the
    weights. There is a stump for each threshold between pieces and, if their number is even, one more at −∞.
    """
    changes = len(labels) - 1
    places = list(range(1, changes + 1))
    weights = [Fraction(labels[0] * _alternating(s)) for s in places]
    return (places, weights) if changes % 2 else ([0, *places], [Fraction(labels[0]), *weights])


class VoteOfPieces(NamedTuple):
    """The number of stumps in the vote, and the number of points where it is wrong."""

    stumps: int
    wrong: int


class PiecewiseLabels(Case, frozen=True, tag="piecewise-labels"):
    """A piecewise constant function, given by the label of each piece, as a vote of at most that many stumps.

    Neighbouring pieces may have the same label. Source: UML 10.3, G_T ⊆ L(HDS1, T).
    """

    alphas: tuple[int, ...]

    def __post_init__(self) -> None:
        require(
            len(self.alphas) > 0 and set(self.alphas) <= {1, -1},
            f"the labels are {self.alphas}: give +1 and -1, one at least",
        )

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, VoteOfPieces]:
        """Evaluate the vote (10.5) with w_1 = −½ for the pieces that differ, or its negation."""
        T = len(self.alphas)
        starts = [t for t in range(1, T) if self.alphas[t] != self.alphas[t - 1]]
        vote = StumpVote(tuple(2 * t for t in starts))  # piece t is (t, t + 1], and the outer ones go on
        turn = -self.alphas[0]
        wrong = 0
        for half in range(1, 2 * T + 1):
            x = Fraction(half, 2)
            wrong += turn * vote.score(x) * self.alphas[math.ceil(x) - 1] <= 0
        return Trace(self, facts=VoteOfPieces(stumps=len(starts) + 1, wrong=wrong))


def piecewise_labels(choices: Choices, *, pieces: int) -> PiecewiseLabels:
    """Every function with up to `pieces` pieces. Shrinks to one piece."""
    return PiecewiseLabels(choices.labels(choices.integer(1, pieces)))


class LineVotes(Case, frozen=True, tag="line-votes"):
    """The VC dimension of the votes of T stumps on the line.

    How stumps label points on the line depends only on the order of the points, so one set of each size decides.
    """

    T: int

    def __post_init__(self) -> None:
        require(self.T > 0, f"T = {self.T}: give a number of stumps from 1 on")

    def dimension(self) -> int:
        """The VC dimension."""
        m = 0
        while line_shattered(m + 1, self.T):
            m += 1
        return m


@cache
def line_shattered(m: int, T: int) -> bool:
    """Whether votes of T stumps shatter m points on the line, with verified evidence for either answer.

    The evidence for it is a vote for each labelling. The evidence against it is the alternating labelling that begins
    with −1, and, for every choice of T of the m ways in which stumps cut the points up to sign, a dependence that rules
    out all weights, even those with ties, whichever label ties get. (Say a tie counts as +1. In Σ a_i y_i ψ(x_i) = 0
    some a_i > 0 has y_i = −1, so y_i f(x_i) would be > 0 there and ≥ 0 elsewhere, which is impossible. If ties count as
    −1, flip all labels.)
    """
    if m - 1 + m % 2 <= T:  # a vote needs as many stumps as there are changes, or one more to make the number odd
        for labelling in product((1, -1), repeat=m):
            confirmed(_vote_gives(labelling, T), f"the vote of {T} stumps for {labelling}")
        return True
    labelling = tuple(_alternating(i) for i in range(1, m + 1))
    cuts = [[1 if i >= k else -1 for i in range(m)] for k in range(m)]
    for chosen in combinations(cuts, min(T, m)):
        points = list(zip(*chosen, strict=True))
        answer = separate(points, labelling)
        confirmed(
            isinstance(answer, Dependence)
            and answer.verify(points, labelling)
            and any(a > 0 > y for a, y in zip(answer.coefficients, labelling, strict=True)),
            f"that no vote of {T} stumps gives {labelling}",
        )
    return False


def _vote_gives(labelling: Sequence[int], T: int) -> bool:
    starts = [i for i in range(1, len(labelling)) if labelling[i] != labelling[i - 1]]
    places, weights = line_vote([labelling[i] for i in (0, *starts)])
    cuts = [0 if place == 0 else starts[place - 1] for place in places]

    def score(i: int) -> Fraction:
        return sum((w if i >= cut else -w for w, cut in zip(weights, cuts, strict=True)), Fraction(0))

    return len(places) <= T and all(y * score(i) > 0 for i, y in enumerate(labelling))


def line_votes(choices: Choices, *, stumps: int) -> LineVotes:
    """Votes of 1 to `stumps` stumps."""
    return LineVotes(choices.integer(1, stumps))


# ---- votes over a finite class ----

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
    found: NDArray[np.bool_] = np.unique(weights @ cube.T >= 0, axis=0)
    return found


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


def vc_dimension(codes: NDArray[np.int64], m: int) -> int:
    """The VC dimension of labellings of m points, given as bit masks, by trying all sets of points."""
    most = len(codes).bit_length() - 1
    for size in range(min(most, m), 0, -1):
        for subset in combinations(range(m), size):
            mask = sum(1 << i for i in subset)
            if len(np.unique(codes & mask)) == 2**size:
                return size
    return 0


class VotesCounted(NamedTuple):
    """Counts for a class B and for its votes.

    labellings:         the number of labellings by B.
    dimension:          the VC dimension of B.
    most_by_one_choice: the most labellings by votes of one choice of T members.
    votes:              the number of labellings by votes of all choices.
    dimension_of_votes: the VC dimension of votes.
    """

    labellings: int
    dimension: int
    most_by_one_choice: int
    votes: int
    dimension_of_votes: int


class FiniteVotes(Case, frozen=True, tag="finite-votes"):
    """A finite class B as a matrix, one row per hypothesis and one column per instance, and the votes of T members."""

    hypotheses: tuple[tuple[int, ...], ...]
    T: int

    def __post_init__(self) -> None:
        require(
            len({len(row) for row in self.hypotheses}) == 1 and 0 < len(self.hypotheses[0]) <= 20,
            f"the hypotheses are {self.hypotheses}: give at least one, of one length from 1 to 20",
        )
        require(1 <= self.T <= MOST_VOTERS, f"T = {self.T}: votes are enumerated for T from 1 to {MOST_VOTERS}")

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, VotesCounted]:
        """Enumerate the labellings by B and by votes, and compute the VC dimensions of both."""
        rows = np.unique(np.array(self.hypotheses), axis=0)
        m = rows.shape[1]
        base = np.unique((rows < 0).astype(np.int64) @ (1 << np.arange(m)))
        of_choices = list(votes_over(rows, self.T))
        votes = np.unique(np.concatenate(of_choices))
        facts = VotesCounted(
            labellings=len(base),
            dimension=vc_dimension(base, m),
            most_by_one_choice=max(map(len, of_choices)),
            votes=len(votes),
            dimension_of_votes=vc_dimension(votes, m),
        )
        return Trace(self, Rounds([m], [len(votes)], [self.T], told=[False]), facts)


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


def split_classes(choices: Choices, *, points: int, rows: int) -> SplitClass:
    """Classes of at most `rows` hypotheses on at most `points` instances. Shrinks to one of each."""
    return SplitClass(finite_votes(choices, points=points, rows=rows, voters=1).hypotheses)


def every_split_class(choices: Choices, *, points: int) -> SplitClass:
    """Every class on at most `points` instances, as a set."""
    return SplitClass(small_finite_votes(choices, points=points, voters=1).hypotheses)


def finite_votes(choices: Choices, *, points: int, rows: int, voters: int) -> FiniteVotes:
    """Classes of at most `rows` hypotheses on at most `points` instances. Shrinks to one of each."""
    m = choices.integer(1, points)
    hypotheses = tuple(dict.fromkeys(choices.many(lambda: choices.labels(m), least=1, most=rows)))
    return FiniteVotes(hypotheses, choices.integer(1, voters))


def small_finite_votes(choices: Choices, *, points: int, voters: int) -> FiniteVotes:
    """Every class on at most `points` instances, as a set, with votes of up to `voters`."""
    m = choices.integer(1, points)
    members = choices.integer(1, 2**2**m - 1)
    rows = tuple(_row(code, m) for code in range(2**m) if members >> code & 1)
    return FiniteVotes(rows, choices.integer(1, voters))


def classes_of_dimension_three(choices: Choices, *, points: int, rows: int, fours: int) -> FiniteVotes:
    """Classes that shatter the first three instances, with up to `rows` further hypotheses and votes of 3.

    One in `fours` has votes of 4. Shrinks to the cube and votes of 3.
    """
    m = choices.integer(3, points)
    beyond = m - 3
    shattering = [(*_row(code, 3), *choices.labels(beyond)) for code in range(8)]
    T = 3 if choices.integer(1, fours) < fours else 4
    further = choices.many(lambda: choices.labels(m), most=rows)
    return FiniteVotes(tuple(dict.fromkeys([*shattering, *further])), T)


def few_changes(points: int, changes: int, T: int) -> FiniteVotes:
    """All labellings of points on a line with at most `changes` changes; the VC dimension is changes + 1."""
    rows = (_row(code, points) for code in range(2**points))
    return FiniteVotes(tuple(row for row in rows if sum(a != b for a, b in pairwise(row)) <= changes), T)


def _row(code: int, size: int) -> tuple[int, ...]:
    return tuple(1 - 2 * (code >> k & 1) for k in range(size))


class BothDimensions(NamedTuple):
    """The VC dimension of the class, and that of the votes."""

    dimension: int
    dimension_of_votes: int


class WholeClass(Case, frozen=True, tag="whole-class"):
    """B = all labellings of `size` instances, and the votes of any number T of them."""

    size: int
    T: int

    def __post_init__(self) -> None:
        require(min(self.size, self.T) > 0, f"size = {self.size}, T = {self.T}: give numbers from 1 on")

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, BothDimensions]:
        """Compute both dimensions.

        A vote with the weights 1, 0, ..., 0 gives each labelling, and no set is larger than the domain. If both are
        small, the dimension of the votes is also measured by enumeration.
        """
        rows = [_row(code, self.size) for code in range(2**self.size)]
        weights = (1,) + (0,) * (self.T - 1)
        for row in rows:
            voters = (row, *(rows[t % len(rows)] for t in range(1, self.T)))
            scores = [sum(w * h[i] for w, h in zip(weights, voters, strict=True)) for i in range(self.size)]
            confirmed(all(y * score > 0 for y, score in zip(row, scores, strict=True)), f"the vote for {row}")
        of_votes = self.size
        if self.T <= MOST_VOTERS and len(rows) <= 8:
            votes = np.unique(np.concatenate(list(votes_over(np.array(rows), self.T))))
            of_votes = vc_dimension(votes, self.size)
        return Trace(self, facts=BothDimensions(self.size, of_votes))


def whole_classes(choices: Choices, *, size: int, voters: int) -> WholeClass:
    """All labellings of up to `size` instances, with votes of up to `voters`."""
    return WholeClass(choices.integer(1, size), choices.integer(1, voters))


# ---- weak learners and separability ----


class Margins(NamedTuple):
    """Whether a vote separates the sample (1 or 0), its margin, and the least edge over the distributions tried."""

    separable: int
    margin: Fraction
    edge: Fraction


class BaseSample(Case, frozen=True, tag="base-sample"):
    """A finite class on a sample. The class also contains the negations of its hypotheses.

    errors: one row per hypothesis and one column per example: 1 if it errs there, else 0.
    """

    errors: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        require(
            len({len(row) for row in self.errors}) == 1
            and len(self.errors[0]) > 0
            and {*sum(self.errors, ())} <= {0, 1},
            f"the errors are {self.errors}: give at least one hypothesis, all of them 0 or 1 on as many examples",
        )

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Margins]:
        """Find a separating vote with its margin, or a distribution under which every hypothesis errs on one half."""
        margins = [tuple(1 - 2 * row[i] for row in self.errors) for i in range(len(self.errors[0]))]  # y_i h_j(x_i)
        ones = (1,) * len(margins)
        answer = separate(margins, ones)
        confirmed(answer.verify(margins, ones), f"the evidence on {self.errors}")
        if isinstance(answer, Separator):
            edge = Fraction(1) / (2 * sum(map(abs, answer.w)))
            worst = hardest_distribution(margins, Fraction(1, 2))
            return Trace(self, facts=Margins(separable=1, margin=edge, edge=worst))
        total = sum(answer.coefficients)
        D = [a / total for a in answer.coefficients]
        edges = [abs(sum(p * v for p, v in zip(D, column, strict=True))) / 2 for column in zip(*margins, strict=True)]
        return Trace(self, facts=Margins(separable=0, margin=Fraction(0), edge=max(edges)))


def hardest_distribution(margins: Sequence[Sequence[int]], start: Fraction) -> Fraction:
    """The least edge over the uniform distributions on sets of at most 6 examples, or `start` if that is less."""
    m = len(margins)
    best = start
    for size in range(1, min(m, 6) + 1):
        for chosen in combinations(margins, size):
            best = min(best, max(abs(Fraction(sum(column), size)) for column in zip(*chosen, strict=True)) / 2)
    return best


def base_samples(choices: Choices, *, hypotheses: int, examples: int) -> BaseSample:
    """Classes of at most `hypotheses` hypotheses and their negations on at most `examples` examples."""
    m = choices.integer(1, examples)
    rows = choices.many(lambda: tuple(int(v < 0) for v in choices.labels(m)), least=1, most=hypotheses)
    return BaseSample(tuple(dict.fromkeys(rows)))


def small_base_samples(choices: Choices, *, hypotheses: int, examples: int) -> BaseSample:
    """Every choice of at most `hypotheses` hypotheses, in ascending order, on at most `examples` examples."""
    m = choices.integer(1, examples)
    codes: list[int] = []
    for _ in range(choices.integer(1, hypotheses)):
        codes.append(choices.integer(codes[-1] if codes else 0, 2**m - 1))
    return BaseSample(tuple(tuple(code >> i & 1 for i in range(m)) for code in dict.fromkeys(codes)))
