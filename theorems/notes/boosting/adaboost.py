"""AdaBoost: its training error is at most exp(−2γ²T) after T rounds with an edge of γ, and what it does.

The error is at most Z = Π 2√(ε_t(1 − ε_t)), each factor of which is at most √(1 − 4γ²) ≤ exp(−2γ²). Source: UML 10.2,
10.3, Exercise 10.3.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from operator import mul

import numpy as np
import sympy
from sympy import And, Eq, exp

from learncheck import learners
from learncheck.exact.decimals import decimal
from learncheck.strategies.play.case import Round, Snapshot, Trace, once
from learncheck.strategies.samples import adaboost, boosting, weak_learners
from learncheck.theorems import formal
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import Premise, formally, premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.rules import batch, boosting_runs

HALF = Fraction(1, 2)

L = quantity("L", "the training error $L_S$ of the vote; in the steps, after the rounds so far")
T = quantity("T", "the rounds")
g = quantity("γ", r"the weak learner's edge: $\varepsilon_t \le \tfrac{1}{2} - \gamma$ in every round", real=True)
e = sympy.Symbol("ε", nonnegative=True)
w = sympy.Symbol("w", real=True)
"""The error ε_t of the hypothesis of a round, and the weight w_t that the learner gives it."""
Z2 = quantity("Z²", r"the square of $Z = \prod 2\sqrt{\varepsilon_t(1 - \varepsilon_t)}$, over the rounds so far")
P, q = sympy.symbols("P q", positive=True)
"""e^(−2γ²T), and its factor per round, e^(−2γ²)."""

SCRIPTS = Family(
    adaboost.boosting_cases,
    exhaust=adaboost.small_scripts,
    extent="all scripts of errors below ½ on up to {instances:≤ _ examples} examples labelled +1, or +1 and −1 in "
    "turn, up to {rounds:≤ _ rounds} rounds",
    search=dict(instances=6, rounds=4),
    scout=dict(instances=10, rounds=10),
    quick=dict(instances=4, rounds=3),
    full=dict(instances=5, rounds=3),
    grows=dict(instances=Wide(32), rounds=Long(80)),
    ladder=adaboost.boosting_ladder,
)
ALL = replace(
    SCRIPTS,
    build=adaboost.all_boosting_cases,
    exhaust=partial(adaboost.small_scripts, edge=True, positive_edge=True),
    ladder=adaboost.perfect_ladder,
)
"""The cases of `SCRIPTS`, and cases with rounds that make no error."""


def rounds_due(trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> list[weak_learners.WeakLearnerCall]:
    """The calls of the weak learner in the rounds of the algorithm, without any further calls."""
    return trace.facts.calls[: trace.case.rounds()]


@premise(r"every $\varepsilon_t$ is at most $\tfrac{1}{2} - \gamma$", option="edge")
def HAS_EDGE(trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> bool:
    """Whether ε_t <= ½ − γ in every round, whatever the rounding.

    It suffices under the D that the learner passes or under AdaBoost's own D, so that a learner cannot escape the
    theorem by passing another D.
    """
    most = HALF - trace.case.gamma
    return all(
        min(call.error, call.due) <= (most if call.exact else most * weak_learners.CERTAIN)
        for call in rounds_due(trace)
    )


POSITIVE_EDGE = Premise(r"$\gamma > 0$", lambda trace: bool(trace.case.gamma > 0), g > 0, option="positive_edge")


@premise(r"no $\varepsilon_t$ is 0")
def NO_PERFECT_ROUND(trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> bool:
    """Whether ε_t > 0 in every round; otherwise w_t = ½ log(1/ε_t − 1) would be infinite."""
    return all(max(call.error, call.due) > 0 for call in rounds_due(trace))


def training_error(trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> Values:
    """Measure L, T and γ."""
    return {L: trace.facts.training_error, T: trace.case.rounds(), g: trace.case.gamma}


def so_far(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure L and Z² after the rounds so far."""
    t = state["t"]
    return {L: error_of_the_vote(state, t, trace), Z2: squares_of_z(trace)[t]}


