"""Exhaustive ERM over a finite class: it minimises the training error, and how many examples it needs.

With c = 1 in the realizable case and c = 2 otherwise, m ≥ c log(c|H|/δ)/ε^c examples are enough. Source: UML 8.2.1.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Self

import msgspec
import numpy as np
import sympy
from sympy import And, Eq, exp, log

from learncheck.learners.arguments import require
from learncheck.learners.batch.exhaustive import FiniteERM
from learncheck.strategies.play.case import Case, Label, Make, Natural, Trace
from learncheck.strategies.play.choices import Choices, subsets
from learncheck.strategies.samples.fitting import predictions, require_points
from learncheck.strategies.samples.multinomial import Samples
from learncheck.strategies.tables import finite_domains, validation
from learncheck.theorems.language import lemmas, probability
from learncheck.theorems.language.claim import UML, Claim, Family, quantity
from learncheck.theorems.language.premise import formally, holding, premise
from learncheck.theorems.language.proof import Chain
from learncheck.theorems.notes.pac.finite_classes import (
    HYPOTHESES,
    SAMPLE_SIZE_PROOF,
    H,
    P,
    delta,
    eps,
    m,
    measure,
    sample_size,
)

Row = tuple[int, ...]


class FiniteClassFit(NamedTuple):
    """The errors on the sample, the fewest of any hypothesis, and whether the answers are those of a hypothesis."""

    errors: int
    least_errors: int
    in_the_class: bool


class FiniteClassSample(Case, frozen=True, tag="finite-class-sample"):
    """A class, with a row of ±1 per hypothesis and a column per instance, and examples (column, label)."""

    hypotheses: tuple[Row, ...]
    examples: tuple[tuple[Natural, Label], ...]

    def __post_init__(self) -> None:
        require_points(self.hypotheses, "hypotheses", "labels")
        columns = range(len(self.hypotheses[0]))
        require(
            len(self.examples) > 0 and all(x in columns for x, _ in self.examples),
            f"the examples are {self.examples}: give at least one, and columns from 0 to {columns.stop - 1}",
        )

    def play(self, make: Make, watch: tuple[str, ...] = ()) -> Trace[Self, FiniteClassFit]:
        learner = make(np.array(self.hypotheses))
        X, y = (np.array(column) for column in zip(*self.examples, strict=True))
        learner.fit(X.copy(), y.copy())
        everywhere = tuple(predictions(learner, np.arange(len(self.hypotheses[0]))).tolist())

        def errors(hypothesis: Row) -> int:
            return sum(hypothesis[x] != label for x, label in self.examples)

        return Trace(
            self,
            facts=FiniteClassFit(
                errors=errors(everywhere),
                least_errors=min(map(errors, self.hypotheses)),
                in_the_class=everywhere in self.hypotheses,
            ),
        )


def finite_class_samples(choices: Choices, *, points: int, rows: int | None = None, examples: int) -> FiniteClassSample:
    """Classes on at most `points` instances, of at most `rows` hypotheses or any, and samples with any labels."""
    columns = choices.integer(1, points)
    hypotheses = choices.rows(columns, rows)
    sample = choices.many(lambda: (choices.integer(0, columns - 1), choices.label()), least=1, most=examples)
    return FiniteClassSample(hypotheses, sample)


E = quantity("E", "the training errors")
least = quantity("E_min", "the fewest training errors of any hypothesis")
B = quantity("B", "1 if the answers are those of one hypothesis, otherwise 0")

FINITE = (UML("8.2.1"),)

EXHAUSTIVE = Claim(
    "finite-class-erm",
    "Exhaustive search over a finite class returns a hypothesis of the class with the least empirical risk.",
    sources=FINITE,
    label="exact",
    learner=FiniteERM,
    cases=Family(
        finite_class_samples,
        extent="all classes on up to {points:≤ _ points} instances (the order of the hypotheses aside), all samples of "
        "up to {examples:≤ _ examples} examples with all labels, in every order",
        search=dict(points=4, rows=5, examples=6),
        scout=dict(points=6, rows=12, examples=12),
        quick=dict(points=2, examples=3),
        full=dict(points=3, examples=2),
    ),
    measure=lambda trace: {E: trace.facts.errors, least: trace.facts.least_errors, B: int(trace.facts.in_the_class)},
    bound=And(E <= least, Eq(B, 1)),
    judged=False,
)

# ---- c = 1: the realizable case ----


@premise("some hypothesis of $H$ never errs")
def REALIZABLE(trace: Trace[finite_domains.FinitePAC, finite_domains.Survival]) -> bool:
    """Whether some hypothesis of the class never errs."""
    return () in trace.case.errors


def with_a_perfect_one(case: finite_domains.FinitePAC) -> finite_domains.FinitePAC:
    """The case with the labelling function in its class, and with a sample of the size that the larger class needs."""
    errors = case.errors if () in case.errors else (*case.errors, ())
    samples = math.ceil(math.log(len(errors) / case.delta) / case.epsilon)
    return finite_domains.FinitePAC(case.weights, errors, case.epsilon, case.delta, samples)


def realizable_pac(
    choices: Choices, *, points: int, heaviest: int, hypotheses: int | None = None, enough_samples: bool = False
) -> finite_domains.FinitePAC:
    """Classes that contain the labelling function, with just enough samples; without `enough_samples` also with fewer.

    Any set of hypotheses comes with δ = 1/2, at most `hypotheses` with any of three δ.
    """
    drawn = finite_domains.finite_pac(
        choices,
        points=points,
        heaviest=heaviest,
        samples=1,
        enough=hypotheses is not None,
        hypotheses=hypotheses,
        accuracy=True,
        enough_samples=True,
    )
    case = with_a_perfect_one(drawn)
    if enough_samples:
        return case
    return msgspec.structs.replace(case, samples=choices.integer(0, case.samples))


ENOUGH_REALIZABLE = holding("enough samples", m >= log(H / delta) / eps, measure, option="enough_samples")


def barely_enough() -> Iterable[finite_domains.FinitePAC]:
    """Yield one barely bad hypothesis together with the labelling function."""
    for inverse in (10, 100):
        case = finite_domains.barely_bad(Fraction(1, inverse), 1, Fraction(1, 2), finer=1000)
        yield with_a_perfect_one(case)


REALIZABLE_SIZE = sample_size(
    "finite-class-erm-realizable",
    r"In the realizable case $m \ge c \log(c|H|/\delta)/\varepsilon^c$ with $c = 1$: the probability that some ERM "
    r"hypothesis errs on more than $\varepsilon$ is at most $\delta$.",
    sources=FINITE,
    cases=Family(
        realizable_pac,
        extent="all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, four accuracies, δ = 1/2",
        search=dict(points=5, heaviest=30, hypotheses=5),
        scout=dict(points=7, heaviest=20, hypotheses=8),
        quick=dict(points=2, heaviest=3),
        full=dict(points=3, heaviest=2),
    ),
    assuming=(REALIZABLE, *HYPOTHESES, ENOUGH_REALIZABLE),
    bound=P <= delta,
    proof=replace(
        SAMPLE_SIZE_PROOF,
        assuming={
            **formally(*HYPOTHESES),
            ENOUGH_REALIZABLE: eps * m >= log(H / delta),
        },
    ),
    attained_by=barely_enough,
    remark="ERM hypotheses are those that are right on the whole sample. The ratio tends to 1/2 with "
    r"$\varepsilon \to 0$ for a class of two: the bound counts the labelling function among the bad ones.",
)

# ---- c = 2: the agnostic case ----


class Misled(NamedTuple):
    """The probability that ERM is misled, and the greatest probability that a mean error is off by more than ε/2."""

    probability: Fraction
    farthest: Fraction


class AgnosticPAC(finite_domains.FiniteClass, frozen=True, tag="agnostic-pac"):
    """A finite class on a domain of labelled examples, on which every hypothesis may err."""

    def play_alone(self) -> Misled:
        """The probability that some ERM hypothesis is worse than the best by more than ε. No learner takes part."""
        return Misled(
            probability=probability_misled(self.weights, self.errors, self.epsilon, self.samples),
            farthest=max(
                validation.deviates(
                    sum(self.weights[i] for i in kinds), sum(self.weights), self.samples, self.epsilon / 2
                )
                if self.samples
                else Fraction(1)
                for kinds in self.errors
            ),
        )


def probability_misled(
    weights: Sequence[int], errors: Sequence[Sequence[int]], epsilon: Fraction, samples: int
) -> Fraction:
    """The probability that some hypothesis with the fewest errors on the sample is not ε-accurate.

    That is, its error exceeds the least one of the class by more than epsilon. Kinds of examples on which the same
    hypotheses err count as one; the counts of the kinds in the sample are enumerated, with their multinomial weights.
    """
    total = sum(weights)
    pooled: dict[Row, int] = {}
    for i, weight in enumerate(weights):
        pattern = tuple(int(i in kinds) for kinds in errors)
        pooled[pattern] = pooled.get(pattern, 0) + weight
    wrong = np.array([*pooled], dtype=np.int64)  # (kinds, hypotheses)
    masses = np.array([*pooled.values()]) @ wrong
    bad = np.array([int(mass - masses.min()) > epsilon * total for mass in masses])
    if not bad.any():
        return Fraction(0)
    drawn = Samples(samples, [*pooled.values()])
    seen = drawn.counts @ wrong
    return drawn.probability(seen[:, bad].min(axis=1) == seen.min(axis=1))


ACCURACIES = tuple(map(Fraction, ("2/3", "1/2", "4/5")))


CONFIDENCES = tuple(map(Fraction, ("1/2", "1/10", "9/10")))


def agnostic_size(hypotheses: int, epsilon: Fraction, confident: Fraction) -> int:
    """The least m ≥ 2 log(2|H|/δ)/ε², up to rounding; whether it is enough the claim decides exactly."""
    return math.ceil(2 * math.log(2 * hypotheses / confident) / epsilon**2)


def agnostic_pac(
    choices: Choices, *, kinds: int, heaviest: int, hypotheses: int | None = None, enough_samples: bool = False
) -> AgnosticPAC:
    """Distributions on at most `kinds` kinds of examples, with weights up to `heaviest`, every ε and δ of a list.

    Classes have at most `hypotheses` hypotheses, or any number of them. There are as many examples as are claimed to be
    enough, or fewer.
    """
    size = choices.integer(1, kinds)
    weights = tuple(choices.integers(size, 1, heaviest))
    if hypotheses is None:
        errors = choices.members(subsets(size))
    else:
        errors = choices.distinct(lambda: choices.some_of(size), most=min(hypotheses, 2**size))
    epsilon, confident = choices.pick(ACCURACIES), choices.pick(CONFIDENCES)
    enough = agnostic_size(len(errors), epsilon, confident)
    return AgnosticPAC(weights, errors, epsilon, confident, enough if enough_samples else choices.integer(0, enough))


def coin(epsilon: Fraction, confident: Fraction, finer: int = 100) -> AgnosticPAC:
    """Two opposite hypotheses, whose errors differ by a little more than ε."""
    gap = epsilon + Fraction(1, epsilon.denominator * finer)
    worse = (1 + gap) / 2
    weights = (worse.numerator, worse.denominator - worse.numerator)
    return AgnosticPAC(weights, ((0,), (1,)), epsilon, confident, agnostic_size(2, epsilon, confident))


ENOUGH_AGNOSTIC = holding("enough samples", m >= 2 * log(2 * H / delta) / eps**2, measure, option="enough_samples")

farthest = sympy.Symbol("c", nonnegative=True)
"""The greatest probability, over the hypotheses, that the mean error of a hypothesis is off by more than ε/2."""
tail, odds = sympy.Symbol("X", positive=True), sympy.Symbol("log(2|H|/δ)", real=True)
"""e^(−mε²/2); log(2|H|/δ)."""

AGNOSTIC_SIZE = Claim(
    "finite-class-erm-agnostic",
    r"In the nonrealizable case, on finitely many kinds of examples, "
    r"$m \ge c \log(c|H|/\delta)/\varepsilon^c$ with $c = 2$: the probability that some ERM "
    r"hypothesis is worse than the best of the class by more than $\varepsilon$ is at most $\delta$.",
    sources=FINITE,
    kind="probability",
    cases=Family(
        agnostic_pac,
        extent="all classes on up to {kinds:≤ _ kinds} kinds of examples of weights 1 to {heaviest}, three accuracies "
        "and confidences",
        search=dict(kinds=3, heaviest=9, hypotheses=3),
        scout=dict(kinds=3, heaviest=9, hypotheses=4),
        quick=dict(kinds=2, heaviest=2),
        full=dict(kinds=2, heaviest=6),
    ),
    assuming=(*HYPOTHESES, ENOUGH_AGNOSTIC),
    measure=lambda trace: {**measure(trace), farthest: trace.facts.farthest},
    bound=P <= delta,
    proof=Chain(
        assuming={
            **formally(*HYPOTHESES),
            ENOUGH_AGNOSTIC: m * eps**2 >= 2 * log(2 * H / delta),
        },
        means={r"$|H| \ge 1$": H >= 1},
        names={tail: exp(-m * eps**2 / 2), odds: log(2 * H / delta)},
        using=(
            probability.misled(P, H, farthest),
            probability.hoeffding(farthest, m, eps / 2),
            lemmas.where((H > 0) & (delta > 0), lemmas.GROWTH.at({lemmas.a: m * eps**2 / 2 - log(2 * H / delta)})),
        ),
        lines={r"$2|H|e^{-m\varepsilon^2/2} \le \delta$": 2 * H * tail <= delta},
        matched="every probability is computed exactly",
    ),
    attained_by=lambda: [coin(Fraction(1, inverse), Fraction(9, 10)) for inverse in (2, 10)],
    remark="At best 0.058 of the bound, by two opposite hypotheses: for these Hoeffding's inequality would do with a "
    "quarter of the examples, and one side of it is enough.",
)
