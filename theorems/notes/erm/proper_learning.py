"""ERM reduced to proper learning: a proper PAC learner decides, like an RP algorithm, whether some hypothesis is right.

It is run on |S| log(|H|/0.7) examples drawn from S. Source: UML Exercise 8.4.
"""

import math
from fractions import Fraction
from typing import Annotated

import msgspec
import sympy
from sympy import And, Eq, Rational, log

from learncheck.learners.arguments import require
from learncheck.strategies.play.case import Case, Natural, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.multinomial import ways_to_see
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import holding


class ProperLearning(Case, frozen=True, tag="proper-learning"):
    """A class on a sample S of s examples, and how many are drawn from S, with replacement.

    Bit i of errors[h] says whether hypothesis h errs on example i.
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
        """The probability of YES, the answer if the learner's hypothesis has no error on S.

        The learner is the worst that ERM allows: it returns a hypothesis that errs on S whenever one is consistent with
        the examples drawn.
        """
        if not self.solvable():
            return Fraction(0)
        ways = enumerate(ways_to_see((1,) * self.s, self.draws))
        right = sum(number for seen, number in ways if all(wrong & seen or not wrong for wrong in self.errors))
        return Fraction(right, self.s**self.draws)


def enough(s: int, size: int) -> int:
    """The least number of draws with s·log(|H|/0.7) <= draws."""
    return math.ceil(s * math.log(size / 0.7))


def proper_learning(
    choices: Choices, *, examples: int, hypotheses: int | None = None, enough_draws: bool = False
) -> ProperLearning:
    """Classes of at most `hypotheses` hypotheses, or any, on at most `examples` examples, with just enough draws.

    Without `enough_draws` there may be fewer. Shrinks to one example and one hypothesis, without errors.
    """
    s = choices.integer(1, examples)
    if hypotheses is None:
        errors = choices.members(range(2**s))
    else:
        errors = choices.distinct(lambda: choices.integer(0, 2**s - 1), most=hypotheses)
    draws = enough(s, len(errors))
    return ProperLearning(s, errors, draws if enough_draws else choices.integer(0, draws))


def single_errors(s: int) -> ProperLearning:
    """The hypothesis without errors, and those that err on one example: only all of S tells them apart."""
    return ProperLearning(s, (0, *(1 << i for i in range(s))), enough(s, s + 1))


Q = quantity("Q", "the probability that the solver answers YES")
Z = quantity("Z", "1 where some hypothesis has no error on $S$, otherwise 0")
s, H, n = sympy.symbols("s H n", positive=True)
"""The examples of S; the size of the class; the number of draws."""


def sizes(trace: Trace[ProperLearning, None]) -> Values:
    """Measure n, s and H."""
    return {n: trace.case.draws, s: trace.case.s, H: len(trace.case.errors)}


ENOUGH = holding("enough draws", n >= s * log(H / Rational(7, 10)), sizes, option="enough_draws")

PROPER_LEARNING = Claim(
    "proper-learning-solves-erm",
    r"A proper PAC learner decides the ERM problem in the manner of RP: run on $n \ge |S|\cdot \log(|H|/0.7)$ "
    "examples drawn uniformly from $S$, ERM returns with probability at least 0.3 a "
    "hypothesis of error less than $1/|S|$, and so without an error on $S$, if there is one; otherwise the answer is "
    "always NO.",
    sources=(UML("Exercise 8.4"),),
    kind="probability",
    label="lower",
    cases=Family(
        proper_learning,
        extent="all classes on up to {examples:≤ _ examples} examples",
        search=dict(examples=3, hypotheses=5),
        scout=dict(examples=6, hypotheses=30),
        quick=dict(examples=3),
        full=dict(examples=3),
    ),
    assuming=(ENOUGH,),
    measure=lambda trace: {Q: trace.case.probability_of_yes(), Z: int(trace.case.solvable())},
    bound=And(Q >= Rational(3, 10) * Z, Eq((1 - Z) * Q, 0)),
    attained_by=lambda: map(single_errors, (2, 4, 8, 12)),
    remark="The learner is the worst that ERM allows, and the draws are enumerated by the set that they show. A "
    "union bound over $|H|$ hypotheses that err with probability at least $1/|S|$ each gives the number "
    "of draws. RP asks for ½ in place of 0.3; its definition allows any constant. The least found is "
    r"0.56, and $e^{-0.7} \approx 0.497$ is its limit for hypotheses that err on one example each.",
)