def error_of_the_vote(state: Snapshot, t: int, trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> Fraction:
    """The training error of the vote of the first t hypotheses; at the end, that of the learner's predictions.

    A tie of the vote is an error, so the training error is 1 before the first round. Raises NotExposed if the number
    of weights is not the number of rounds.
    """
    if state.get("last"):
        return trace.facts.training_error
    weak = trace.facts.weak_learner
    weights = state["estimator_weights"]
    if len(weights) != len(weak.calls):
        raise NotExposed(f"{len(weights)} weights for {len(weak.calls)} rounds")
    votes = np.zeros(len(weak.labels))
    for weight, call in zip(weights[:t], weak.calls, strict=False):
        votes += weight * call.labels
    wrong = sum(c for c, vote, y in zip(weak.copies, votes, weak.labels, strict=True) if vote * y <= 0)
    return Fraction(wrong, len(weak.y))


@once
def squares_of_z(trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> list[Fraction]:
    """Z_0², Z_1², ..., Z_T², exactly."""
    factors = (4 * call.error * (1 - call.error) for call in trace.facts.calls)
    return list(accumulate(factors, mul, initial=Fraction(1)))


def of_the_round(round: Round, values: Values, trace: Trace) -> Values:
    """Measure ε_t, and the weight that the learner gives h_t."""
    t = round.before["t"]
    return {e: trace.facts.calls[t].error, w: float(round.before["estimator_weights"][t])}


SMALL_FACTOR = Step(
    r"$4\varepsilon(1 - \varepsilon)$, the square of Z's factor, is at most $1 - 4\gamma^2$",
    4 * e * (1 - e) <= 1 - 4 * g**2,
    always,
)
BELOW_Z = Step("the training error of the vote so far is at most $Z$", Next(L) ** 2 <= Next(Z2), always)

TRAINING_ERROR_PROOF = Induction(
    assuming=formally(POSITIVE_EDGE),
    names={P: exp(-2 * g**2 * T), q: exp(-2 * g**2)},
    start={T: 0, L: 1, Z2: 1},
    rounds={
        "a round": Transition(
            steps=(BELOW_Z,),
            sets={T: T + 1, Z2: 4 * e * (1 - e) * Z2},
            assuming={HAS_EDGE: e <= HALF - g},
            using=(lemmas.EDGE.at({lemmas.g: g}),),
            when=always,
        ),
    },
    invariant={r"$L \le Z$": L**2 <= Z2, r"$Z \le e^{-2\gamma^2T}$": Z2 <= P**2},
    code=lambda: formal.boosting.boosting_rounds(L, T, Z2, e, perfect=NO_PERFECT_ROUND),
    reading=r"$Z' = 2\sqrt{\varepsilon(1 - \varepsilon)}\cdot Z \le \sqrt{1 - 4\gamma^2}\cdot Z \le "
    r"e^{-2\gamma^2}\cdot Z$, all of it squared. Before the first round every vote is a tie, and a tie is "
    "an error.",
)

about_adaboost = partial(Claim, learner=learners.AdaBoost, attained_by=adaboost.hard_cases)
"""A claim about AdaBoost, attacked with the weak learners that are hardest for it."""

TRAINING_ERROR = about_adaboost(
    "adaboost-training-error",
    r"If $\varepsilon_t \le \tfrac{1}{2} - \gamma$ in every round, then the training error of AdaBoost is at most "
    r"$\exp(-2\gamma^2T)$.",
    sources=(UML("Theorem 10.2"),),
    cases=SCRIPTS,
    assuming=(HAS_EDGE, POSITIVE_EDGE, NO_PERFECT_ROUND),
    measure=training_error,
    bound=L <= exp(-2 * g**2 * T),
    latex=r"L \le e^{-2\gamma^2T}",
    watch=("estimator_weights",),
    state=so_far,
    during=of_the_round,
    steps=(
        SMALL_FACTOR,
        Step(
            r"with the weight $w$, Z's factor is at most $e^{-2\gamma^2}$",
            (1 - e) * exp(-w) + e * exp(w) <= exp(-2 * g**2),
            always,
        ),
        BELOW_Z,
    ),
    proof=TRAINING_ERROR_PROOF,
    remark=r"Two rounds that err on disjoint sets give $1 - \gamma - 2\gamma^2$ against $e^{-4\gamma^2}$, since "
    r"ties are errors: 0.990 for $\gamma = 1/102$, and 1 in the limit of small $\gamma$. It is not "
    r"attained: $1[h \ne y] < e^{-yf}$ wherever the vote is right.",
)

# ---- how the training error changes with T ----

J = quantity("J", "the most by which the training error of the vote rises in a round after the first", real=True)
Y = quantity("Y", "the greatest factor $Z_t^2/Z_{t-1}^2$ of a round")


def changes_of_the_error(trace: Trace) -> Values:
    """Measure J, which is −1 if there is only one round. Raises NotExposed if the weights are not exposed."""
    final = trace.rounds[-1].after
    if "estimator_weights" not in final:
        raise NotExposed("the learner exposes no array of numbers as estimator_weights")
    state = {**final, "last": False}
    by_round = [error_of_the_vote(state, t, trace) for t in range(1, len(trace.rounds) + 1)]
    return {J: max((after - before for before, after in pairwise(by_round)), default=Fraction(-1))}


def factors_of_z(trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> Values:
    """Measure L, T, γ, the final Z² and Y."""
    squares = squares_of_z(trace)
    return {**training_error(trace), Z2: squares[-1], Y: max(after / before for before, after in pairwise(squares))}


ERROR_FALLS_AS_PRINTED = Claim(
    "adaboost-error-falls-as-printed",
    "The empirical risk of AdaBoost decreases with $T$: it rises from no round to the next.",
    sources=(UML("10.3"),),
    learner=learners.AdaBoost,
    cases=SCRIPTS,
    assuming=(HAS_EDGE, POSITIVE_EDGE, NO_PERFECT_ROUND),
    measure=changes_of_the_error,
    bound=J <= 0,
    watch=("estimator_weights",),
    needs_state=True,
    flaw=r"A bound on it, $\exp(-2\gamma^2T)$, decreases. The vote of two is that of the one that weighs more, "
    "which has the lesser error under its own distribution and may have the greater one on the sample. Two "
    "rounds are the fewest, and with fewer than nine examples it takes ties or more rounds: ERM over stumps "
    "on ++−++ errs 1, 1, 0, 1 times.",
    worked=(
        "Take the nine points 0, ..., 8 of a line with the labels ++++−++−+, and ERM over stumps. The first stump is "
        "the constant +, with ε_1 = 2/9: it errs on 2 of 9.",
        "The second is ++++−−−−−, with ε_2 = 3/14 < ε_1 under D^(2), though it errs on 3 of 9. "
        "It has more weight, so the vote of both is the second.",
        "So the training error rose from 2/9 to 3/9, by {J}, and the notes say that it decreases.",
    ),
)

BOUND_FALLS = about_adaboost(
    "adaboost-bound-falls",
    r"If $0 < \varepsilon_t \le \tfrac{1}{2} - \gamma$ in every round, then "
    r"$Z_T = \prod 2\sqrt{\varepsilon_t(1 - \varepsilon_t)}$, which the empirical risk of AdaBoost is at most, falls "
    r"in every round, to $\sqrt{1 - 4\gamma^2}$ of itself or less.",
    sources=(UML("10.3"), UML("10.2, the proof of Theorem 10.2")),
    cases=SCRIPTS,
    assuming=(HAS_EDGE, POSITIVE_EDGE, NO_PERFECT_ROUND),
    measure=factors_of_z,
    bound=And(L**2 <= Z2, Y <= 1 - 4 * g**2),
    repairs="adaboost-error-falls-as-printed",
    remark=r"The factor is attained by every round with $\varepsilon_t = \tfrac{1}{2} - \gamma$. $L \le Z$ comes "
    "close with many rounds of small edges: see adaboost-training-error.",
    judged=False,
)

# ---- what AdaBoost does ----

E_next = quantity(
    "E_next", r"the error of $h_t$ under the next distribution, in the round where it is farthest from $\tfrac{1}{2}$"
)


def adaboost_fits(trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> batch.BatchFit:
    """Whether the calls of the weak learner and the predictions, on and off the sample, are AdaBoost's."""
    weak = trace.facts.weak_learner
    return boosting_runs.AdaBoostRun(weak.y, trace.case.rounds()).followed(weak, trace.facts.predictions)


ERRORS_BELOW_HALF = Premise(r"every $\varepsilon_t$ is below $\tfrac{1}{2}$", lambda trace: trace.case.below_half())

CONFORMS = batch.batch_conforms(
    "adaboost-conforms",
    learners.AdaBoost,
    "With every weak learner whose errors are below ½, AdaBoost calls it once a round with the distribution $D_t$, "
    "and its predictions, on and off the sample, are those of the weighted vote under some choice of tie-breaks.",
    UML("10.2, AdaBoost"),
    cases=ALL,
    assuming=(ERRORS_BELOW_HALF,),
    fit=adaboost_fits,
    attained_by=adaboost.hard_cases,
)


def exposed_weights_fit(trace: Trace[boosting.Boosting, boosting.BoostedFit]) -> batch.BatchFit:
    """Whether estimator_weights are the weights of the votes. Raises NotExposed unless there is one a round."""
    weak = trace.facts.weak_learner
    state = trace.rounds[-1].after if trace.rounds else {}
    try:
        weights = np.asarray(state["estimator_weights"], dtype=float)
    except (KeyError, TypeError, ValueError):
        raise NotExposed("the learner exposes no array of numbers as estimator_weights") from None
    if weights.shape != (len(weak.calls),) or not np.isfinite(weights).all():
        raise NotExposed(f"estimator_weights has the shape {weights.shape}, with {len(weak.calls)} rounds")
    run = boosting_runs.AdaBoostRun(weak.y, trace.case.rounds())
    try:
        run.follow(weak)
    except boosting_runs.Misfit:
        return batch.FITS  # adaboost-conforms reports it
    return run.shows(weights)


WEIGHTS = batch.batch_conforms(
    "adaboost-weights",
    learners.AdaBoost,
    r"The weights that AdaBoost exposes are $w_t = \log(1/\varepsilon_t - 1)/2$, up to one positive factor.",
    UML("10.2, AdaBoost"),
    cases=replace(SCRIPTS, quick=dict(instances=3, rounds=2), grows=dict(instances=Wide(), rounds=Long())),
    assuming=(ERRORS_BELOW_HALF, NO_PERFECT_ROUND),
    fit=exposed_weights_fit,
    watch=("estimator_weights",),
    needs_state=True,
    attained_by=adaboost.hard_cases,
    conformance=False,
)


def next_error(trace: Trace) -> Values:
    """Measure E_next from the distributions that the learner passes; 0 if it calls the weak learner less than twice."""
    return {E_next: farthest_from_half(trace.facts.calls, Fraction(0))}


def farthest_from_half(calls: Sequence[weak_learners.WeakLearnerCall], none: Fraction) -> Fraction:
    """The error of a hypothesis under the next distribution that is farthest from ½; `none` if there is one call."""
    errors = [call.error_of_last for call in calls if call.error_of_last is not None and call.exact]
    return max(errors, key=lambda error: abs(error - HALF), default=none)


def other_error(trace: Trace) -> str:
    """What the error is, or that the weak learner is called less than twice."""
    calls = trace.facts.calls
    if not calls:
        return boosting_runs.NEVER_CALLED
    if len(calls) == 1:
        return f"it calls the weak learner only once in {trace.case.rounds()} rounds"
    error = decimal(float(next_error(trace)[E_next]))
    return f"the error of the last hypothesis under the next distribution is {error}, not 1/2"


@premise("there are at least two rounds")
def TWO_ROUNDS(trace: Trace) -> bool:
    """Whether the learner is asked for at least two rounds, however often it calls the weak learner."""
    return bool(trace.case.rounds() > 1)


FORCES_NEW_ERRORS = about_adaboost(
    "adaboost-forces-new-errors",
    r"If every $\varepsilon_t$ is below ½ and none is 0, the error of $h_t$ under $D^{t+1}$ is exactly ½.",
    sources=(UML("Exercise 10.3"),),
    cases=ALL,
    assuming=(ERRORS_BELOW_HALF, NO_PERFECT_ROUND, TWO_ROUNDS),
    measure=next_error,
    bound=Eq(E_next, HALF),
    why=other_error,
    state=lambda state, values, trace: {E_next: farthest_from_half(trace.facts.calls[: state["t"] + 1], HALF)},
    during=lambda round, values, trace: {e: trace.facts.calls[round.before["t"]].error},
    proof=Induction(
        start={E_next: HALF},
        rounds={
            "a round": Transition(
                assuming={ERRORS_BELOW_HALF: e < HALF},
                holds={
                    r"with $e^{2w} = (1 - \varepsilon)/\varepsilon$ the errors of $h_t$ weigh half": Eq(
                        Next(E_next), HALF
                    )
                },
                when=always,
            )
        },
        invariant={"every error under the next distribution is ½": Eq(E_next, HALF)},
        code=lambda: formal.boosting.reweighting_rounds(E_next, e, perfect=NO_PERFECT_ROUND),
        reading=r"$\varepsilon e^w = (1 - \varepsilon)e^{-w}$: after the round the examples on which $h_t$ errs weigh "
        "as much as the others. Before the first round there is no such error, and ½ stands for it.",
    ),
)
