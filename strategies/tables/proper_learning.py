"""A proper learner as a solver of the ERM problem: how often it finds a hypothesis without errors, exactly.

`ProperLearning` is a finite class, told by where its hypotheses err on a sample S. Examples are drawn from S, each as
likely as the others, and an ERM learner sees them. Source: UML Exercise 8.4.
"""

from fractions import Fraction
from math import ceil, log
from typing import Annotated

import msgspec

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Natural
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.multinomial import ways_to_see

LEAST = Fraction(3, 10)
"""The probability with which the exercise has the learner succeed."""


class ProperLearning(Case, frozen=True, tag="proper-learning"):
    """A class on a sample S of s examples, and how many are drawn from S, with replacement.

    A hypothesis is told by its errors: bit i of errors[h] says whether h errs on example i.
    """

    s: Annotated[int, msgspec.Meta(ge=1, le=12)]
    errors: Annotated[tuple[Natural, ...], msgspec.Meta(min_length=1)]
    draws: Natural

    def __post_init__(self) -> None:
        require(max(self.errors) < 2**self.s, f"the errors are {self.errors}: give each hypothesis as {self.s} bits")

    def solvable(self) -> bool:
        """Whether some hypothesis has no error on S."""
        return 0 in self.errors

    def probability_of_yes(self) -> Fraction:
        """The learner is the worst that ERM allows: it returns a hypothesis that errs on S wherever one is consistent
        with the examples drawn. YES is answered just where its hypothesis has no error on S.
        """
        if not self.solvable():
            return Fraction(0)
        ways = enumerate(ways_to_see((1,) * self.s, self.draws))
        right = sum(each for seen, each in ways if all(wrong & seen or not wrong for wrong in self.errors))
        return Fraction(right, self.s**self.draws)


def enough(s: int, size: int) -> int:
    """The least number of draws with s·log(|H|/0.7) <= draws."""
    return ceil(s * log(size / (1 - float(LEAST))))


def proper_learning(
    choices: Choices, *, examples: int, hypotheses: int | None = None, enough_draws: bool = False
) -> ProperLearning:
    """Classes of at most `hypotheses` hypotheses, or any, on at most `examples` examples, with as few draws as do.

    Without `enough_draws` there may be fewer. Shrinks to one example and one hypothesis, without errors.
    """
    s = choices.integer(1, examples)
    if hypotheses is None:
        errors = choices.members(range(2**s))
    else:
        errors = choices.distinct(lambda: choices.integer(0, 2**s - 1), most=hypotheses)
    draws = enough(s, len(errors))
    return ProperLearning(s, errors, draws if enough_draws else choices.integer(0, draws))


def one_error_each(s: int) -> ProperLearning:
    """The hypothesis without errors, and those that err on one example: only a full view of S tells them apart."""
    return ProperLearning(s, (0, *(1 << i for i in range(s))), enough(s, s + 1))
