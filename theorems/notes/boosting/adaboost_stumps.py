"""AdaBoost over decision stumps: its training error is at most exp(−2γ²T) if a vote of stumps labels the sample.

For any weights of the examples, some stump errs on at most ½ − γ of them, where γ is half of the vote's least margin,
because the mean of the stumps' errors is at most that. Source: UML 10.1.1, 10.2, 10.6.
"""

from fractions import Fraction

import numpy as np
from sympy import exp

from learncheck import learners
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples import fitting, voted_stumps
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.rules import batch, boosting_runs

L = quantity("L", "the training error $L_S$ of the vote")
T = quantity("T", "the rounds")
g = quantity("γ", "half of the least margin with which some vote of stumps labels the sample", real=True)

SAMPLES = Family(
    voted_stumps.stump_votes,
    exhaust=voted_stumps.small_stump_votes,
    extent="all labellings of up to {examples:≤ _ examples} points on the line, up to {rounds:≤ _ rounds} rounds",
    search=dict(examples=5, values=4, voters=3, rounds=4),
    scout=dict(examples=10, values=8, voters=5, rounds=6),
    quick=dict(examples=5, rounds=3),
    full=dict(examples=7, rounds=4),
    grows=dict(examples=Wide(48), rounds=Long(60)),
    ladder=voted_stumps.vote_ladder,
)


def training_error(trace: Trace[voted_stumps.VotedSample, fitting.Fit]) -> Values:
    """Measure L, T and γ."""
    case = trace.case
    return {L: Fraction(trace.facts.errors, len(case.points)), T: case.rounds, g: case.edge()}


TRAINING_ERROR = Claim(
    "adaboost-stumps-training-error",
    r"If a vote of stumps labels the sample with margins of at least $2\gamma$ (of a total weight of 1), then the "
    r"training error of AdaBoost over ERM stumps is at most $\exp(-2\gamma^2T)$.",
    sources=(UML("Theorem 10.2"), UML("10.1.1, ERM for Decision Stumps"), UML("10.6")),
    learner=learners.AdaBoostStumps,
    cases=SAMPLES,
    measure=training_error,
    bound=L <= exp(-2 * g**2 * T),
    latex=r"L \le e^{-2\gamma^2T}",
    attained_by=voted_stumps.hard_votes,
    reading="ours",
    remark=r"Under every distribution the errors of the vote's stumps have a mean of at most $\tfrac{1}{2} - \gamma$; "
    "the best stump errs at most as much (weak-learner-separability), and the bound is that of "
    r"adaboost-training-error. Three pieces of a line have $\gamma = 1/6$, as in three-piece-weak-learner.",
)


def stump_boosting_fits(trace: Trace[voted_stumps.VotedSample, fitting.Fit]) -> batch.BatchFit:
    """Whether the answers are those of a legal run."""
    X, y, queries, *_ = trace.case.handed()
    answers = (*trace.facts.answers, *trace.facts.beyond)
    return boosting_runs.boosted_stumps(y, np.vstack((X, queries)), answers, trace.case.rounds)


CONFORMS = batch.batch_conforms(
    "adaboost-stumps-conforms",
    learners.AdaBoostStumps,
    "On every sample that a vote of stumps labels the predictions, on and off the sample, are those of AdaBoost over "
    "stumps of least weighted error, under some choice among equally good stumps and of tie-breaks.",
    UML("10.2, AdaBoost"),
    UML("10.1.1, ERM for Decision Stumps"),
    cases=SAMPLES,
    fit=stump_boosting_fits,
    attained_by=voted_stumps.hard_votes,
)
