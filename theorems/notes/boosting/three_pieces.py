"""3-piece classifiers: ERM over decision stumps is a weak learner for them.

On a distribution that a 3-piece classifier labels, the best stump has an error of at most 1/3; on a sample of it, ERM
exceeds 1/3 + ε with probability at most 6e^(−mε²/2).

Source: UML Example 10.1.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, Self

import numpy as np
import sympy
from sympy import And, Eq, Or, Rational, exp

from learncheck import learners
from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Label, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.points import stumps
from learncheck.strategies.samples.fitting import predictions
from learncheck.strategies.samples.multinomial import Samples
from learncheck.theorems.language import probability, trusted
from learncheck.theorems.language.claim import UML, Claim, Family, quantity
from learncheck.theorems.language.proof import Chain, Obligation, fact
from learncheck.theorems.language.step import Step, always


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

    headings = ("atoms", "answers", "labels", "error")  # of one round, which is the whole fit

    masses: tuple[Positive, ...]
    cuts: tuple[int, int]
    b: Label = 1
    turned: bool = False

    def __post_init__(self) -> None:
        _require_pieces(self.masses, self.cuts)

    def figures(self, trace: Trace) -> list[Fraction]:
        """The weighted error."""
        return [trace.facts.error]

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
        rounds = Rounds.of_nobody([{}, {}], [X], [answers], [y])
        return Trace(self, rounds, StumpFit(error=Fraction(wrong, sum(self.masses))))


def _require_pieces(masses: Sequence[int], cuts: tuple[int, int]) -> None:
    require(len(masses) > 0, "there are no masses: give at least one atom")
    require(
        0 <= cuts[0] <= cuts[1] <= len(masses),
        f"the cuts are {cuts}: give two numbers of atoms, in ascending order, up to {len(masses)}",
    )


def three_pieces(choices: Choices, *, atoms: int, heaviest: int) -> ThreePieces:
    """Distributions on at most `atoms` atoms, with masses up to `heaviest`. Shrinks to one atom."""
    n = choices.integer(1, atoms)
    masses = tuple(choices.integers(n, 1, heaviest))
    first = choices.integer(0, n)
    return ThreePieces(masses, (first, choices.integer(first, n)), choices.label(), choices.flag())


E = quantity("E", "the error of the stump under the distribution")
p1, p2, p3 = sympy.symbols("p_1 p_2 p_3", nonnegative=True)
"""The probabilities of the three pieces."""
beyond = sympy.Symbol("τ", nonnegative=True)
"""The probability beyond a far-out threshold; on finitely many points it is 0."""


def even_pieces() -> Iterable[ThreePieces]:
    """Yield three equal atoms, and equally heavy pieces of several atoms."""
    yield ThreePieces((1, 1, 1), (1, 2))
    yield ThreePieces((1, 1, 1), (1, 2), -1, turned=True)
    yield ThreePieces((3, 5, 8, 1, 7), (2, 3))


ONE_PIECE = r"a stump with $\theta$ between the other two errs on the {} piece alone, so the best one errs on no more"
ON_THE_LEFT = Step(ONE_PIECE.format("left"), E <= p1, always)
ON_THE_RIGHT = Step(ONE_PIECE.format("right"), E <= p3, always)
ON_THE_MIDDLE = Step(
    r"a stump with $\theta$ in an outer piece errs on the middle one and on what lies beyond $\theta$, of "
    r"probability $\tau$",
    E <= p2 + beyond,
    always,
)
FAR_OUT = Step(
    r"with $\theta$ far out $\tau$ is as small as one likes, so at most $1/3 - p_2$ where that is positive",
    sympy.Min(Rational(1, 3) - p2, beyond - (Rational(1, 3) - p2)) <= 0,
    always,
)

THREE_PIECES = Claim(
    "three-piece-weak-learner",
    "For every distribution that a 3-piece classifier labels, ERM over decision stumps finds one of error at most 1/3.",
    sources=(UML("Example 10.1"),),
    label="tight",
    learner=learners.DecisionStump,
    cases=Family(
        three_pieces,
        extent="all distributions on up to {atoms:≤ _ atoms} atoms with masses 1 to {heaviest}, in all ways of three "
        "pieces, from left to right and from right to left",
        search=dict(atoms=5, heaviest=4),
        scout=dict(atoms=12, heaviest=9),
        quick=dict(atoms=3, heaviest=3),
        full=dict(atoms=4, heaviest=3),
    ),
    measure=lambda trace: {E: trace.facts.error},
    bound=E <= Rational(1, 3),
    during=lambda round, values, trace: {**dict(zip((p1, p2, p3), trace.case.regions(), strict=True)), beyond: 0},
    proof=Chain(
        steps=(ON_THE_LEFT, ON_THE_MIDDLE, FAR_OUT, ON_THE_RIGHT),
        means={"the pieces cover the line": Eq(p1 + p2 + p3, 1)},
        matched="the steps are checked on every distribution that the attacks hand to the learner",
        reading="One of three numbers that add up to 1 is at most 1/3; if it is the middle one alone it is less.",
    ),
    attained_by=even_pieces,
    remark=r"No stump with a finite $\theta$ errs on the middle piece alone where the outer ones have no end: $E "
    r"\le p_2$ is false there, and $E \le p_2 + \tau$ for every $\tau > 0$ is what is true. On finitely "
    r"many points a $\theta$ beyond them makes it $E \le p_2$.",
)

P = quantity("P", "the probability that the weak learner fails")
m = quantity("m", "the examples")
eps = quantity("ε", "the accuracy", positive=True)

tail = sympy.Symbol("q", positive=True)
"""e^(−mε²/2)."""
some, one = sympy.symbols("P_6 P_1", nonnegative=True)
"""The probability that some bad stump has no more training errors than the best one; the greatest such probability of
a single stump."""


class GoesWrong(NamedTuple):
    """Probabilities about bad stumps, whose error exceeds 1/3 + ε.

    probability:   that some stump of least training error is bad.
    some_no_worse: that some bad stump has no more training errors than the best stump.
    one_no_worse:  the greatest probability, over single bad stumps, that it has no more training errors than the best.
    """

    probability: Fraction
    some_no_worse: Fraction
    one_no_worse: Fraction


class SampledThreePieces(Case, frozen=True, tag="sampled-three-pieces"):
    """`samples` independent examples from a distribution as in `ThreePieces`: how likely does ERM over stumps fail?

    If several stumps have the least training error, the worst is taken. ERM fails if its error is above 1/3 + epsilon.
    """

    masses: tuple[Positive, ...]
    cuts: tuple[int, int]
    samples: Positive
    epsilon: Fraction

    def __post_init__(self) -> None:
        _require_pieces(self.masses, self.cuts)

    def play_alone(self) -> GoesWrong:
        """Enumerate all multinomial counts, without a learner.

        Also compares bad stumps with the best one: the probabilities that one of them, and that some of them, has no
        more training errors.
        """
        labels = np.array(ThreePieces(self.masses, self.cuts).labels())
        by_stumps = np.array(sorted(stumps.stump_labellings([(i,) for i in range(len(self.masses))])))
        wrong = (by_stumps != labels).T.astype(np.int64)  # (n, stumps)
        true_errors = np.array(self.masses) @ wrong
        limit = (Fraction(1, 3) + self.epsilon) * sum(self.masses)
        bad = np.array([int(error) > limit for error in true_errors])
        drawn = Samples(self.samples, self.masses)
        errors = drawn.counts @ wrong
        goes_wrong = (errors[:, bad] == errors.min(axis=1, keepdims=True)).any(axis=1)
        no_worse = errors[:, bad] <= errors[:, [true_errors.argmin()]]
        return GoesWrong(
            probability=drawn.probability(goes_wrong),
            some_no_worse=drawn.probability(no_worse.any(axis=1)),
            one_no_worse=max(map(drawn.probability, no_worse.T), default=Fraction(0)),
        )


ACCURACIES = tuple(map(Fraction, ("1/2", "5/12", "1/3")))


def sampled_three_pieces(choices: Choices, *, heaviest: int, samples: int) -> SampledThreePieces:
    """Samples from distributions on three atoms labelled +−+, large enough for the bound to be meaningful.

    They have at most `samples` examples more than that. Shrinks to a large epsilon and few examples.
    """
    masses = tuple(choices.integers(3, 1, heaviest))
    epsilon = choices.pick(ACCURACIES)
    least = math.ceil(2 * math.log(6) / epsilon**2)
    return SampledThreePieces(masses, (1, 2), least + choices.integer(0, samples), epsilon)


def hard_three_pieces() -> Iterable[SampledThreePieces]:
    """Yield one piece that is just too heavy, and two equal ones, for the notes' ε = 1/12 and for larger ε."""
    twelfth = Fraction(1, 12)
    yield SampledThreePieces((36, 50, 34), (1, 2), 1, twelfth)
    yield SampledThreePieces((35, 51, 34), (1, 2), 40, twelfth)
    yield SampledThreePieces((35, 51, 34), (1, 2), 517, twelfth)
    yield SampledThreePieces((7, 46, 7), (1, 2), 15, Fraction(5, 12))
    yield SampledThreePieces((4, 20, 9, 20, 3), (2, 3), 15, Fraction(1, 3))


