"""AdaBoost's bound on its training error with the lines of its proof, and ERM over decision stumps."""

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import sympy
from sympy import Eq, exp

from learners import AdaBoost, DecisionStump
from strategies.case import Case, Round, Trace
from strategies.samples import (
    CERTAIN,
    Call,
    WeakLearner,
    all_boosting_cases,
    all_small_scripts,
    boosting_cases,
    disjoint_errors,
    independent_errors,
    sleight,
    small_scripts,
    small_stump_samples,
    stubborn,
    stump_samples,
    undoing,
)
from theorems.batch_rules import AdaBoostRun, BatchFit, stump_fit
from theorems.claim import UML, Claim, Family, Step, Values, always

HALF = Fraction(1, 2)

# ---- the training error of AdaBoost ----

L, T = sympy.symbols("L T", nonnegative=True)
"""The training error L_S of the vote; the number of rounds."""
g = sympy.Symbol("γ", real=True)
"""The weak learner's edge: ε_t <= ½ − γ in every round."""
e = sympy.Symbol("ε", nonnegative=True)
w = sympy.Symbol("w", real=True)
"""The error ε_t of a round's hypothesis, and the weight w_t that the learner gives it."""
Z2 = sympy.Symbol("Z²", nonnegative=True)
"""Z_T², for Z_T = ∏ 2√(ε_t(1 − ε_t)) itself is irrational."""

SCRIPTS = Family(
    boosting_cases,
    search=dict(instances=6, rounds=4),
    scout=dict(instances=10, rounds=10),
    exhaust=small_scripts,
    quick=dict(instances=4, rounds=3),
    full=dict(instances=5, rounds=3),
    extent="all scripts of errors on {instances} examples, {rounds} rounds",
)
ALL = replace(SCRIPTS, build=all_boosting_cases, exhaust=all_small_scripts)
"""Under the hypotheses of the theorem, and with rounds that make no error."""


def calls(trace: Trace) -> list[Call]:
    """The calls of the weak learner."""
    made: list[Call] = trace.facts["calls"]
    return made


def edge(trace: Trace) -> bool:
    """ε_t <= ½ − γ in every round, for certain."""
    most = HALF - trace.facts["gamma"]
    return all(call.error <= (most if call.exact else most * CERTAIN) for call in calls(trace))


def positive_edge(trace: Trace) -> bool:
    """γ > 0."""
    return bool(trace.facts["gamma"] > 0)


def no_perfect_round(trace: Trace) -> bool:
    """ε_t > 0 in every round; otherwise w_t = ½ log(1/ε_t − 1) would be infinite."""
    return all(call.error > 0 for call in calls(trace))


def training_error(trace: Trace) -> Values:
    """L_S, T and γ."""
    return {L: trace.facts["training error"], T: trace.facts["T"], g: trace.facts["gamma"]}


def of_the_round(each: Round, values: Values, trace: Trace) -> Values:
    """ε_t, the weight that the learner gives h_t, and Z_T²."""
    t = each.before["t"]
    made = calls(trace)
    quantities = {e: made[t].error, w: float(each.before["estimator_weights"][t])}
    if each.after["last"]:
        quantities[Z2] = rounded_up(math.prod((4 * call.error * (1 - call.error) for call in made), start=Fraction(1)))
    return quantities


def rounded_up(value: Fraction) -> Fraction:
    """Slightly more than the value, in 200 bits: exact ones are thousands of digits long."""
    scale = 2 ** max(0, 200 + value.denominator.bit_length() - value.numerator.bit_length())
    return Fraction(math.ceil(value * scale), scale)


def in_the_last_round(each: Round) -> bool:
    """The last round."""
    return bool(each.after["last"])


def hard_cases() -> Iterable[Case]:
    """Those that come closest, and those that undo boosters with other weights."""
    yield disjoint_errors(4)
    yield disjoint_errors(10)
    yield disjoint_errors(102)
    yield independent_errors(1, 3, 5)
    yield independent_errors(2, 5, 4)
    yield stubborn(4, 14)
    yield sleight(10)
    yield undoing(6, 24)


TRAINING_ERROR = Claim(
    "adaboost-training-error",
    "If ε_t ≤ ½ − γ in every round, then the training error of AdaBoost is at most exp(−2γ²T).",
    sources=(UML("Theorem 10.2"),),
    kind="batch",
    label="upper",
    learner=AdaBoost,
    cases=SCRIPTS,
    given={"edge": edge, "positive edge": positive_edge, "no perfect round": no_perfect_round},
    measure=training_error,
    bound=L <= exp(-2 * g**2 * T),
    watch=("estimator_weights",),
    during=of_the_round,
    steps={
        "4ε(1 − ε), the square of Z's factor, is at most 1 − 4γ²": Step(4 * e * (1 - e) <= 1 - 4 * g**2, always),
        "with the weight w, Z's factor is at most e^(−2γ²)": Step(
            (1 - e) * exp(-w) + e * exp(w) <= exp(-2 * g**2), always
        ),
        "the training error is at most Z_T": Step(L**2 <= Z2, in_the_last_round),
    },
    attained_by=hard_cases,
    remark="Two rounds that err on disjoint sets give 1 − γ − 2γ² against e^(−4γ²), since ties are errors: 0.990 for "
    "γ = 1/102, and 1 in the limit of small γ. It is not attained: 1[h ≠ y] < e^(−yf) wherever the vote is right.",
)

