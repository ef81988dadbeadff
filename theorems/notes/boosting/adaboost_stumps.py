"""AdaBoost over decision stumps: the bound on its training error if a vote of stumps labels the sample."""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from sympy import exp

from learncheck.learners import AdaBoostStumps
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples import stump_votes
from learncheck.strategies.samples.fitting import Fit
from learncheck.strategies.samples.stump_votes import VotedSample
from learncheck.theorems.language.claim import UML, Claim, Values, quantity, sized
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.rules.batch import BatchFit, batch_conforms
from learncheck.theorems.rules.boosted_stumps import boosted_stumps

L = quantity("L", "the training error $L_S$ of the vote")
T = quantity("T", "the rounds")
g = quantity("γ", "half of the least margin with which some vote of stumps labels the sample", real=True)

SAMPLES = sized(
    stump_votes.stump_votes,
    "all labellings of up to {examples:≤ _ examples} points on the line, up to {rounds:≤ _ rounds} rounds",
    exhaust=stump_votes.small_stump_votes,
    drawn=dict(examples=(5, 10), values=(4, 8), stumps=(3, 5), rounds=(4, 6)),
    every=dict(examples=(5, 7), rounds=(3, 4)),
    grows=dict(examples=Wide(48), rounds=Long(60)),
    ladder=stump_votes.vote_ladder,
)


def hard_votes() -> Iterable[VotedSample]:
    """Yield three pieces, five pieces, and a corner of the plane, each of which needs several rounds."""
    yield from (stump_votes.pieces((1, 1, 1), rounds) for rounds in (1, 2, 3, 24))
    yield stump_votes.pieces((2, 1, 1, 1, 2), 90)
    yield VotedSample(((0, 0), (0, 4), (4, 0), (4, 4)), ((0, 0, 1), (1, 0, 1), (0, 4, -1)), 20)


def training_error(trace: Trace[VotedSample, Fit]) -> Values:
    """Measure L, T and γ."""
    case = trace.case
    return {L: Fraction(trace.facts.errors, len(case.points)), T: case.rounds, g: case.edge()}


TRAINING_ERROR = Claim(
    "adaboost-stumps-training-error",
    r"If a vote of stumps labels the sample with margins of at least $2\gamma$ (of a total weight of 1), then the "
    r"training error of AdaBoost over ERM stumps is at most $\exp(-2\gamma^2T)$.",
    sources=(UML("Theorem 10.2"), UML("10.1.1, ERM for Decision Stumps"), UML("10.6")),
    learner=AdaBoostStumps,
    cases=SAMPLES,
    measure=training_error,
    bound=L <= exp(-2 * g**2 * T),
    latex=r"L \le e^{-2\gamma^2T}",
    attained_by=hard_votes,
    reading="ours",
    remark=r"Under every distribution the errors of the vote's stumps have a mean of at most $\tfrac{1}{2} - \gamma$; "
    "the best stump errs at most as much (weak-learner-separability), and the bound is that of "
    r"adaboost-training-error. Three pieces of a line have $\gamma = 1/6$, as in three-piece-weak-learner.",
)


def run(trace: Trace[VotedSample, Fit]) -> BatchFit:
    """Whether the answers are those of a legal run."""
    X, y, queries, *_ = trace.case.handed()
    answers = (*trace.facts.answers, *trace.facts.beyond)
    return boosted_stumps(X, y, np.vstack((X, queries)), answers, trace.case.rounds)


CONFORMS = batch_conforms(
    "adaboost-stumps-conforms",
    AdaBoostStumps,
    "On every sample that a vote of stumps labels the predictions, on and off the sample, are those of AdaBoost over "
    "stumps of least weighted error, under some choice among equally good stumps and of tie-breaks.",
    UML("10.2, AdaBoost"),
    UML("10.1.1, ERM for Decision Stumps"),
    cases=SAMPLES,
    fit=run,
    attained_by=hard_votes,
)
