"""How far a mean of independent losses is from its expectation, exactly: deviations are compared with square roots of
logarithms, and probabilities are rational. Source: UML 11.1, 11.2.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import sympy

from learncheck.exact.decide import compile_relation


def distribution_of_sum(weights: Sequence[int], m: int) -> list[int]:
    """How often each sum 0, 1, ..., m·L comes of m independent numbers 0..L with these weights.

    The coefficients of (Σ w_j x^j)^m, read off its value at a power of 2 above all of them.
    """
    bits = m * sum(weights).bit_length() + 1
    power = sum(w << j * bits for j, w in enumerate(weights)) ** m
    mask = (1 << bits) - 1
    return [power >> s * bits & mask for s in range(m * (len(weights) - 1) + 1)]


def deviates(errors: int, total: int, v: int, by: Fraction) -> Fraction:
    """The probability that the mean of v examples is farther than `by` from the true error, errors/total."""
    counts = distribution_of_sum((total - errors, errors), v)
    limit = by * v * total  # |s/v - errors/total| > by, times the denominators
    return Fraction(sum(count for s, count in enumerate(counts) if abs(s * total - errors * v) > limit), total**v)


SQUARE, FACTOR, ODDS = sympy.symbols("square factor odds", real=True)
BEYOND = compile_relation(SQUARE > FACTOR * sympy.log(ODDS))
BEYOND_SRM = compile_relation(SQUARE > FACTOR * sympy.log(ODDS * sympy.pi**2 / 6))


@cache
def exceeds(square: Fraction, factor: Fraction, odds: Fraction, srm: bool = False) -> bool:
    """Whether square > factor·log(odds), or > factor·log(odds·π²/6) for the SRM bound."""
    return (BEYOND_SRM if srm else BEYOND).decide({"square": square, "factor": factor, "odds": odds}).holds


def beyond(most: int, mean: Fraction, factor: Fraction, odds: Fraction, srm: bool = False) -> tuple[int, int]:
    """The sums from 0 to `most` whose share of it is farther from the mean than √(factor·log(odds)).

    As (low, high): those up to low and those from high on; low may be -1 and high most + 1.
    """

    def far(s: int) -> bool:
        return exceeds((Fraction(s, most) - mean) ** 2, factor, odds, srm)

    width = math.sqrt(factor * math.log(odds * (math.pi**2 / 6 if srm else 1)))
    high = min(max(math.floor(most * (mean + width)), math.ceil(most * mean)), most + 1)
    while high <= most and not far(high):
        high += 1
    while high - 1 >= most * mean and far(high - 1):
        high -= 1
    low = max(min(math.ceil(most * (mean - width)), math.floor(most * mean)), -1)
    while low >= 0 and not far(low):
        low -= 1
    while low + 1 <= most * mean and far(low + 1):
        low += 1
    return low, high


@cache
def far_off(risk: Fraction, m: int, odds: Fraction, srm: bool = False) -> Fraction:
    """The probability that the mean of m losses 0 and 1 is farther from the risk than √(log(odds)/(2m)).

    For the SRM bound that it is below it by more than √(log(odds·π²/6)/(2m)).
    """
    low, high = beyond(m, risk, Fraction(1, 2 * m), odds, srm)
    sums = distribution_of_sum((risk.denominator - risk.numerator, risk.numerator), m)
    return Fraction(sum(sums[: low + 1]) + (0 if srm else sum(sums[high:])), risk.denominator**m)
