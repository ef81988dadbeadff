"""ERM over decision stumps: a sweep over the sorted examples finds a stump of least weighted training error.

Source: UML 10.1.1.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from learncheck import learners
from learncheck.exact.decimals import apart
from learncheck.learners.arguments import require
from learncheck.learners.arrays import Floats
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Natural, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples import fitting, stumps
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.rules import batch, following

E = quantity("E", "the weighted training error of the stump")

least = quantity("E_min", "the least weighted training error of any stump, by brute force")


class StumpSample(fitting.PointSample, frozen=True, tag="stump-sample"):
    """A weighted sample for a learner of decision stumps, and instances beyond it.

    With `again`, the learner is first fitted to a sample of the same size without weights.

    weights: non-negative and not all 0, in units of `weight_unit`; if there are none, the learner gets none.
    """

    earlier = fitting.FLIPPED

    weights: tuple[Natural, ...] = ()
    weight_unit: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        m = len(self.labels)
        require(
            not self.weights or (len(self.weights) == m and any(self.weights)),
            f"the weights are {self.weights}: give one for each of {m} examples, not all of them 0",
        )

    def handed(self) -> fitting.Handed:
        weights = np.array([float(w * self.weight_unit) for w in self.weights]) if self.weights else None
        return super().handed()._replace(weights=weights)

    def in_words(self, trace: Trace) -> Mapping[str, object]:
        """The sample, its weights, and what else the learner is given or asked."""
        weights = self.handed().weights
        return {**super().in_words(trace), "weights": () if weights is None else weights}

    def masses(self) -> tuple[int, ...]:
        """The weights, in units of `weight_unit`; all 1 if there are none."""
        return self.weights or (1,) * len(self.labels)

    def error(self, answers: Sequence[int]) -> int:
        """The weighted error of these answers on the sample, in the same units."""
        examples = zip(self.masses(), answers, self.labels, strict=True)
        return sum(w for w, h, label in examples if h != label)

    def least_error(self) -> stumps.Mass:
        """The least weighted error of a stump."""
        return min(stump.error for stump in stumps.stumps(self.points, self.labels, self.masses()))


def stump_samples(
    choices: Choices, *, examples: int, features: int, values: int, heaviest: int, queries: int
) -> StumpSample:
    """Samples of at most `examples` examples, with coordinates 0..values and weights 0..heaviest.

    Shrinks to few examples with one feature, all 0 and +1, without weights.
    """
    d = choices.integer(1, features)
    weighted = choices.flag()
    rows = choices.many(
        lambda: (
            tuple(choices.integers(d, 0, values)),
            choices.label(),
            choices.integer(0, heaviest) if weighted else 1,
        ),
        least=1,
        most=examples,
    )
    points, labels, weights = zip(*rows, strict=True)
    if not any(weights):
        choices.reject()
    unit = choices.pick((Fraction(1), Fraction(1, 16), Fraction(32))) if weighted else Fraction(1)
    beyond = choices.many(lambda: tuple(choices.integers(d, -2, values + 2)), most=queries)
    again = choices.flag()
    return StumpSample(points, labels, beyond, again, weights if weighted else (), unit)


def small_stump_samples(choices: Choices, *, examples: int, values: int, heaviest: int) -> StumpSample:
    """Every sample of at most `examples` examples on the line, at 0..values, with weights 1..heaviest."""
    m = choices.integer(1, examples)
    points = [(v,) for v in choices.indices(m, values + 1)]
    labels = choices.labels(m)
    weights = tuple(choices.integers(m, 1, heaviest))
    queries = tuple((v,) for v in range(-1, values + 2))
    return StumpSample(tuple(points), labels, queries, weights=weights)


SAMPLES = Family(
    stump_samples,
    exhaust=small_stump_samples,
    extent="all samples of up to {examples:≤ _ examples} examples on the line, at 0 to {values}, in every order, "
    "weights 1 to {heaviest}",
    search=dict(examples=4, features=2, values=4, heaviest=4, queries=2),
    scout=dict(examples=12, features=4, values=12, heaviest=9, queries=4),
    quick=dict(examples=3, values=2, heaviest=2),
    full=dict(examples=4, values=2, heaviest=2),
    ladder=lambda: stump_ladder(),
)


def errors(trace: Trace[StumpSample, fitting.Fit]) -> Values:
    """Measure the weighted training error of the learner's stump and the least one."""
    case = trace.case
    return {E: case.weight_unit * case.error(trace.facts.answers), least: case.weight_unit * case.least_error()}


STUMP_ERM = Claim(
    "stump-erm",
    "The sweep over the sorted examples finds a stump of least weighted training error.",
    sources=(UML("10.1.1, ERM for Decision Stumps"),),
    label="exact",
    learner=learners.DecisionStump,
    cases=SAMPLES,
    measure=errors,
    bound=E <= least,
    remark="Its cost, $O(dm)$ after sorting, is not judged.",
)


class FineStumpSample(StumpSample, frozen=True, tag="fine-stump-sample"):
    """A `StumpSample` with coordinates in units of 2⁻⁶⁴."""

    unit = fitting.FINE


