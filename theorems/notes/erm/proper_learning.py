"""ERM reduced to proper learning."""

import sympy
from sympy import And, Eq, Rational, log

from learncheck.strategies.play.case import Trace
from learncheck.strategies.tables.proper_learning import ProperLearning, one_error_each, proper_learning
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.premise import holding

Q = quantity("Q", "the probability that the solver answers YES")
Z = quantity("Z", "1 where some hypothesis has no error on $S$, otherwise 0")
s, H, n = sympy.symbols("s H n", positive=True)
"""The examples of S; the size of the class; the number of draws."""


def sizes(trace: Trace[ProperLearning, None]) -> Values:
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
    attained_by=lambda: map(one_error_each, (2, 4, 8, 12)),
    remark="The learner is the worst that ERM allows, and the draws are enumerated by the set that they show. A "
    "union bound over $|H|$ hypotheses that err with probability at least $1/|S|$ each gives the number "
    "of draws. RP asks for ½ in place of 0.3; its definition allows any constant. The least found is "
    r"0.56, and $e^{-0.7} \approx 0.497$ is its limit for hypotheses that err on one example each.",
)
