"""AdaBoost over decision stumps: its training error is at most exp(−2γ²T) if a vote of stumps labels the sample.

For any weights of the examples, some stump errs on at most ½ − γ of them, where γ is half of the vote's least margin,
because the mean of the stumps' errors is at most that. Source: UML 10.1.1, 10.2, 10.6.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from sympy import exp

from learncheck import learners
from learncheck.exact.decimals import decimal
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Floats, Ints
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.points import stumps
from learncheck.strategies.samples import fitting
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.notes.boosting.stumps import FAR
from learncheck.theorems.rules import batch, following

L = quantity("L", "the training error $L_S$ of the vote")
T = quantity("T", "the rounds")
g = quantity("γ", "half of the least margin with which some vote of stumps labels the sample", real=True)

# ---- samples that a vote of stumps labels ----

Stump = tuple[int, int, int]
"""(j, cut, b) labels x with b if coordinate j, in quarters, is at most `cut`, and with −b above."""

MOST_GRID = 36
"""The most instances beyond the sample about which a learner is asked."""


class VotedSample(fitting.Sample, frozen=True, tag="voted-sample"):
    """A sample labelled by an unweighted vote of stumps, for a learner that boosts stumps of its own.

    Points have coordinates in quarters: 5 is 1.25. With `again`, the learner first fits the sample with all labels
    flipped. Afterwards it is asked about instances whose coordinates all occur in the sample, since a threshold may lie
    anywhere between two values.
    """

    points: tuple[tuple[int, ...], ...]
    vote: tuple[Stump, ...]
    rounds: Positive
    again: bool = False

    unit: ClassVar[float] = 2.0**-2

    def __post_init__(self) -> None:
        fitting.require_points(self.points)
        require(
            all(self.votes(x) for x in self.points), f"of the vote {self.vote} some points are ties: give an odd number"
        )

    def votes(self, x: Sequence[int]) -> int:
        """The sum of the stumps' labels for an instance."""
        return sum(b if x[j] <= cut else -b for j, cut, b in self.vote)

    def edge(self) -> Fraction:
        """γ: under every distribution some stump errs on at most ½ − γ."""
        return Fraction(min(abs(self.votes(x)) for x in self.points), 2 * len(self.vote))

    def arguments(self) -> tuple[Any, ...]:
        return (self.rounds,)

    def handed(self) -> fitting.Handed:
        X, queries = (
            np.array(rows, dtype=float).reshape(-1, len(self.points[0])) * self.unit
            for rows in (self.points, self.grid())
        )
        y = np.array([1 if self.votes(x) > 0 else -1 for x in self.points])
        return fitting.Handed(X, y, queries, fitting.FLIPPED if self.again else None)

    def in_words(self, trace: Trace) -> Mapping[str, Any]:
        """The sample, and each stump of the vote by where its label is +1."""
        voters = (f"x{j + 1} {'≤' if b > 0 else '>'} {decimal(self.unit * cut)}" for j, cut, b in self.vote)
        return {**super().in_words(trace), "vote": tuple(voters)}

    def grid(self) -> tuple[tuple[int, ...], ...]:
        """Instances beyond the sample whose coordinates occur in it."""
        values = [sorted(set(column)) for column in zip(*self.points, strict=True)]
        seen = set(self.points)
        return tuple(itertools.islice((x for x in itertools.product(*values) if x not in seen), MOST_GRID))


