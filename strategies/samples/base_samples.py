"""A finite class on a sample: a vote that separates it, or a distribution on which no member has an edge.

Both are decided exactly, and every certificate is verified before it is used.
Source: UML 10.6.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from learncheck.exact.certificates import confirmed
from learncheck.exact.separation import Separator, separate
from learncheck.strategies.play.case import Bit, Case
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import require_points


class Margins(NamedTuple):
    """Whether a vote separates the sample (1 or 0), its margin, and the least edge over the distributions tried."""

    separable: int
    margin: Fraction
    edge: Fraction


class BaseSample(Case, frozen=True, tag="base-sample"):
    """A finite class on a sample. The class also contains the negations of its hypotheses.

    errors: one row per hypothesis and one column per example: 1 if it errs there, else 0.
    """

    errors: tuple[tuple[Bit, ...], ...]

    def __post_init__(self) -> None:
        require_points(self.errors, "errors", "examples")

    def play_alone(self) -> Margins:
        """Find a separating vote with its margin, or a distribution under which every hypothesis errs on one half."""
        margins = [tuple(1 - 2 * row[i] for row in self.errors) for i in range(len(self.errors[0]))]  # y_i h_j(x_i)
        ones = (1,) * len(margins)
        answer = separate(margins, ones)
        confirmed(answer.verify(margins, ones), f"the evidence on {self.errors}")
        if isinstance(answer, Separator):
            edge = Fraction(1) / (2 * sum(map(abs, answer.w)))
            worst = hardest_distribution(margins, Fraction(1, 2))
            return Margins(separable=1, margin=edge, edge=worst)
        total = sum(answer.coefficients)
        D = [a / total for a in answer.coefficients]
        edges = [abs(sum(p * v for p, v in zip(D, column, strict=True))) / 2 for column in zip(*margins, strict=True)]
        return Margins(separable=0, margin=Fraction(0), edge=max(edges))


def hardest_distribution(margins: Sequence[Sequence[int]], start: Fraction) -> Fraction:
    """The least edge over the uniform distributions on sets of at most 6 examples, or `start` if that is less."""
    m = len(margins)
    best = start
    for size in range(1, min(m, 6) + 1):
        for chosen in combinations(margins, size):
            best = min(best, max(abs(Fraction(sum(column), size)) for column in zip(*chosen, strict=True)) / 2)
    return best


def base_samples(choices: Choices, *, hypotheses: int, examples: int) -> BaseSample:
    """Classes of at most `hypotheses` hypotheses and their negations on at most `examples` examples."""
    m = choices.integer(1, examples)
    return BaseSample(choices.distinct(lambda: tuple(int(v < 0) for v in choices.labels(m)), most=hypotheses))


def small_base_samples(choices: Choices, *, hypotheses: int, examples: int) -> BaseSample:
    """Every choice of at most `hypotheses` hypotheses, in ascending order, on at most `examples` examples."""
    m = choices.integer(1, examples)
    codes = choices.sequence(range(2**m), most=hypotheses, ascending=True)
    return BaseSample(tuple(tuple(code >> i & 1 for i in range(m)) for code in dict.fromkeys(codes)))