def stump_ladder() -> Iterator[StumpSample]:
    """Samples for stumps, in this order.

    Only the second feature gives the labels; a second fit, twice; the least impurity is not the least error; double
    precision is needed; a threshold lies between close neighbours; many examples with equal values; weights that are
    nearly equal, tiny, large, 0 or far apart; many values, for learners that skip every other one, or the first or the
    last; many features, and many examples, of which one matters; values far from 0, or very close together.
    """
    yield StumpSample(((0, 0), (0, 4)), (1, -1))
    yield StumpSample(((0,), (4,)), (1, 1), again=True)
    yield StumpSample(((0,), (4,), (4,), (8,)), (-1, 1, -1, 1), weights=(1, 3, 2, 4), again=True)
    yield StumpSample(((0,), (4,), (4,), (8,)), (-1, 1, -1, 1), weights=(1, 3, 2, 4))
    yield StumpSample(((2**26,), (2**26 + 4,)), (1, -1))
    yield StumpSample(((0,), (6000,), (6004,), (16384,)), (1, 1, -1, -1))
    for size in SIZES:
        points = tuple((4 * (i * 5 % size), i % 3) for i in range(size))
        yield StumpSample(points, tuple(1 if i % 7 < 4 else -1 for i in range(size)))
    for lightest in range(3):
        weights = tuple(2**26 + (i != lightest) for i in range(3))
        for power in (-64, -26, -22, 10):
            unit = Fraction(2) ** power
            yield StumpSample(((0,), (4,), (8,)), (1, -1, 1), weights=weights, weight_unit=unit)
    # The first three examples decide as the first of these samples, and the fourth does not count.
    yield StumpSample(((0,), (4,), (8,), (2,)), (1, -1, 1, 1), weights=(2**26, 2**26 + 1, 2**26 + 1, 0))
    yield StumpSample(((0,), (0,), (4,), (8,)), (1, -1, 1, -1), weights=(HEAVY, HEAVY, 1, 1))
    for cut in (1, VALUES // 2, VALUES // 2 + 1, VALUES - 1):
        yield StumpSample(tuple((4 * i,) for i in range(VALUES)), tuple(1 if i < cut else -1 for i in range(VALUES)))
    for size in ladders.SAMPLE_SIZES:
        for place in ladders.places(size):
            yield StumpSample(((0,) * size, ladders.but_one(size, place, 0, 4)), (1, -1))
            yield StumpSample(ladders.but_one(size, place, (0,), (4,)), ladders.but_one(size, place, 1, -1))
    yield StumpSample(((-FAR,), (FAR,)), (1, 1))
    yield FineStumpSample(((0,), (1,), (2,), (3,)), (1, 1, -1, -1))


SIZES = (16, 64)
"""Numbers of examples."""

VALUES = 600
"""Distinct values of a feature: more than twice as many as the 256 bins of a histogram."""

HEAVY = 2**24
"""A weight beside which 1 is lost in single precision, or by a tolerance of a millionth."""


FAR = 2**50
"""A coordinate, in quarters, greater than what a learner may take for infinity."""


def stump_fits(trace: Trace[StumpSample, fitting.Fit]) -> batch.BatchFit:
    """Whether one stump gives the answers, with an error within 1e-9 of the total weight of the least.

    The answer 0 is allowed as sign(0), but counts as an error on the sample.
    """
    case, facts = trace.case, trace.facts
    error, least_error, total = case.error(facts.answers), case.least_error(), sum(case.masses())
    if error > least_error + following.TIE * total:
        own, best = apart(error / total, float(least_error / total))
        return batch.BatchFit(False, f"its weighted training error is {own}, that of the best stump {best}")
    X, y, queries, *_ = case.handed()
    everywhere, answers = np.vstack((X, queries)), np.array((*facts.answers, *facts.beyond))
    for count, what in ((len(y), "the sample"), (len(answers), "both the sample and the other instances")):
        if not any(_is_stump_on(column[:count], answers[:count]) for column in everywhere.T):
            return batch.BatchFit(False, f"no stump b·sign(θ − x_i) labels {what} like this")
    return batch.FITS


def _is_stump_on(values: Floats, predictions: Floats) -> bool:
    """Whether predictions = b·sign(θ − values) for some θ and b; the prediction 0 means that the value is θ."""
    zeros = np.unique(values[predictions == 0])
    if len(zeros) > 1:
        return False
    for b in (1.0, -1.0):
        highest_before = values[predictions == b].max(initial=-math.inf)
        lowest_after = values[predictions == -b].min(initial=math.inf)
        if len(zeros) and highest_before < zeros[0] < lowest_after:
            return True  # θ is the value with the prediction 0
        if not len(zeros) and highest_before < lowest_after:
            return True  # θ is between the two, or is one of them
    return False


STUMP_CONFORMS = batch.batch_conforms(
    "decision-stump-conforms",
    learners.DecisionStump,
    "On every sample the predictions, on and off the sample, are those of one stump of least training error.",
    UML("10.1.1, ERM for Decision Stumps"),
    cases=SAMPLES,
    fit=stump_fits,
)
