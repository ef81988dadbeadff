"""How many examples are enough to learn conjunctions, and what such claims about Boolean functions share."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil
from math import log as ln
from typing import Any, NamedTuple, Self

import sympy
from sympy import Eq, exp, log

from learncheck.learners.arguments import require
from learncheck.strategies.boolean.games import bits
from learncheck.strategies.boolean.shadows import Bits
from learncheck.strategies.play.case import Case, Make, Natural, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language import lemmas, trusted
from learncheck.theorems.language.claim import UML, VEM, Family, Values
from learncheck.theorems.language.premise import Premise, formally, holding
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.notes.pac import finite_classes
from learncheck.theorems.notes.pac.boolean_samples import Concept, cube, labellings
from learncheck.theorems.notes.pac.conjunctions import n
from learncheck.theorems.notes.pac.finite_classes import (
    ACCURACY,
    CONFIDENCE,
    H,
    P,
    Weights,
    delta,
    eps,
    in_powers,
    m,
    q,
    survival,
)


class ClassSurvival(NamedTuple):
    """The probability that some hypothesis survives.

    hypotheses: how many there are beside the target, which `in_the_class` says is one of the class itself.
    """

    in_the_class: bool
    hypotheses: int
    probability: Fraction


class BooleanPAC(Case, frozen=True, tag="boolean-pac"):
    """A distribution on some points of {0,1}^n, labels that a member of the class gives, ε, δ and a sample size.

    concept: "conjunction", "decision-list" or "three-term-dnf". weights: positive, proportional to the probabilities
    of the points. positives: the points that the target labels +1.
    """

    concept: Concept
    points: tuple[Bits, ...]
    weights: Weights
    positives: tuple[int, ...]
    epsilon: Fraction
    delta: Fraction
    samples: Natural

    def __post_init__(self) -> None:
        require(
            0 < len(self.points) == len(set(self.points)) == len(self.weights),
            f"{len(self.points)} points have the weights {self.weights}: give distinct points, and each a weight",
        )
        require(len({len(x) for x in self.points}) == 1, "the points differ in their number of bits: make them alike")
        require(
            set(self.positives) <= set(range(len(self.points))),
            f"the positive points are {self.positives}: name some from 0 to {len(self.points) - 1}",
        )

    @property
    def n(self) -> int:
        """How many variables there are."""
        return len(self.points[0])

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, ClassSurvival]:
        """No learner is asked: the probability that some hypothesis of the class survives that is not ε-accurate.

        A round takes one hypothesis more into account, of those that differ from the target on the points.
        """
        hypotheses = labellings(self.concept, self.points)
        target = sum(1 << k for k in self.positives)
        errors = sorted({target ^ h for h in hypotheses} - {0}, key=lambda wrong: (wrong.bit_count(), wrong))
        states = survival(self.weights, errors, self.epsilon, self.samples)
        return Trace(
            self,
            Rounds.of_nobody(states),
            ClassSurvival(target in hypotheses, len(errors), states[-1]["probability"]),
        )


ACCURACIES = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/10", "4/5")))
CONFIDENCES = tuple(map(Fraction, ("1/2", "1/10", "1/100")))
Size = Callable[[int, Fraction, Fraction], float]
"""From n, ε and δ to the sample size that is said to be enough."""


def pac_cases(
    choices: Choices,
    *,
    concept: Concept,
    size: Size,
    variables: int,
    points: int,
    heaviest: int,
    enough_samples: bool = False,
) -> BooleanPAC:
    """Distributions on a few points of {0,1}^n, labelled by the class, with ⌈size⌉ samples."""
    n = choices.integer(1, variables)
    everything = cube(n)
    count = choices.integer(1, min(points, len(everything)))
    chosen = tuple(dict.fromkeys(choices.pick(everything) for _ in range(count)))
    return _weighted(choices, concept, chosen, heaviest, partial(size, n), enough_samples)


def small_pac_cases(
    choices: Choices, *, concept: Concept, size: Size, variables: int, heaviest: int, enough_samples: bool = False
) -> BooleanPAC:
    """All distributions on {0,1}^n, n at most `variables`, with weights up to `heaviest`."""
    n = choices.integer(1, variables)
    return _weighted(choices, concept, tuple(cube(n)), heaviest, partial(size, n), enough_samples)


def wide_pac_cases(
    choices: Choices, *, size: Size, points: int, heaviest: int, enough_samples: bool = False
) -> BooleanPAC:
    """Conjunctions over (2n)³ variables, n = 1 or 2, with ⌈size⌉ samples; points differ in their first eight alone."""
    n = choices.integer(1, 2)
    ones = (1,) * ((2 * n) ** 3 - 8)
    chosen = tuple(dict.fromkeys((*bits(choices, 8), *ones) for _ in range(choices.integer(1, points))))
    return _weighted(choices, "conjunction", chosen, heaviest, partial(size, n), enough_samples)


def _weighted(
    choices: Choices,
    concept: Concept,
    points: tuple[Bits, ...],
    heaviest: int,
    size: Callable[[Fraction, Fraction], float],
    enough_samples: bool,
) -> BooleanPAC:
    target = choices.pick(sorted(labellings(concept, points)))
    weights = tuple(choices.integers(len(points), 1, heaviest))
    epsilon, delta = choices.pick(ACCURACIES), choices.pick(CONFIDENCES)
    positives = tuple(k for k in range(len(points)) if target >> k & 1)
    enough = ceil(size(epsilon, delta))  # up to rounding; whether it is enough the claim decides exactly
    samples = enough if enough_samples else choices.integer(0, enough)
    return BooleanPAC(concept, points, weights, positives, epsilon, delta, samples)


def unit_vectors_unseen(size: Size, n: int, epsilon: Fraction, confident: Fraction) -> BooleanPAC:
    """The conjunction of all variables, with instances that have one variable off and weigh just above ε each.

    A conjunction that omits a variable is right on the sample if the instance of that variable is not in it.
    """
    points = (*(tuple(int(i != k) for i in range(n)) for k in range(n)), (1,) * n)
    share = epsilon + Fraction(1, epsilon.denominator * 10**4)
    weights = (*(share.numerator,) * n, share.denominator - n * share.numerator)
    return BooleanPAC("conjunction", points, weights, (n,), epsilon, confident, ceil(size(n, epsilon, confident)))


def one_point_unseen(size: Size, epsilon: Fraction, confident: Fraction) -> BooleanPAC:
    """A 3-term DNF on two points, the lighter of which has a probability just above ε."""
    share = epsilon + Fraction(1, 10**4)
    weights = (share.numerator, share.denominator - share.numerator)
    samples = ceil(size(1, epsilon, confident))
    return BooleanPAC("three-term-dnf", ((0,), (1,)), weights, (), epsilon, confident, samples)


def all_but_one(points: int, size: Size, epsilon: Fraction, confident: Fraction) -> BooleanPAC:
    """The conjunction of all 8 variables, with equally likely instances that have one variable off.

    A conjunction that omits the variables of the instances that are not in the sample is right on the sample.
    """
    rows = tuple(tuple(int(i != k) for i in range(8)) for k in range(points))
    samples = ceil(size(1, epsilon, confident))
    return BooleanPAC("conjunction", rows, (1,) * points, (), epsilon, confident, samples)


def pac_measure(trace: Trace[BooleanPAC, ClassSurvival]) -> Values:
    """Measure P, m, n, ε and δ, and the number of labellings of the points that differ from the target's."""
    case = trace.case
    return {
        P: trace.facts.probability,
        H: trace.facts.hypotheses,
        m: case.samples,
        n: case.n,
        eps: case.epsilon,
        delta: case.delta,
    }


