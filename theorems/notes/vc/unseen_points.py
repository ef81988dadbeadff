"""Learners that see some points of a shattered set: on the others they err for half of the labellings.

The labellings come in pairs that differ at one point alone. A sample without the point is the same for both, and so is
the prediction there, which is wrong for one of the two. Hence the errors, averaged over all labellings, are at least
half of the probability that a random point is not in the sample, and for some labelling they are at least that.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import NamedTuple, Self

import numpy as np
import sympy
from sympy import Eq
from sympy.logic.boolalg import Boolean

from learncheck import learners
from learncheck.learners.arrays import Ints, Numbers
from learncheck.strategies.halfspaces.vectors import Vector
from learncheck.strategies.play.case import Case, Make, Positive, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.points import stumps
from learncheck.strategies.samples.fitting import predictions, require_points
from learncheck.theorems.language import probability, trusted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Chain, Expressions, Fact, Words
from learncheck.theorems.notes.vc.forced_mistakes import LOWER_BOUND

E = quantity("E", "the expected error, for the labelling where it is greatest")
N = quantity("N", "the points of a shattered set", positive=True)
seen = quantity("m", "the examples that the learner sees", positive=True)


class WorstLabelling(NamedTuple):
    """The labelling with the greatest expected error under the uniform distribution."""

    expected_error: Fraction
    labelling: tuple[int, ...]


class HalfSeen(Case, frozen=True, tag="half-seen"):
    """A batch learner is fitted to `seen` examples, drawn uniformly from the points and labelled by some f.

    All samples and all f are tried.
    """

    points: tuple[Vector, ...]
    seen: Positive

    def __post_init__(self) -> None:
        require_points(self.points)

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, WorstLabelling]:
        """The expected error under the uniform distribution, for the labelling f where it is greatest."""
        X = np.array(self.points, dtype=float)
        samples = [list(sample) for sample in product(range(len(X)), repeat=self.seen)]
        mistakes = {}
        for labelling in product((1, -1), repeat=len(X)):
            y = np.array(labelling)
            mistakes[labelling] = 0
            for sample in samples:
                learner = make()
                learner.fit(X[sample], y[sample])
                mistakes[labelling] += int((predictions(learner, X) != y).sum())
        worst = max(mistakes, key=mistakes.__getitem__)
        return Trace(
            self, facts=WorstLabelling(expected_error=Fraction(mistakes[worst], len(X) * len(samples)), labelling=worst)
        )


def half_seen(choices: Choices, *, sizes: Sequence[tuple[int, int]], half: bool = False) -> HalfSeen:
    """A shattered set of a size, (points, examples); without `half`, of the first, with any number of examples."""
    size, seen = choices.pick(sizes) if half else (sizes[0][0], choices.integer(1, 2 * sizes[0][0]))
    return HalfSeen(tuple(stump_points(size)), seen)


# ---- labellings in pairs ----

labellings, wrong, errors, unseen = sympy.symbols("L k Σ U", real=True)
"""All labellings of the points; those for which the prediction at a point is wrong, given a sample; the sum of the
expected errors for all labellings; the probability that a random point is not in the sample."""
h, first, second, p, missed = sympy.symbols("h e_1 e_2 p u", real=True)
"""A prediction; 1 if it is not +1 and if it is not −1, otherwise 0; the probability of a sample and a point; 1 if the
point is not in the sample, otherwise 0."""
ZERO, ONE = sympy.Integer(0), sympy.Integer(1)

in_pairs = trusted.General(
    "the prediction at a point that is not in the sample is wrong for at least half of the labellings",
    sympy.Ge(2 * wrong, labellings),
    "by induction on the pairs of labellings that differ at this point alone",
    of=(wrong, labellings),
    constructions=(
        trusted.Construction("no labellings", {wrong: ZERO, labellings: ZERO}, of=()),
        trusted.Construction(
            "one more pair, with the same sample and so the same prediction $h$",
            {wrong: wrong + first + second, labellings: labellings + 2},
            {
                "wrong for +1 or not": Eq(first, 1) | (Eq(first, 0) & Eq(h, 1)),
                "wrong for −1 or not": Eq(second, 1) | (Eq(second, 0) & Eq(h, -1)),
            },
        ),
    ),
)

half_of_the_unseen = trusted.General(
    "the expected errors for all labellings add up to at least $L/2$ times the probability of an unseen point",
    sympy.Ge(2 * errors, labellings * unseen),
    "by induction on the samples and points",
    of=(errors, labellings, unseen),
    using=(in_pairs(wrong, labellings),),
    constructions=(
        trusted.Construction("none", {errors: ZERO, unseen: ZERO}, of=()),
        trusted.Construction(
            "one more sample and point, of probability $p$",
            {errors: errors + p * wrong, unseen: unseen + p * missed},
            {
                "a probability": p >= 0,
                "seen or not, in pairs": (Eq(missed, 0) & (wrong >= 0)) | (Eq(missed, 1) & (2 * wrong >= labellings)),
            },
        ),
    ),
)


def contradicted(
    unseen_by: Fact,
    *,
    assuming: Mapping[Premise, Boolean] | None = None,
    means: Words | None = None,
    names: Expressions | None = None,
) -> Chain:
    """The proof that E ≥ U/2, where the fact says how large U is; the other arguments are those of a `Chain`."""
    return Chain(
        assuming={SHATTERED: labellings > 0, **(assuming or {})},
        using=(half_of_the_unseen(errors, labellings, unseen), trusted.total_at_most(errors, labellings, E), unseen_by),
        lines={"some labelling has an error of at least half of $U$": 2 * E >= unseen},
        means=means or {},
        names=names or {},
        matched="a learner is any function of its sample, and all labellings and samples are played",
    )


def expected_error(trace: Trace[HalfSeen, WorstLabelling]) -> Values:
    """Measure E, N and m."""
    return {E: trace.facts.expected_error, N: len(trace.case.points), seen: trace.case.seen}


SHATTERED = Premise("$H$ shatters the points", lambda trace: stumps.shattered_by_stumps(trace.case.points))

HALF_SEEN_AT_MOST = Premise(
    "at most half of the points are in the sample",
    lambda trace: 2 * trace.case.seen <= len(trace.case.points),
    option="half",
)

OF_THESE_SIZES = "all labellings and all samples of sets of (points, examples) {sizes:sizes ≤ _}"


class Memorizer:
    """Repeat the label of a point that was seen; predict +1 for all others."""

    def fit(self, X: Numbers, y: Ints) -> Self:
        """X: array (m, d). y: array (m,) of ±1."""
        self.seen = {tuple(x): int(label) for x, label in zip(X.tolist(), y, strict=True)}
        return self

    def predict(self, X: Numbers) -> Ints:
        """Labels ±1, array (len(X),)."""
        return np.array([self.seen.get(tuple(x), 1) for x in X.tolist()])


class SameOrOpposite(Memorizer):
    """Predict the first example's label for unseen points above it, and the opposite label for those below.

    If it sees one of two points on the line, its error is 1/4 whatever the labels are.
    """

    def fit(self, X: Numbers, y: Ints) -> Self:
        """X: array (m, d). y: array (m,) of ±1."""
        self.first, self.label = float(X[0, 0]), int(y[0])
        return super().fit(X, y)

    def predict(self, X: Numbers) -> Ints:
        """Labels ±1, array (len(X),)."""
        guesses = np.where(X[:, 0] > self.first, self.label, -self.label)
        return np.array([self.seen.get(tuple(x), int(h)) for x, h in zip(X.tolist(), guesses, strict=True)])


FORCES_ERROR = Claim(
    "vc-forces-error",
    "For every batch learner that sees $m$ examples of a shattered set of size $2m$, some labelling gives an expected "
    "error of at least 1/4.",
    sources=LOWER_BOUND,
    kind="adversary",
    label="lower",
    learner=learners.DecisionStump,
    learners=(Memorizer, SameOrOpposite),
    cases=Family(
        half_seen,
        extent=OF_THESE_SIZES,
        search=dict(sizes=((2, 1),)),
        scout=dict(sizes=((2, 1), (2, 1), (2, 1), (2, 1), (4, 1))),
        quick=dict(sizes=((2, 1), (4, 1), (4, 2))),
        full=dict(sizes=((2, 1), (4, 1), (4, 2), (6, 2), (6, 3))),
    ),
    assuming=(SHATTERED, HALF_SEEN_AT_MOST),
    measure=expected_error,
    bound=E >= Fraction(1, 4),
    proof=contradicted(probability.union_bound(1 - unseen, seen, 1 / N), assuming={HALF_SEEN_AT_MOST: 2 * seen <= N}),
    attained_by=lambda: [seen_in_halves(1)],
    judged=False,
    reading="ours",
    remark="SameOrOpposite attains 1/4 exactly, for $m = 1$.",
)

share, power = sympy.symbols("1/N (1−1/N)^m", real=True)

never_drawn = trusted.General(
    "$m$ independent draws from $N$ points all miss a point with probability $(1 - 1/N)^m$",
    sympy.Implies(share <= 1, Eq(unseen, power)),
    "by induction on the draws, whose probabilities multiply",
    of=(unseen, share, power),
    constructions=(
        trusted.Construction("no draws", {unseen: ONE, power: ONE}, of=()),
        trusted.Construction("one more draw", {unseen: unseen * (1 - share), power: power * (1 - share)}),
    ),
)

NOT_WEAKLY_LEARNABLE = Claim(
    "infinite-vc-not-weakly-learnable",
    r"A class that shatters sets of every size is $\gamma$-weakly learnable for no $\gamma > 0$: for every batch "
    "learner that sees $m$ examples of a shattered set of $N$ points, some labelling gives an expected error of at "
    r"least $\tfrac{1}{2}(1 - 1/N)^m$, which tends to $\tfrac{1}{2}$ with $N$.",
    sources=(UML("10.1"),),
    kind="adversary",
    label="lower",
    learner=learners.DecisionStump,
    learners=(Memorizer, SameOrOpposite),
    cases=Family(
        partial(half_seen, half=True),
        extent=OF_THESE_SIZES,
        search=dict(sizes=((2, 1), (3, 1))),
        scout=dict(sizes=((2, 1), (3, 1), (3, 2), (4, 1))),
        quick=dict(sizes=((2, 1), (2, 2), (3, 1), (3, 2), (4, 1))),
        full=dict(sizes=((2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (6, 1))),
    ),
    assuming=(SHATTERED,),
    measure=expected_error,
    bound=E >= (1 - 1 / N) ** seen / 2,
    proof=contradicted(
        never_drawn(unseen, 1 / N, (1 - 1 / N) ** seen),
        means={"two points at least": N >= 2},
        names={power: (1 - 1 / N) ** seen},
    ),
    attained_by=lambda: [seen_in_halves(1)],
    judged=False,
    remark="A point is missed by the sample with probability $(1 - 1/N)^m$, and whatever is predicted there is "
    r"wrong for half of the labellings. An error of at most $\tfrac{1}{2} - \gamma$ with probability $1 - "
    r"\delta$ is an expected one of at most $\tfrac{1}{2} - \gamma + \delta$, which is less than the bound "
    r"for $\delta < \gamma$ and $N$ large. The notes take it from Theorem 6.8, whose lower bound is proved "
    r"for smaller $\varepsilon$.",
)


def seen_in_halves(m: int) -> HalfSeen:
    """2m points of which m are seen."""
    return HalfSeen(tuple(stump_points(2 * m)), m)


def stump_points(size: int) -> list[Vector]:
    """`size` points that decision stumps shatter, in as few dimensions as possible."""
    d = next(d for d in range(1, 2**size) if stumps.stump_vc_dimension(d) >= size)
    return [tuple(map(int, row)) for row in stumps.stump_shattered_set(d)[:size]]
