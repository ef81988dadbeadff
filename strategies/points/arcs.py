"""Uniform points of a circle, all labelled −1, and the arcs between them that halfplanes may cut off without an error.

A halfplane that no example contradicts errs on the arc that it cuts off. The longest free arc is the worst that ERM
can do, and its distribution is known exactly: no gap of m points is longer than ε with the probability
Σ_j (−1)^j C(m, j)(1 − jε)₊^(m−1). Source: UML 9.1.
"""

import math
from fractions import Fraction
from typing import Annotated

import msgspec

from learncheck.strategies.play.case import Case, Positive
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import require_proper

DIMENSION = 2
"""d, of the plane."""


class FreeArcs(Case, frozen=True, tag="free-arcs"):
    """m uniform examples on a circle, ε = 1/q and δ."""

    m: Positive
    q: Annotated[int, msgspec.Meta(ge=2)]
    delta: Fraction

    def __post_init__(self) -> None:
        require_proper(delta=self.delta)

    def free(self) -> Fraction:
        """The probability that an arc of more than ε is without an example."""
        return free_arc(self.m, self.q)


def free_arc(m: int, q: int) -> Fraction:
    """The probability that m uniform points leave an arc of more than 1/q of the circle free."""
    terms = ((-1 if j % 2 else 1) * math.comb(m, j) * (q - j) ** (m - 1) for j in range(min(m, q) + 1))
    return 1 - Fraction(sum(terms), q ** (m - 1))


def least_as_printed(q: int, delta: Fraction) -> int:
    """The least m ≥ (d + log(1/δ))/ε, up to rounding; whether it is enough the claim decides exactly."""
    return math.ceil((DIMENSION - math.log(delta)) * q)


def least_with_logarithm(q: int, delta: Fraction) -> int:
    """The least m ≥ 1 + (2/ε)·log(2/(εδ)), up to rounding; whether it is enough the claim decides exactly."""
    return math.ceil(1 + 2 * q * math.log(2 * q / delta))


def samples_of_the_circle(choices: Choices, *, denominators: int, logarithm: bool, enough: bool = False) -> FreeArcs:
    """ε = 1/2, ..., 1/denominators, a few δ, and the least m of a theorem or one more; any m below unless `enough`."""
    q = choices.integer(2, denominators)
    delta = Fraction(choices.integer(1, 3), 4) ** choices.integer(1, 3)
    least = (least_with_logarithm if logarithm else least_as_printed)(q, delta)
    return FreeArcs(least + choices.integer(0, 1) if enough else choices.integer(1, least), q, delta)