@fact(
    "if ERM takes a bad stump, then one of six bad ones, of either sign in each piece, has no more training errors "
    "than the best stump",
    P <= some,
    "errors rise or fall with $\\theta$ within a piece, on the distribution and on the sample alike, UML Example 10.1; "
    f"{trusted.IN_WORDS}",
    "theorem",
)
def six_decide(direction: int = -1, halves: int = 2) -> Iterator[Obligation]:
    """Yield the obligations of this fact: the bad stumps fall into 6 groups, each with one that decides for the group.

    A group has one sign b and one piece, with label y, that contains θ; there are 2 signs and 3 pieces. On any sample
    the first bad stump in the direction in which the errors rise has the fewest errors of its group. Its error exceeds
    that of the best stump by ε, but it looks good if it has no more errors on the sample.
    """
    label, sign, before, after = sympy.symbols("y b e e′", real=True)
    yield Obligation(
        r"$\theta$ moves over a point of the piece: the prediction turns from $-b$ to $b$, and the error there changes "
        "by $-yb$, the same for all points of the piece",
        {
            "y and b": Or(Eq(label, 1), Eq(label, -1)) & Or(Eq(sign, 1), Eq(sign, -1)),
            "wrong if $-b$ is not $y$": Eq(before, (1 + label * sign) / 2),
            "wrong if $b$ is not $y$": Eq(after, (1 - label * sign) / 2),
        },
        Eq(after - before, direction * label * sign),
    )
    first, later, limit, seen, seen_later, mass, share = sympy.symbols("L L′ l V V′ p c", real=True)
    yield Obligation(
        "further in the direction in which errors rise, a stump is bad as well and errs on the sample as often or more",
        {
            "of the distribution": Eq(later, first + mass) & (mass >= 0),
            "of the sample": Eq(seen_later, seen + share) & (share >= 0),
            "the first is bad": first > limit,
        },
        And(later > limit, seen <= seen_later),
    )
    best = sympy.Symbol("V*", real=True)
    yield Obligation(
        "so if ERM takes a bad stump, the first of its kind has no more training errors than the best stump",
        {"the first": seen <= seen_later, "ERM": seen_later <= best},
        seen <= best,
    )
    loss, loss_best, error, error_best, mean_best = sympy.symbols("l l* L L* V*", real=True)
    yield Obligation(
        "1 plus the difference of two losses, halved, lies in [0, 1]",
        {"0 or 1": And(Or(Eq(loss, 0), Eq(loss, 1)), Or(Eq(loss_best, 0), Eq(loss_best, 1)))},
        And((1 + loss - loss_best) / 2 >= 0, (1 + loss - loss_best) / 2 <= 1),
    )
    yield Obligation(
        r"where a bad stump has no more training errors than the best one, the mean of that is $\varepsilon/2$ too low",
        {
            "bad": error > Rational(1, 3) + eps,
            "three-piece-weak-learner": error_best <= Rational(1, 3),
            "no more training errors": seen <= mean_best,
        },
        (1 + error - error_best) / 2 - (1 + seen - mean_best) / 2 >= eps / halves,
    )


