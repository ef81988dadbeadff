"""Winnow with the factor 1 + ε on any target of which relevant variables are known: its exact weights, and its proofs.

Like those of `winnow.disjunctions`, the proofs follow one arbitrary relevant variable. All they use of a target is the
least number of relevant variables on in a positive example and the greatest number in a negative one, so they serve
majorities (`winnow.k_of_r`) as well as halfspaces (`winnow.halfspaces`, `winnow.margins`).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from sympy import Eq, Expr, Symbol, log, symbols
from sympy.logic.boolalg import Boolean

from learncheck.strategies.boolean import majorities
from learncheck.strategies.play.case import Trace
from learncheck.theorems import formal
from learncheck.theorems.language import lemmas, trusted
from learncheck.theorems.language.at_once import Columns, OfStates, States
from learncheck.theorems.language.claim import Values, quantity
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Expressions, Fact, Induction, Transition, Words
from learncheck.theorems.language.step import Next, Step, always, on_negative_mistake, on_positive_mistake
from learncheck.theorems.notes.winnow.disjunctions import A_VARIABLE
from learncheck.theorems.notes.winnow.followed import (
    NO_MISTAKE,
    NOT_NEGATIVE,
    ON_NEGATIVE,
    ON_POSITIVE,
    M,
    W,
    followed_is_on,
    mistakes,
    negative,
    negative_mistake,
    positive,
    positive_mistake,
    relevant_on,
    relevant_rounds,
    relevant_variables,
    u,
    weights,
    which_label,
)

eps = quantity("ε", r"the weights are multiplied and divided by $1 + \varepsilon$", real=True)
D, m = symbols("D m", real=True)
"""Σ (a_i − b_i) over the relevant variables, where variable i was on in a_i positive and b_i negative mistakes; and
a − b of the followed variable, which at the end is one with the greatest a − b."""
A = Symbol("A", positive=True)
"""(1 + ε)^m, in the proofs."""


TargetGame = majorities.IntegerHalfspaceGame | majorities.MajorityGame


def mistakes_and_step(trace: Trace[TargetGame, None]) -> Values:
    return {**mistakes(trace), eps: trace.case.epsilon}


# ---- the weights, exactly ----

NEAR_A_POWER = 1e-9
"""A weight within this relative error of a power of 1 + ε is read as that power, as the difference is rounding."""


def nearest(w: np.ndarray, epsilon: Fraction) -> np.ndarray:
    """Return the exponents of the powers of 1 + ε nearest to the weights."""
    positive_part = np.maximum(w.astype(float), np.finfo(float).tiny)
    exponents: np.ndarray = np.rint(np.log(positive_part) / np.log(float(1 + epsilon))).astype(int)
    return exponents


@lru_cache(4096)
def exact(weight: float, exponent: int, epsilon: Fraction) -> Fraction:
    """Return the exact weight: the power of 1 + ε if the weight is that up to rounding, otherwise its own value."""
    due = (1 + epsilon) ** exponent
    is_power = abs(float(due) - float(weight)) <= NEAR_A_POWER * abs(float(weight))
    return due if is_power else Fraction(weight)


@OfStates
def both_sums(states: States, values: Values, trace: Trace[TargetGame, None]) -> Columns:
    """Measure D, u and W exactly."""
    w, epsilon = weights(states, trace), trace.case.epsilon
    floats, inverse = np.unique(w, return_inverse=True)
    places: np.ndarray = inverse.reshape(w.shape)
    exponents = nearest(floats, epsilon)
    distinct = [exact(*of_weight, epsilon) for of_weight in zip(floats.tolist(), exponents.tolist(), strict=True)]
    unit = math.lcm(*(weight.denominator for weight in distinct))
    parts = [weight.numerator * (unit // weight.denominator) for weight in distinct]
    relevant = list(trace.case.relevant)
    rows: list[list[int]] = places.tolist()
    return {
        D: exponents[places[:, relevant]].sum(axis=1),
        u: [max((distinct[place] for place in {row[i] for i in relevant}), default=Fraction(0)) for row in rows],
        W: [Fraction(sum([parts[place] for place in row]), unit) for row in rows],
    }


class Lines(NamedTuple):
    """The lines of the proofs, as steps for every round."""

    raises: Step
    lowers: Step
    never_above: Step
    adds: Step
    takes: Step
    not_negative: Step


def lines_of(high: Expr, low: Expr, threshold: Expr, raises: str, lowers: str) -> Lines:
    """Build the lines for a target.

    high:      the least number of relevant variables on in a positive example.
    low:       the greatest number in a negative example.
    threshold: the number of variables that the learner sees.
    """
    return Lines(
        Step(raises, Next(D) >= D + high, on_positive_mistake),
        Step(lowers, Next(D) >= D - low, on_negative_mistake),
        Step(
            r"the weight of a relevant variable never exceeds $1 + \varepsilon$ times the threshold",
            Next(u) <= (1 + eps) * threshold,
            always,
        ),
        Step(
            r"a mistake on a positive example adds at most $\varepsilon$ times the threshold to the total weight",
            Next(W) <= W + eps * threshold,
            on_positive_mistake,
        ),
        Step(
            r"a mistake on a negative example takes at least $\varepsilon/(1 + \varepsilon)$ times the threshold "
            "from the total weight",
            Next(W) <= W - eps * threshold / (1 + eps),
            on_negative_mistake,
        ),
        NOT_NEGATIVE,
    )


# ---- the proofs ----

ON = ", the followed variable is on"
OFF = ", the followed variable is off"


def which_mistake_followed(round: "formal.round.Happened") -> str:
    """Return the kind of round and, on a mistake, whether the followed variable is on."""
    kind = which_label(round)
    return kind if kind == NO_MISTAKE else kind + (ON if followed_is_on(round) else OFF)


@dataclass(frozen=True)
class WinnowTarget:
    """What the proofs use of a target.

    high, low:           a positive example has at least `high` relevant variables on, a negative one at most `low`.
    relevant, variables: the numbers of relevant variables and of all variables.
    labels, sizes:       the hypotheses on the labels, and that some variable is relevant.
    lines:               the lines of the proofs.
    """

    high: Expr
    low: Expr
    relevant: Expr
    variables: Expr
    labels: Premise
    sizes: Premise
    lines: Lines


def any_step(learner: type, variables: int, step: Fraction) -> Any:
    """Construct the learner with one of the steps; a formal round replaces the step by ε."""
    return learner(variables, step)


def followed_rounds(target: WinnowTarget, *watched: Symbol, starts: Any = None) -> "formal.round.Runs":
    """Return `relevant_rounds` for a target."""

    def one_round(round: "formal.round.Happened") -> dict[Symbol, object]:
        grown = 0 if not round.mistake else round.label * relevant_on(round)
        change = 0 if not round.mistake or not followed_is_on(round) else round.label
        return {Next(D): D + grown, Next(m): m + change}

    counts = {positive: positive_mistake, negative: negative_mistake, M: lambda round: round.mistake}
    runs = relevant_rounds(
        *watched,
        high=target.high,
        low=target.low,
        labels=target.labels,
        sizes=target.sizes,
        means=lambda round: {"all that are relevant": relevant_variables().sum() == target.relevant},
        kind=which_mistake_followed,
        counts={symbol: grows for symbol, grows in counts.items() if symbol in watched} | dict.fromkeys((D, m), _no),
        during=one_round,
        make=any_step,
        constants={"n": target.variables, "epsilon": eps},
        options={eps: formal.DYADIC},
    )
    return runs if starts is None else replace(runs, starts=starts)


def _no(round: "formal.round.Happened") -> bool:
    return False  # D and m can grow by more than 1, or fall; `one_round` counts them


AT_MOST = r"$(1 + \varepsilon)^m \le u$"
BELOW = r"$u \le (1 + \varepsilon)n$"
SUM_OF_BOTH = "$M = M_+ + M_-$"


def relevant_invariant(target: WinnowTarget) -> Words:
    """Return the invariant behind (8.5)."""
    return {
        AT_MOST: A <= u,
        BELOW: u <= (1 + eps) * target.variables,
        r"$kM_+ - (k - 1)M_- \le \sum (a_i - b_i)$": target.high * positive - target.low * negative <= D,
    }


def total_invariant(target: WinnowTarget) -> Words:
    """Return the invariant behind (8.6)."""
    N = target.variables
    return {
        r"$(1 + \varepsilon)W \le (1 + \varepsilon)(n + \varepsilon nM_+) - \varepsilon nM_-$": (1 + eps) * W
        <= (1 + eps) * (N + eps * N * positive) - eps * N * negative,
        r"$W \ge 0$": W >= 0,
    }


def followed_kinds(lines: Lines, *, with_total: bool) -> dict[str, Transition]:
    """Return the kinds of rounds of a proof that follows a relevant variable and, optionally, the total weight."""
    also = (lines.not_negative,) if with_total else ()
    multiplied: Words = {r"its weight is multiplied by $1 + \varepsilon$": Eq(Next(u), (1 + eps) * u)}
    divided: Words = {r"its weight is divided by $1 + \varepsilon$": Eq((1 + eps) * Next(u), u)}
    stays: Words = {"its weight stays": Eq(Next(u), u)}
    up: Expressions = {positive: positive + 1, **({M: M + 1} if with_total else {})}
    down: Expressions = {negative: negative + 1, **({M: M + 1} if with_total else {})}
    on_positive = (lines.raises, lines.never_above, *((lines.adds,) if with_total else ()), *also)
    on_negative = (lines.lowers, lines.never_above, *((lines.takes,) if with_total else ()), *also)
    counters = (M, positive, negative) if with_total else (positive, negative)
    return {
        ON_POSITIVE + ON: Transition(on_positive, multiplied, sets={**up, m: m + 1}, keeps=(negative,)),
        ON_POSITIVE + OFF: Transition(on_positive, stays, sets=up, keeps=(negative, m)),
        ON_NEGATIVE + ON: Transition(on_negative, divided, sets={**down, m: m - 1}, keeps=(positive,)),
        ON_NEGATIVE + OFF: Transition(on_negative, stays, sets=down, keeps=(positive, m)),
        NO_MISTAKE: Transition(
            (lines.never_above, *also), stays, keeps=(*counters, D, m, *((W,) if with_total else ()))
        ),
    }


LOG_OF_THE_STEP = lemmas.LOG_BELOW.at({lemmas.a: 1 / (1 + eps) - 1})
"""log(1/(1+ε)) ≤ −ε/(1+ε)."""


def greatest_exponent(target: WinnowTarget) -> Words:
    """Return the lines that bound the sum of all exponents by the greatest weight of a relevant variable."""
    most = 1 + log(target.variables) / log(1 + eps)
    return {
        r"$\log(1 + \varepsilon) > 0$": log(1 + eps) > 0,
        f"m ≤ 1 + log {target.variables}/log(1 + ε)": m <= most,
        f"{target.relevant}·m ≤ {target.relevant}(1 + log {target.variables}/log(1 + ε))": target.relevant * m
        <= target.relevant * most,
    }


def first_half(target: WinnowTarget) -> Boolean:
    """Return (8.5)."""
    most = 1 + log(target.variables) / log(1 + eps)
    return target.high * positive - target.low * negative <= target.relevant * most


SECOND = eps * negative <= (1 + eps) * (1 + eps * positive)
"""(8.6), multiplied by (1 + ε)/n."""


def both_halves(target: WinnowTarget) -> Words:
    """Return the lines from both halves to a bound on M₊ alone, whose factor is not simplified yet."""
    most = (1 + eps) / eps + (1 + eps) * positive
    return {
        **greatest_exponent(target),
        "(8.5)": first_half(target),
        "(8.6)": SECOND,
        r"$M_- \le (1 + \varepsilon)/\varepsilon + (1 + \varepsilon)M_+$": negative <= most,
        f"({target.low})M₋ ≤ ({target.low})((1 + ε)/ε + (1 + ε)M₊)": target.low * negative <= target.low * most,
    }


THE_FOLLOWED = (
    "The followed variable is any relevant one; let it be one whose a − b is greatest. Then the sum over all r is at "
    "most rm."
)
STARTS: Expressions = {positive: 0, negative: 0, D: 0, m: 0, u: 1}
THE_LEARNER: Words = {**A_VARIABLE, r"$\varepsilon > 0$": eps > 0}


def combined_proof(
    target: WinnowTarget,
    lines: Words,
    *,
    assuming: Mapping[Premise, Boolean],
    means: Words,
    using: tuple[Fact, ...] = (),
    **parts: Any,
) -> Induction:
    """Build the proof with both halves at once; `lines` lead from them to the bound."""
    settings: dict[str, Any] = {
        "start": {M: 0, **STARTS, W: target.variables},
        "rounds": followed_kinds(target.lines, with_total=True),
        "code": lambda: followed_rounds(target, M, positive, negative, u, W),
        **parts,
    }
    return Induction(
        assuming=assuming,
        means=means,
        names={A: (1 + eps) ** m},
        invariant={
            SUM_OF_BOTH: Eq(M, positive + negative),
            **relevant_invariant(target),
            **total_invariant(target),
        },
        concludes=A <= (1 + eps) * target.variables,
        logarithms=True,
        using=(trusted.total_at_most(D, target.relevant, m), LOG_OF_THE_STEP, *using),
        lines=lines,
        reading=THE_FOLLOWED,
        **settings,
    )