# ---- what AdaBoost does ----

E = sympy.Symbol("E", nonnegative=True)
"""The error of h_t under the distribution after it, where that is farthest from ½."""
F = sympy.Symbol("F", nonnegative=True)
"""1 where an answer fits no legal run, otherwise 0."""


def run(trace: Trace) -> BatchFit:
    """Whether the calls of the weak learner and the predictions, on and off the sample, are AdaBoost's."""
    weak: WeakLearner = trace.facts["weak learner"]
    if weak.altered:
        return BatchFit(False, "the weak learner is handed another X or y than the sample's")
    follower = AdaBoostRun(weak.y, trace.facts["T"])
    for call in weak.calls:
        follower.call(call.handed, call.labels[weak.which])
    answers = trace.facts["predictions"]
    follower.finish(answers[weak.which])
    if weak.calls:
        follower.answers(np.array([call.labels for call in weak.calls]), answers)
    return follower.fit


def below_half(trace: Trace) -> bool:
    """ε_t < ½ in every round, on which AdaBoost may rely."""
    return bool(trace.facts["below half"])


def misfit(trace: Trace) -> Values:
    """F, and beside it what does not fit."""
    fit = trace.facts["fit"] = run(trace)
    return {F: int(not fit.ok)}


def another_algorithm(trace: Trace) -> str:
    """What of the trace is not the algorithm's."""
    return str(trace.facts["fit"].why)


CONFORMS = Claim(
    "adaboost-conforms",
    "With every weak learner whose errors are below ½, AdaBoost calls it once a round with the distribution "
    "D_t, and its predictions, on and off the sample, are those of the weighted vote under some choice of "
    "tie-breaks.",
    sources=(UML("10.2, AdaBoost"),),
    kind="batch",
    label="exact",
    learner=AdaBoost,
    cases=ALL,
    given={"errors below ½": below_half},
    measure=misfit,
    bound=Eq(F, 0),
    attained_by=hard_cases,
    why=another_algorithm,
)


def next_error(trace: Trace) -> Values:
    """E, from the distributions that are handed over."""
    errors = [call.error_of_last for call in calls(trace) if call.error_of_last is not None and call.exact]
    return {E: max(errors, key=lambda error: abs(error - HALF))}


def two_rounds(trace: Trace) -> bool:
    """The distribution after some round is handed over."""
    return len(calls(trace)) > 1


FORCES_NEW_ERRORS = Claim(
    "adaboost-forces-new-errors",
    "The error of h_t under D^(t+1) is exactly ½.",
    sources=(UML("Exercise 10.3"),),
    kind="batch",
    label="exact",
    learner=AdaBoost,
    cases=ALL,
    given={"no perfect round": no_perfect_round, "two rounds": two_rounds},
    measure=next_error,
    bound=Eq(E, HALF),
    attained_by=hard_cases,
)

# ---- decision stumps ----

least = sympy.Symbol("E_min", nonnegative=True)
"""The least weighted training error of any stump, by brute force."""

SAMPLES = Family(
    stump_samples,
    search=dict(examples=4, features=2, values=4, heaviest=4, queries=2),
    scout=dict(examples=12, features=4, values=12, heaviest=9, queries=4),
    exhaust=small_stump_samples,
    quick=dict(examples=3, values=2, heaviest=2),
    full=dict(examples=4, values=2, heaviest=2),
    extent="all samples of {examples} examples on the line, {values} + 1 values, weights up to {heaviest}",
)


def errors(trace: Trace) -> Values:
    """The weighted training error of the learner's stump and the least one, in units of the weights."""
    return {E: trace.facts["error"], least: trace.facts["least error"]}


def stump_misfit(trace: Trace) -> Values:
    """F, and beside it what does not fit."""
    X, y, weights = trace.facts["sample"]
    fit = trace.facts["fit"] = stump_fit(
        X,
        y,
        np.ones(len(y)) if weights is None else weights,
        trace.facts["predictions"],
        trace.facts["queries"],
        trace.facts["beyond"],
    )
    return {F: int(not fit.ok)}


STUMP_ERM = Claim(
    "stump-erm",
    "The sweep over the sorted examples finds a stump of least weighted training error.",
    sources=(UML("10.1.1, ERM for Decision Stumps"),),
    kind="batch",
    label="tight",
    learner=DecisionStump,
    cases=SAMPLES,
    measure=errors,
    bound=E <= least,
    remark="Its cost, O(dm) after sorting, is not judged.",
)

STUMP_CONFORMS = Claim(
    "decision-stump-conforms",
    "On every sample the predictions, on and off the sample, are those of one stump of least training error.",
    sources=(UML("10.1.1, ERM for Decision Stumps"),),
    kind="batch",
    label="exact",
    learner=DecisionStump,
    cases=SAMPLES,
    measure=stump_misfit,
    bound=Eq(F, 0),
    why=another_algorithm,
)