SAMPLED = Claim(
    "three-piece-weak-learner-sample",
    r"On $m$ examples of a distribution of finite support the worst "
    r"ERM stump has error above $1/3 + \varepsilon$ with probability at most "
    r"$6\cdot e^{-m\varepsilon^2/2}$: for $\varepsilon = 1/12$, $2\cdot \log(6/\delta)/\varepsilon^2$ examples make "
    r"ERM over stumps a $\gamma$-weak learner of 3-piece classifiers with $\gamma = 1/12$.",
    sources=THREE_PIECES.sources,
    kind="probability",
    cases=Family(
        sampled_three_pieces,
        extent="all masses 1 to {heaviest:weights ≤ _} of three atoms, sample sizes up to {samples} above the least "
        "that matters",
        search=dict(heaviest=20, samples=10),
        scout=dict(heaviest=20, samples=10),
        quick=dict(heaviest=4, samples=0),
        full=dict(heaviest=5, samples=3),
    ),
    measure=lambda trace: {
        P: trace.facts.probability,
        m: trace.case.samples,
        eps: trace.case.epsilon,
        some: trace.facts.some_no_worse,
        one: trace.facts.one_no_worse,
    },
    bound=P <= 6 * exp(-m * eps**2 / 2),
    proof=Chain(
        names={tail: exp(-m * eps**2 / 2)},
        using=(
            six_decide,
            probability.union_bound(some, sympy.Integer(6), one),
            probability.one_sided(one, m, eps / 2),
        ),
        matched="the cases compute the probabilities from all samples",
        reading="Distributions have finitely many points, so that there is a first bad stump of each kind.",
    ),
    attained_by=hard_three_pieces,
    remark="The notes cite the fundamental theorem with VC dimension 2 and give no constant. The bound is far from "
    r"attained: with $\varepsilon = 1/12$ and three atoms of 7/24, 5/12 and 7/24 the probability falls like "
    r"$e^{-m/69}$, against $e^{-m/288}$ here, and is $3\cdot10^{-6}$ at $m = 517$, from which on the bound says "
    "something.",
)
