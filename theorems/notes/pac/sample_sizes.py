"""How many examples are enough for a class of Boolean functions: the cases of such claims, and what they measure.

The claims themselves are in `conjunction_sample_sizes`, `decision_list_sample_size` and `three_term_dnf`.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import ceil
from typing import NamedTuple, Self

import sympy

from learncheck.learners.arguments import require
from learncheck.strategies.boolean import samples as boolean
from learncheck.strategies.boolean.shadows import Bits
from learncheck.strategies.play.case import Case, Make, Natural, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables import finite_domains
from learncheck.theorems.language.claim import Family, Values
from learncheck.theorems.language.premise import Premise, holding
from learncheck.theorems.notes.pac import finite_classes
from learncheck.theorems.notes.pac.conjunctions import n


class ClassSurvival(NamedTuple):
    """The probability that some bad hypothesis of the class is right on the whole sample.

    in_the_class: whether the class contains the target. hypotheses: how many others it has.
    """

    in_the_class: bool
    hypotheses: int
    probability: Fraction


class BooleanPAC(Case, frozen=True, tag="boolean-pac"):
    """A distribution on some points of {0,1}^n, the labels of a member of the class, ε, δ and a sample size.

    concept: "conjunction", "decision-list" or "three-term-dnf". weights: positive, proportional to the probabilities
    of the points. positives: the points that the target labels +1.
    """

    concept: boolean.Concept
    points: tuple[Bits, ...]
    weights: finite_domains.Weights
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
        """The number of variables."""
        return len(self.points[0])

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, ClassSurvival]:
        """The probability that some hypothesis that is not ε-accurate survives, exactly. No learner takes part.

        A round adds one of the hypotheses that differ from the target on the points.
        """
        hypotheses = boolean.labellings(self.concept, self.points)
        target = sum(1 << k for k in self.positives)
        errors = sorted({target ^ h for h in hypotheses} - {0}, key=lambda wrong: (wrong.bit_count(), wrong))
        states = finite_domains.survival(self.weights, errors, self.epsilon, self.samples)
        return Trace(
            self,
            Rounds.of_nobody(states),
            ClassSurvival(target in hypotheses, len(errors), states[-1]["probability"]),
        )


ACCURACIES = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/10", "4/5")))
CONFIDENCES = tuple(map(Fraction, ("1/2", "1/10", "1/100")))
Size = Callable[[int, Fraction, Fraction], float]
"""The sample size that is claimed to be enough, from n, ε and δ."""


def pac_cases(
    choices: Choices,
    *,
    concept: boolean.Concept,
    size: Size,
    variables: int,
    heaviest: int,
    points: int | None = None,
    enough_samples: bool = False,
) -> BooleanPAC:
    """Distributions on {0,1}^n, or on a few points of it, labelled by the class, with ⌈size⌉ samples."""
    d = choices.integer(1, variables)
    chosen = tuple(boolean.cube(d))
    if points is not None:
        count = choices.integer(1, min(points, len(chosen)))
        chosen = tuple(dict.fromkeys(choices.pick(chosen) for _ in range(count)))
    return weighted(choices, concept, chosen, heaviest, partial(size, d), enough_samples)


def weighted(
    choices: Choices,
    concept: boolean.Concept,
    points: tuple[Bits, ...],
    heaviest: int,
    size: Callable[[Fraction, Fraction], float],
    enough_samples: bool,
) -> BooleanPAC:
    """A distribution on these points with a target of the class, ε, δ and, if `enough_samples`, ⌈size⌉ samples."""
    target = choices.pick(sorted(boolean.labellings(concept, points)))
    weights = tuple(choices.integers(len(points), 1, heaviest))
    epsilon, delta = choices.pick(ACCURACIES), choices.pick(CONFIDENCES)
    positives = tuple(k for k in range(len(points)) if target >> k & 1)
    enough = ceil(size(epsilon, delta))  # up to rounding; whether it is enough the claim decides exactly
    samples = enough if enough_samples else choices.integer(0, enough)
    return BooleanPAC(concept, points, weights, positives, epsilon, delta, samples)


def measure(trace: Trace[BooleanPAC, ClassSurvival]) -> Values:
    """Measure P, m, n, ε and δ, and the number of labellings of the points that differ from the target's."""
    case = trace.case
    return {
        finite_classes.P: trace.facts.probability,
        finite_classes.H: trace.facts.hypotheses,
        finite_classes.m: case.samples,
        n: case.n,
        finite_classes.eps: case.epsilon,
        finite_classes.delta: case.delta,
    }


IN_THE_CLASS = Premise("the target is a hypothesis of $H$", lambda trace: trace.facts.in_the_class)


def asks_for(size: sympy.Expr, measured: Callable[[Trace], Values] = measure) -> Premise:
    """The hypothesis m ≥ size, which is decided exactly."""
    return holding("enough samples", finite_classes.m >= size, measured, option="enough_samples")


def distributions(concept: boolean.Concept, size: Size, **limits: int) -> Family[BooleanPAC]:
    """Distributions on a few points of {0,1}^n that a member of the class labels, with just enough samples."""
    return Family(
        partial(pac_cases, concept=concept, size=size),
        search=dict(variables=3, points=4, heaviest=30) | limits,
        scout=dict(variables=4, points=5, heaviest=12) | limits,
        quick=dict(variables=1, heaviest=3),
        full=dict(variables=2, heaviest=2),
        extent="all targets of the class and distributions on {{0,1}}^n, n up to {variables:n ≤ _}, of weights 1 to "
        "{heaviest}, the accuracies and confidences of a list",
    )


HYPOTHESES = (*finite_classes.HYPOTHESES, IN_THE_CLASS)

sample_size = partial(finite_classes.sample_size, measure=measure)
"""A claim on how many examples are enough to learn a class of Boolean functions."""
