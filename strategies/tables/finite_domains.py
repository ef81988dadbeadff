"""Classes of hypotheses on a finite domain with a distribution, and how likely a bad one survives a sample.

A hypothesis is given by the points on which it errs. It is bad if its error, their probability, exceeds the accuracy
epsilon, and it survives a sample on which it makes no error. All probabilities are exact.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, NamedTuple, Self

import msgspec

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Make, Natural, Positive, Rounds, Snapshot, Trace
from learncheck.strategies.play.choices import Choices, subsets

MOST_BAD = 12
"""Inclusion and exclusion over b bad hypotheses takes 2^b terms."""

Weights = Annotated[tuple[Positive, ...], msgspec.Meta(min_length=1)]
"""The weights of the points of a domain, proportional to their probabilities."""


def require_points_named(weights: Sequence[int], errors: Sequence[Sequence[int]]) -> None:
    """Raise ValueError if a hypothesis errs on a point without a weight."""
    named = {i for places in errors for i in places}
    require(
        named <= set(range(len(weights))),
        f"hypotheses err on {sorted(named)}: name points from 0 to {len(weights) - 1}",
    )


def require_finite_class(weights: Sequence[int], errors: Sequence[Sequence[int]]) -> None:
    """Raise ValueError if there is no hypothesis, one occurs twice, or errs on a point without a weight."""
    require_points_named(weights, errors)
    require(
        0 < len(set(map(frozenset, errors))) == len(errors),
        f"the class errs on {errors}: give at least one hypothesis, and none twice",
    )


class Survival(NamedTuple):
    """The probability that a bad hypothesis is right on the sample."""

    probability: Fraction


class FiniteClass(Case, frozen=True):
    """A distribution on a finite domain, a class, an accuracy epsilon, a confidence delta and a sample size.

    weights: positive, proportional to the probabilities of the points. errors: for each hypothesis the
    points on which it errs, distinct sets; the empty one is the labelling function itself, which need not
    be in the class.
    """

    weights: Weights
    errors: tuple[tuple[int, ...], ...]
    epsilon: Fraction
    delta: Fraction
    samples: Natural

    def __post_init__(self) -> None:
        require_finite_class(self.weights, self.errors)


class FinitePAC(FiniteClass, frozen=True, tag="finite-pac"):
    """A finite class, whose bad hypotheses may be right on the sample."""

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, Survival]:
        """The probability that a bad hypothesis is right on the sample, exactly. No learner takes part.

        A round adds a hypothesis; the state is the probability for those so far.
        """
        errors = [sum(1 << point for point in points) for points in self.errors]
        states = survival(self.weights, errors, self.epsilon, self.samples)
        return Trace(self, Rounds.of_nobody(states), Survival(states[-1]["probability"]))


def survival(weights: Sequence[int], errors: Sequence[int], epsilon: Fraction, samples: int) -> list[Snapshot]:
    """The probability that some of the first k hypotheses with an error above epsilon is right on a whole sample.

    errors: for each hypothesis the points where it errs, bit i for point i. Returns a state for each k from 0 on:
    "considered" is k, "probability" is exact, and "error" and "bad" are those of the k-th hypothesis.

    By inclusion and exclusion: the hypotheses of a set are all right if no example falls on a point where one of them
    errs. Sets with the same such points are counted together. A hypothesis that errs wherever another bad one does
    survives only samples that the other survives, too, and is left out. Raises ValueError for more than 2^MOST_BAD
    terms.
    """
    total = sum(weights)
    mass = cache(lambda code: sum(weight for i, weight in enumerate(weights) if code >> i & 1))
    minimal: list[int] = []
    signs = {0: 1}
    states: list[Snapshot] = [{"considered": 0, "probability": Fraction(0)}]
    for considered, wrong in enumerate(errors, start=1):
        error, probability = Fraction(mass(wrong), total), states[-1]["probability"]
        if error > epsilon and not any(other & wrong == other for other in minimal):
            minimal.append(wrong)
            if len(signs) == 2**MOST_BAD:
                raise ValueError(f"{len(minimal)} bad hypotheses take {2 * len(signs)} terms; give at most {MOST_BAD}")
            for union, sign in list(signs.items()):
                signs[union | wrong] = signs.get(union | wrong, 0) - sign
            none_survives = sum(sign * (total - mass(union)) ** samples for union, sign in signs.items() if sign)
            probability = 1 - Fraction(none_survives, total**samples)
        states.append({"considered": considered, "probability": probability, "error": error, "bad": error > epsilon})
    return states


EPSILONS = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/10")))
DELTAS = tuple(map(Fraction, ("1/2", "1/10", "1/100")))


def finite_pac(
    choices: Choices,
    *,
    points: int,
    heaviest: int,
    samples: int,
    enough: bool,
    hypotheses: int | None = None,
    accuracy: bool = False,
    enough_samples: bool = False,
) -> FinitePAC:
    """Distributions on at most `points` points, and classes of at most `hypotheses` hypotheses or any set of them.

    The sample size is at most `samples` or, if `enough`, the least one that the theorem asks for. epsilon comes from a
    list or, with at most `hypotheses`, is often just below the error of one of them. Shrinks to one point, one
    hypothesis and one sample. Without `accuracy` epsilon may be too large or negative, without `enough_samples` there
    may be fewer samples.
    """
    n = choices.integer(1, points)
    weights = tuple(choices.integers(n, 1, heaviest))
    if hypotheses is None:
        errors = choices.members(subsets(n))
    else:
        errors = choices.distinct(lambda: choices.some_of(n), most=min(hypotheses, MOST_BAD))
    epsilon = choices.pick(EPSILONS if accuracy else (Fraction(3, 2), Fraction(-1, 4), *EPSILONS))
    if accuracy and hypotheses is not None and choices.flag():
        error = Fraction(sum(weights[i] for i in errors[0]), sum(weights))
        epsilon = min(max(error - Fraction(1, 10 ** choices.integer(1, 6)), Fraction(1, 50)), Fraction(49, 50))
    enough &= epsilon > 0
    delta = choices.pick(DELTAS) if enough else DELTAS[0]
    if enough:
        samples = least_sample_size(len(errors), epsilon, delta)
    if not (enough and enough_samples):
        samples = choices.integer(1, samples)
    return FinitePAC(weights, errors, epsilon, delta, samples)


def least_sample_size(hypotheses: int, epsilon: Fraction, delta: Fraction) -> int:
    """The least m > log(|H|/δ)/ε, up to rounding: the claim decides exactly whether it is enough."""
    return math.floor(math.log(hypotheses / delta) / epsilon) + 1


def barely_bad(epsilon: Fraction, samples: int, delta: Fraction = Fraction(1, 2), finer: int = 10**9) -> FinitePAC:
    """One hypothesis, whose error is epsilon + 1/(q·finer), q the denominator of epsilon."""
    error = epsilon + Fraction(1, epsilon.denominator * finer)
    return FinitePAC((error.numerator, error.denominator - error.numerator), ((0,),), epsilon, delta, samples)


def disjointly_bad(hypotheses: int, epsilon: Fraction, samples: int) -> FinitePAC:
    """Hypotheses that err on disjoint sets, each with an error barely above epsilon < 1/hypotheses."""
    error = epsilon + Fraction(1, epsilon.denominator * 10**9)
    weights = (*(error.numerator,) * hypotheses, error.denominator - hypotheses * error.numerator)
    return FinitePAC(weights, tuple((i,) for i in range(hypotheses)), epsilon, Fraction(1, 2), samples)