IN_THE_CLASS = Premise("the target is a hypothesis of $H$", lambda trace: trace.facts.in_the_class)


def asks_for(size: Any, measured: Callable[[Trace], Values] = pac_measure) -> Premise:
    """Build the hypothesis m ≥ size, which is decided exactly."""
    return holding("enough samples", m >= size, measured, option="enough_samples")


def distributions(concept: Concept, size: Size, **limits: int) -> Family:
    """Build the family of distributions on a few points of {0,1}^n.

    A member of the class labels the points, and there are just enough samples.
    """
    return Family(
        partial(pac_cases, concept=concept, size=size),
        search=dict(variables=3, points=4, heaviest=30) | limits,
        scout=dict(variables=4, points=5, heaviest=12) | limits,
        exhaust=partial(small_pac_cases, concept=concept, size=size),
        quick=dict(variables=1, heaviest=3),
        full=dict(variables=2, heaviest=2),
        extent="all targets of the class and distributions on {{0,1}}^n, n up to {variables:n ≤ _}, of weights 1 to "
        "{heaviest}, the accuracies and confidences of a list",
    )


PAC_HYPOTHESES = (ACCURACY, CONFIDENCE, IN_THE_CLASS)

sample_size = partial(finite_classes.sample_size, measure=pac_measure)
"""A claim on how many examples are enough to learn a class of Boolean functions."""