def stump_votes(choices: Choices, *, examples: int, values: int, voters: int, rounds: int) -> VotedSample:
    """Votes of at most `voters` stumps on at most `examples` points on the line or in the plane.

    Shrinks to one point at 0, one stump and one round.
    """
    d = choices.integer(1, 2)
    points = choices.many(lambda: tuple(choices.integers(d, 0, values)), least=1, most=examples)
    count = 2 * choices.integer(0, (voters - 1) // 2) + 1
    vote = tuple((choices.integer(0, d - 1), choices.integer(0, values), choices.label()) for _ in range(count))
    return VotedSample(points, vote, choices.integer(1, rounds), choices.flag())


def small_stump_votes(choices: Choices, *, examples: int, rounds: int) -> VotedSample:
    """Every labelling of at most `examples` points on the line, for up to `rounds` rounds."""
    labels = choices.labels(choices.integer(1, examples))
    sizes = [len(list(group)) for _, group in itertools.groupby(labels)]
    case = pieces(sizes, choices.integer(1, rounds))
    if labels[0] == 1:
        return case
    return VotedSample(case.points, tuple((j, cut, -b) for j, cut, b in case.vote), case.rounds)


SAMPLES = Family(
    stump_votes,
    exhaust=small_stump_votes,
    extent="all labellings of up to {examples:≤ _ examples} points on the line, up to {rounds:≤ _ rounds} rounds",
    search=dict(examples=5, values=4, voters=3, rounds=4),
    scout=dict(examples=10, values=8, voters=5, rounds=6),
    quick=dict(examples=5, rounds=3),
    full=dict(examples=7, rounds=4),
    grows=dict(examples=Wide(48), rounds=Long(60)),
    ladder=lambda: vote_ladder(),
)


# ---- the training error ----


def training_error(trace: Trace[VotedSample, fitting.Fit]) -> Values:
    """Measure L, T and γ."""
    case = trace.case
    return {L: Fraction(trace.facts.errors, len(case.points)), T: case.rounds, g: case.edge()}


TRAINING_ERROR = Claim(
    "adaboost-stumps-training-error",
    r"If a vote of stumps labels the sample with margins of at least $2\gamma$ (of a total weight of 1), then the "
    r"training error of AdaBoost over ERM stumps is at most $\exp(-2\gamma^2T)$.",
    sources=(UML("Theorem 10.2"), UML("10.1.1, ERM for Decision Stumps"), UML("10.6")),
    learner=learners.AdaBoostStumps,
    cases=SAMPLES,
    measure=training_error,
    bound=L <= exp(-2 * g**2 * T),
    latex=r"L \le e^{-2\gamma^2T}",
    attained_by=lambda: hard_votes(),
    reading="ours",
    remark=r"Under every distribution the errors of the vote's stumps have a mean of at most $\tfrac{1}{2} - \gamma$; "
    "the best stump errs at most as much (weak-learner-separability), and the bound is that of "
    r"adaboost-training-error. Three pieces of a line have $\gamma = 1/6$, as in three-piece-weak-learner.",
)

# ---- conformance: stumps of least error may be several ----


def stump_boosting_fits(trace: Trace[VotedSample, fitting.Fit]) -> batch.BatchFit:
    """Whether some legal run gives the answers on the sample and beyond it.

    If some stump makes no error, the training error must be 0, and nothing else is judged. Any answer is allowed at a
    tie of the vote.
    """
    case, y, answers = trace.case, trace.case.handed().y, np.array((*trace.facts.answers, *trace.facts.beyond))
    h = np.array(sorted(stumps.stump_labellings((*case.points, *case.grid()))))
    runs: list[StumpBoostingRun] = []
    for runs in legal_runs(h, y, case.rounds):
        if len(runs) > MOST_RUNS:
            return batch.BatchFit(True, f"there are more than {MOST_RUNS} legal runs")
    if not runs:
        errors = trace.facts.errors
        return batch.BatchFit(not errors, f"a stump makes no error, but the training error is {errors}/{len(y)}")
    differs = [(np.abs(run.vote) > following.TIE * run.total) & (answers != np.sign(run.vote)) for run in runs]
    if not all(map(np.any, differs)):
        return batch.FITS
    if len(runs) > 1:
        return batch.BatchFit(False, f"none of the {len(runs)} legal runs answers like this")
    i = int(np.flatnonzero(differs[0])[0])
    due = runs[0].vote[i]
    return batch.BatchFit(False, f"the weighted vote on instance {i} is {due:g}, but the answer is {answers[i]:+g}")


CONFORMS = batch.batch_conforms(
    "adaboost-stumps-conforms",
    learners.AdaBoostStumps,
    "On every sample that a vote of stumps labels the predictions, on and off the sample, are those of AdaBoost over "
    "stumps of least weighted error, under some choice among equally good stumps and of tie-breaks.",
    UML("10.2, AdaBoost"),
    UML("10.1.1, ERM for Decision Stumps"),
    cases=SAMPLES,
    fit=stump_boosting_fits,
    attained_by=lambda: hard_votes(),
)


MOST_RUNS = 500
"""A sample is not judged if it has more legal runs than this in some round."""


@dataclass
class StumpBoostingRun:
    """A run of AdaBoost so far: its distribution, the vote on all instances, and the total weight of the hypotheses."""

    D: Floats
    vote: Floats
    total: float = 0.0


def legal_runs(h: Ints, y: Ints, rounds: int) -> Iterator[list[StumpBoostingRun]]:
    """Yield the list of legal runs after each round, merging runs with the same vote.

    h: the labellings of all instances by stumps, one row each; y: the labels of the first instances, the sample.
    The list is empty from the first round in which some stump makes no error.
    """
    m = len(y)
    wrong = h[:, :m] != y
    runs = [StumpBoostingRun(np.full(m, 1 / m), np.zeros(h.shape[1]))]
    for _ in range(rounds):
        if not wrong.any(axis=1).all():
            runs = []
        by_vote: dict[bytes, StumpBoostingRun] = {}
        for run in runs:
            errors = np.array([run.D[errs].sum() for errs in wrong])
            for i in np.flatnonzero(errors <= errors.min() + following.TIE):
                epsilon = errors[i]
                w = 0.5 * np.log(1 / epsilon - 1)
                D = np.where(wrong[i], run.D / (2 * epsilon), run.D / (2 * (1 - epsilon)))
                after = StumpBoostingRun(D, run.vote + w * h[i], run.total + w)
                by_vote.setdefault((np.round(after.vote, 9) + 0.0).tobytes(), after)
        runs = list(by_vote.values())
        yield runs


# ---- what is always played ----


def pieces(sizes: Sequence[int], rounds: int, again: bool = False) -> VotedSample:
    """A sample on the line in pieces of these sizes, with alternating labels +1 and −1: γ = 1/(2k) for an odd k."""
    ends = list(itertools.accumulate(sizes))
    turns = tuple((0, 4 * (end - 1), 1 - 2 * (i % 2)) for i, end in enumerate(ends[:-1]))
    constant = ((0, 4 * ends[-1], 1),) if len(sizes) % 2 else ()  # for an even number the thresholds are enough
    return VotedSample(tuple((4 * i,) for i in range(ends[-1])), turns + constant, rounds, again)


def hard_votes() -> Iterator[VotedSample]:
    """Yield three pieces, five pieces, and a corner of the plane, each of which needs several rounds."""
    yield from (pieces((1, 1, 1), rounds) for rounds in (1, 2, 3, 24))
    yield pieces((2, 1, 1, 1, 2), 90)
    yield VotedSample(((0, 0), (0, 4), (4, 0), (4, 4)), ((0, 0, 1), (1, 0, 1), (0, 4, -1)), 20)


def vote_ladder() -> Iterator[VotedSample]:
    """Cases with many pieces, many rounds, and samples on which no two stumps have the same weighted error for long."""
    for sizes in ((3, 4, 5), (2, 3, 4, 5), (3, 4, 5, 6, 7)):
        yield from (pieces(sizes, rounds, again) for rounds, again in ((8, True), (40, False), (250, False)))
    yield pieces(tuple(2 + i % 3 + i % 2 for i in range(21)), 170)  # a vote of 100 still errs on it
    yield pieces(tuple(1 + i % 3 + i % 2 for i in range(19)), 120)  # the error falls more slowly than e^(−γT)
    for size in (16, 48):
        points = tuple((4 * (i * 5 % size), 4 * (i * 7 % 11)) for i in range(size))
        yield VotedSample(points, ((0, 2 * size, 1), (1, 20, 1), (1, 32, -1)), 30)
    for rounds in (2, 3):
        yield pieces((1, 500, 2), rounds)  # the first errors are small
    for cut in (300, 301):
        yield pieces((cut, 600 - cut), 1)  # values more than twice as many as the 256 bins of a histogram
    for size in ladders.SAMPLE_SIZES:
        for place in ladders.places(size):
            yield VotedSample(((0,) * size, ladders.but_one(size, place, 0, 4)), ((place, 0, 1),), 1)
            yield VotedSample(ladders.but_one(size, place, (0,), (4,)), ((0, 0, 1),), 1)
    yield VotedSample(((2**26,), (2**26 + 4,)), ((0, 2**26, 1),), 1)  # needs double precision
    yield VotedSample(((-FAR,), (FAR,)), ((0, FAR, 1),), 1)  # only a threshold beyond both leaves them together
    yield narrowing()
    yield fading(18)
    yield FineVotedSample(((0,), (1,), (2,), (3,)), ((0, 1, 1),), 1)


def narrowing() -> VotedSample:
    """Points, some of which have less than a millionth of the distribution in the end; only one run is legal.

    Two stumps have nearly the same error in some round, and only double precision tells which is better.
    """
    first = ((0, 28), (28, 4), (4, 36), (0, 28), (32, 20), (20, 40))
    last = ((20, 36), (24, 12), (24, 40), (44, 32), (44, 12), (36, 8))
    return VotedSample(first + last, ((0, 46, 1), (1, 10, 1), (1, 38, -1)), 80)


SIDES = (-1, 1, 1, 1, -1, 1, 1, 1, 1, -1, -1, 1, -1, 1, 1, 1, -1, 1, -1, 1)
"""The label below the threshold, for each feature of `fading`."""


def fading(rounds: int) -> VotedSample:
    """The stump of feature j errs only on instance j, which has j + 1 examples: only one run is legal.

    Each round errs on about half as much of the distribution as the round before, and in the end on less than a
    millionth. With these sides the votes for both labels are nearly equal on two instances beyond the sample, which
    shows whether small errors are clipped, and whether votes are added in half precision.
    """
    points: list[tuple[int, ...]] = []
    for i in range(len(SIDES)):
        label = 1 - 2 * (i % 2)
        points += [tuple(0 if (label if j != i else -label) == side else 4 for j, side in enumerate(SIDES))] * (i + 1)
    return VotedSample(tuple(points), tuple((j, 0, side) for j, side in enumerate(SIDES)), rounds)


class FineVotedSample(VotedSample, frozen=True, tag="fine-voted-sample"):
    """A `VotedSample` with coordinates in units of 2⁻⁶⁴."""

    unit = fitting.FINE
