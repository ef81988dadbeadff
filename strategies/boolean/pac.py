"""PAC learning over 0/1 features: how likely a hypothesis that errs too often is right on a whole sample, exactly."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import ceil
from typing import NamedTuple, Self

from learncheck.learners.arguments import require
from learncheck.strategies.boolean.games import bits
from learncheck.strategies.boolean.samples import Concept, cube, labellings
from learncheck.strategies.boolean.shadows import Bits
from learncheck.strategies.play.case import Case, Make, Natural, Rounds, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables.pac import Weights, survival


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
        known = labellings(self.concept, self.points)
        target = sum(1 << k for k in self.positives)
        errors = sorted({target ^ each for each in known} - {0}, key=lambda each: (each.bit_count(), each))
        states = survival(self.weights, errors, self.epsilon, self.samples)
        facts = ClassSurvival(
            in_the_class=target in known, hypotheses=len(errors), probability=states[-1]["probability"]
        )
        return Trace(self, Rounds.of_nobody(states), facts)


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
    return _sized(choices, concept, chosen, heaviest, partial(size, n), enough_samples)


def small_pac_cases(
    choices: Choices, *, concept: Concept, size: Size, variables: int, heaviest: int, enough_samples: bool = False
) -> BooleanPAC:
    """All distributions on {0,1}^n, n at most `variables`, with weights up to `heaviest`."""
    n = choices.integer(1, variables)
    chosen = tuple(cube(n))
    return _sized(choices, concept, chosen, heaviest, partial(size, n), enough_samples)


def wide_pac_cases(
    choices: Choices, *, size: Size, points: int, heaviest: int, enough_samples: bool = False
) -> BooleanPAC:
    """Conjunctions over (2n)³ variables, n = 1 or 2, with ⌈size⌉ samples; points differ in their first eight alone."""
    n = choices.integer(1, 2)
    ones = (1,) * ((2 * n) ** 3 - 8)
    chosen = tuple(dict.fromkeys((*bits(choices, 8), *ones) for _ in range(choices.integer(1, points))))
    return _sized(choices, "conjunction", chosen, heaviest, partial(size, n), enough_samples)


def _sized(
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
    enough = least_integer(size(epsilon, delta))
    samples = enough if enough_samples else choices.integer(0, enough)
    return BooleanPAC(concept, points, weights, positives, epsilon, delta, samples)


def least_integer(size: float) -> int:
    """The least integer from `size` on, up to rounding; whether it is enough the claim decides exactly."""
    return ceil(size)


def unit_vectors_unseen(size: Size, n: int, epsilon: Fraction, confident: Fraction) -> BooleanPAC:
    """The conjunction of all variables, with instances that have one variable off and weigh just above ε each.

    A conjunction that omits a variable is right on the sample if the instance of that variable is not in it.
    """
    points = tuple(tuple(int(i != k) for i in range(n)) for k in range(n))
    finer = 10**4
    each = epsilon + Fraction(1, epsilon.denominator * finer)
    rest = 1 - n * each
    unit = each.denominator
    weights = (*(int(each * unit) for _ in points), int(rest * unit))
    return BooleanPAC(
        "conjunction",
        (*points, (1,) * n),
        weights,
        (n,),
        epsilon,
        confident,
        least_integer(size(n, epsilon, confident)),
    )


def one_point_unseen(size: Size, epsilon: Fraction, confident: Fraction) -> BooleanPAC:
    """A 3-term DNF on two points, the lighter of which has a probability just above ε."""
    share = epsilon + Fraction(1, 10**4)
    weights = (share.numerator, share.denominator - share.numerator)
    samples = least_integer(size(1, epsilon, confident))
    return BooleanPAC("three-term-dnf", ((0,), (1,)), weights, (), epsilon, confident, samples)


def all_but_one(points: int, size: Size, epsilon: Fraction, confident: Fraction) -> BooleanPAC:
    """The conjunction of all 8 variables, with equally likely instances that have one variable off.

    A conjunction that omits the variables of the instances that are not in the sample is right on the sample.
    """
    rows = tuple(tuple(int(i != k) for i in range(8)) for k in range(points))
    samples = least_integer(size(1, epsilon, confident))
    return BooleanPAC("conjunction", rows, (1,) * points, (), epsilon, confident, samples)
