"""ERM over decision stumps."""

import numpy as np

from learncheck.learners import DecisionStump
from learncheck.strategies.play.case import Trace
from learncheck.strategies.samples.fitting import Fit
from learncheck.strategies.samples.ladders import stump_ladder
from learncheck.strategies.samples.stumps import StumpSample, small_stump_samples, stump_samples
from learncheck.theorems.language.claim import UML, Claim, Values, quantity, sized
from learncheck.theorems.rules.batch import BatchFit, batch_conforms
from learncheck.theorems.rules.stumps import stump_fit

E = quantity("E", "the weighted training error of the stump")

least = quantity("E_min", "the least weighted training error of any stump, by brute force")

SAMPLES = sized(
    stump_samples,
    "all samples of up to {examples:≤ _ examples} examples on the line, at 0 to {values}, in every order, weights 1 "
    "to {heaviest}",
    exhaust=small_stump_samples,
    drawn=dict(examples=(4, 12), features=(2, 4), values=(4, 12), heaviest=(4, 9), queries=(2, 4)),
    every=dict(examples=(3, 4), values=(2, 2), heaviest=(2, 2)),
    ladder=stump_ladder,
)


def errors(trace: Trace[StumpSample, Fit]) -> Values:
    """Measure the weighted training error of the learner's stump and the least one."""
    case = trace.case
    return {E: case.unit * case.error(trace.facts.answers), least: case.unit * case.least_error()}


def stump_run(trace: Trace[StumpSample, Fit]) -> BatchFit:
    """Whether the answers are those of a stump of least error."""
    X, y, queries, _, weights = trace.case.handed()
    weights = np.ones(len(y)) if weights is None else weights
    return stump_fit(X, y, weights, trace.facts.answers, queries, trace.facts.beyond)


STUMP_ERM = Claim(
    "stump-erm",
    "The sweep over the sorted examples finds a stump of least weighted training error.",
    sources=(UML("10.1.1, ERM for Decision Stumps"),),
    label="exact",
    learner=DecisionStump,
    cases=SAMPLES,
    measure=errors,
    bound=E <= least,
    remark="Its cost, $O(dm)$ after sorting, is not judged.",
)

STUMP_CONFORMS = batch_conforms(
    "decision-stump-conforms",
    DecisionStump,
    "On every sample the predictions, on and off the sample, are those of one stump of least training error.",
    UML("10.1.1, ERM for Decision Stumps"),
    cases=SAMPLES,
    fit=stump_run,
)