def uml_size(size: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return n log(3/δ)/ε."""
    return size * ln(3 / confident) / epsilon


def vem_size(size: int, epsilon: Fraction, confident: Fraction) -> float:
    """Return log₂6·(n/ε)·log(1/δ)."""
    return ln(6) / ln(2) * size * ln(1 / confident) / epsilon


def close_calls(size: Size) -> Iterable[Case]:
    """Yield cases with one variable whose instance is missed, at several accuracies, and one with three variables."""
    for variables, inverse in ((1, 10), (1, 100), (1, 1000), (3, 10)):
        yield unit_vectors_unseen(size, variables, Fraction(1, inverse), Fraction(1, 2))


v, P_H, d_v, D = sympy.symbols("v 3ᵛ δᵛ D", nonnegative=True)
log_d, log_2, log_3 = sympy.symbols("log_δ log_2 log_3", real=True)
"""v, where 3^v bounds the number of bad hypotheses; 3^v; δ^v; e^(−εm); and log δ, log 2 and log 3."""

kinds, power_of_3 = sympy.symbols("N 3^v", real=True)
"""The conjunctions that name no variable twice; 3^v."""

count_others = trusted.General(
    "conjunctions over $v$ variables give at most $3^v$ functions besides the target",
    H <= power_of_3,
    "three choices for each variable, by induction on $v$, and the conjunction that is never true",
    holds=kinds <= power_of_3,
    made=(
        trusted.Made("of no variables", {kinds: sympy.Integer(1), power_of_3: sympy.Integer(1)}, of=()),
        trusted.Made(
            "a variable more is in a conjunction, negated in it, or in neither way",
            {kinds: 3 * kinds, power_of_3: 3 * power_of_3},
        ),
    ),
    known={"those that name a variable twice are never true, one function; and the target is none of them": H <= kinds},
)


def sample_size_proof(enough: Premise, is_v: Any, counted: trusted.General = count_others) -> Induction:
    """Build the proof that m ≥ v log(3/δ)/ε examples are `enough` for at most 3^v bad hypotheses.

    The hypotheses are conjunctions by default, otherwise those that `counted` counts.
    """
    return finite_classes.sample_size_proof(
        enough,
        eps * m >= v * log(3) - v * log(delta),  # m ≥ v log(3/δ)/ε, where ε > 0
        {P_H: 3**v, d_v: delta**v, D: exp(-eps * m), log_d: log(delta), log_3: log(3)},
        means={r"$n \ge 1$": n >= 1, "v": is_v},
        using=(
            counted.at({power_of_3: 3**v}),
            lemmas.DECAY.at({lemmas.e: eps, lemmas.m: m}),
            in_powers(lemmas.GROWTH.at({lemmas.a: eps * m - v * log(3) + v * log(delta)})),
            in_powers(lemmas.GROWTH.at({lemmas.a: log(delta) - v * log(delta)})),
            lemmas.LOG_BELOW.at({lemmas.a: delta - 1}),
        ),
        lines={
            r"$P \le 3^v(1 - \varepsilon)^m$": P <= P_H * q,
            r"$P \le 3^v\cdot e^{-\varepsilon m}$": P <= P_H * D,
            r"$3^v\cdot e^{-\varepsilon m} \le \delta^v$, since $\varepsilon m \ge v \log(3/\delta)$": P_H * D <= d_v,
            r"$\delta^v \le \delta$": d_v <= delta,
        },
    )


ENOUGH = asks_for(n * log(3 / delta) / eps)
SAMPLE_SIZE_PROOF = sample_size_proof(ENOUGH, Eq(v, n))

SAMPLE_SIZE = sample_size(
    "conjunction-sample-size",
    r"If $m \ge n \log(3/\delta)/\varepsilon$, the probability that some conjunction is right on $m$ examples of a "
    r"conjunction and errs on more than $\varepsilon$ is at most $\delta$.",
    sources=(UML("8.2.3"),),
    cases=distributions("conjunction", uml_size),
    assuming=(*PAC_HYPOTHESES, ENOUGH),
    bound=P <= delta,
    proof=SAMPLE_SIZE_PROOF,
    attained_by=lambda: close_calls(uml_size),
    remark=r"At best 0.333, at $n = 1$, where one of three bad conjunctions comes close to $\delta/3$.",
)

SMALL_DELTA = holding(r"$\delta \le 1/2$", delta <= sympy.Rational(1, 2), pac_measure)
ENOUGH_BY_LOG = asks_for(log(6) / log(2) * n * log(1 / delta) / eps)

SAMPLE_SIZE_BY_LOG = sample_size(
    "conjunction-sample-size-vem",
    r"$m = O((n/\varepsilon) \log(1/\delta))$ examples suffice for conjunctions: "
    r"$m \ge \log_26\cdot(n/\varepsilon) \log(1/\delta)$ do, for every $\delta \le 1/2$.",
    sources=(VEM("8.1, Example 8.3"),),
    cases=distributions("conjunction", vem_size),
    assuming=(*PAC_HYPOTHESES, SMALL_DELTA, ENOUGH_BY_LOG),
    bound=P <= delta,
    proof=replace(
        SAMPLE_SIZE_PROOF,
        assuming={
            **formally(ACCURACY, CONFIDENCE),
            ENOUGH_BY_LOG: eps * m * log(2) >= -(log(2) + log(3)) * v * log(delta),
            **formally(SMALL_DELTA),
        },
        names={**SAMPLE_SIZE_PROOF.names, log_2: log(2)},
        using=(*SAMPLE_SIZE_PROOF.using, lemmas.LOG_RISES.at({lemmas.x: delta, lemmas.y: sympy.Rational(1, 2)})),
        lines={
            r"that is $m \ge n \log(3/\delta)/\varepsilon$": eps * m >= v * log(3) - v * log(delta),
            **SAMPLE_SIZE_PROOF.lines,
        },
    ),
    attained_by=lambda: close_calls(vem_size),
    remark=r"The constant is what the notes' own bound, $\log(|H|/\delta)/\varepsilon$, needs at $n = 1$ and "
    r"$\delta = 1/2$. Some $\delta < 1$ must be the greatest, for $\log(1/\delta)$ is 0 at $\delta = 1$.",
)
