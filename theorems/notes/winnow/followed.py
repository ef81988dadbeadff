"""Winnow's quantities, the lines of its proof, and its rounds, in which one arbitrary relevant variable is followed."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import sympy

from learncheck.exact.arrays import differences, totals
from learncheck.strategies.boolean import games, majorities
from learncheck.strategies.play.case import Trace
from learncheck.theorems import formal
from learncheck.theorems.language.at_once import ChosenRounds, Columns, OfRounds, OfStates, States
from learncheck.theorems.language.claim import NotExposed, Values, quantity
from learncheck.theorems.language.premise import Premise, premise
from learncheck.theorems.language.proof import Transition
from learncheck.theorems.language.step import Next, Step, always, on_negative_mistake, on_positive_mistake

M = quantity("M", "the mistakes")
positive = quantity("M₊", "the mistakes on positive examples")
negative = quantity("M₋", "the mistakes on negative examples")
r = quantity("r", "the relevant variables")
n = quantity("n", "the variables")

W, u, gain, excess = sympy.symbols("W u gain excess", real=True)
"""The total weight; the greatest weight of a relevant variable; the least gain of a relevant variable in this round;
and the greatest gain of one beyond doubling. In the proofs the last three are those of the followed variable alone:
what holds for any relevant variable holds for the greatest and the least."""

D, m = sympy.symbols("D m", nonnegative=True)
"""The number of doublings of all relevant variables together, and of the followed one alone."""

A = sympy.Symbol("A", positive=True)
"""2^m, in the proofs."""

WinnowGame = games.BooleanGame | majorities.IntegerHalfspaceGame | majorities.MajorityGame


@premise("the labels are those of a disjunction of $r$ variables", option="realizable")
def DISJUNCTION(trace: Trace[games.BooleanGame, None]) -> bool:
    """Whether every label is that of the disjunction of the relevant variables."""
    return all(y == games.disjunction(trace.case.relevant, x) for x, y in trace.case.rounds)


RELEVANT = Premise(r"$r \ge 1$", lambda trace: bool(trace.case.relevant), r >= 1, option="some_relevant")


def mistakes(trace: Trace[WinnowGame, None]) -> Values:
    on_positives = trace.mistakes_on(1)
    return {M: trace.mistakes, positive: on_positives, negative: trace.mistakes - on_positives}


def measure(trace: Trace[games.BooleanGame, None]) -> Values:
    return {**mistakes(trace), r: len(trace.case.relevant), n: trace.case.n}


def weights(states: States, trace: Trace[WinnowGame, None]) -> np.ndarray:
    """Return w: one row per state, one entry per variable. Raises NotExposed if it is something else."""
    w = states["w"]
    if w.shape[1:] != (trace.case.n,) or not np.isfinite(w.astype(float)).all():
        raise NotExposed(f"w is {w}, not one weight for each of {trace.case.n} variables")
    return w


def relevant_weights(states: States, trace: Trace[games.BooleanGame, None]) -> np.ndarray:
    """Return the weights of the relevant variables; if there are none, of one variable with the weight 0."""
    w = weights(states, trace)
    return w[:, list(trace.case.relevant)] if trace.case.relevant else np.zeros((len(w), 1))


@OfStates
def total_and_greatest(states: States, values: Values, trace: Trace) -> Columns:
    return {W: totals(weights(states, trace)), u: relevant_weights(states, trace).max(axis=1)}


@OfRounds
def growth(chosen: ChosenRounds, values: Values, trace: Trace) -> Columns:
    """Measure the gains of the relevant variables; they are 0 if no variable is relevant."""
    before, after = relevant_weights(chosen.before, trace), relevant_weights(chosen.after, trace)
    gains = differences(after, before)
    return {gain: gains.min(axis=1), excess: differences(gains, before).max(axis=1)}


NEVER_FALLS = Step("the weight of a relevant variable never falls", gain >= 0, always)
NEVER_ABOVE = Step("the weight of a relevant variable never exceeds $2n$", Next(u) <= 2 * n, always)
STAYS_BELOW = Step("the weight of a relevant variable stays below $2n$", Next(u) < 2 * n, always)
DOUBLES = Step(
    "a mistake on a positive example doubles the weight of a relevant variable", excess >= 0, on_positive_mistake
)
ADDS = Step(
    "a mistake on a positive example adds at most $n$ to the total weight", Next(W) <= W + n, on_positive_mistake
)
TAKES = Step(
    "a mistake on a negative example takes at least $n/2$ from the total weight",
    Next(W) <= W - n / 2,
    on_negative_mistake,
)
NOT_NEGATIVE = Step("the total weight is never negative", Next(W) >= 0, always)

RELEVANT_STEPS = (NEVER_FALLS, NEVER_ABOVE, DOUBLES)
TOTAL_STEPS = (ADDS, TAKES, NOT_NEGATIVE)
STEPS = (*RELEVANT_STEPS, *TOTAL_STEPS)
STRICT_STEPS = (NEVER_FALLS, STAYS_BELOW, DOUBLES)


# ---- the rounds ----

p, q, f = sympy.symbols("p q f", real=True)
"""The numbers of relevant variables other than the followed one that are on and off in this round; and 1 if the
followed one is relevant, otherwise 0: there may be no relevant variable."""

FOLLOWED = "followed"


@cache
def relevant_variables() -> "formal.rows.Mask":
    """The number of relevant variables in each block; "on" and "off" are the irrelevant variables."""
    return formal.rows.Mask({"on": 0, "off": 0, "relevant and on": p, "relevant and off": q, FOLLOWED: f})


ON_POSITIVE_ON = "a mistake on a positive example, the followed variable is on"
ON_POSITIVE_OFF = "a mistake on a positive example, the followed variable is off"
ON_POSITIVE = "a mistake on a positive example"
ON_NEGATIVE = "a mistake on a negative example"
NO_MISTAKE = "no mistake"


def positive_mistake(round: "formal.round.Happened") -> bool:
    return round.mistake and round.label == 1


def negative_mistake(round: "formal.round.Happened") -> bool:
    return round.mistake and round.label == -1


COUNTS = {
    M: lambda round: round.mistake,
    positive: positive_mistake,
    negative: negative_mistake,
    m: lambda round: positive_mistake(round) and followed_is_on(round),
    D: lambda round: False,  # D can grow by more than 1; `one_round` counts it
}


def followed_is_on(round: "formal.round.Happened") -> bool:
    return round.situation is not None and round.situation.values[FOLLOWED] == 1


def relevant_on(round: "formal.round.Happened") -> Any:
    """Count the relevant variables that are on."""
    return round.x[relevant_variables()].sum()


def sizes_of_blocks() -> dict[str, Any]:
    """State what sizes the blocks of relevant variables may have."""
    relevant = relevant_variables()
    return {
        r"$p \ge 0$": relevant["relevant and on"] >= 0,
        r"$q \ge 0$": relevant["relevant and off"] >= 0,
        r"$f \ge 0$": relevant[FOLLOWED] >= 0,
        r"$f \le 1$": relevant[FOLLOWED] <= 1,
    }


def one_round(round: "formal.round.Happened") -> dict[sympy.Symbol, object]:
    """Express the gain of the followed variable, and the number of doublings after the round."""
    before, after = round.before[FOLLOWED], round.after[FOLLOWED]
    doublings = relevant_on(round) if positive_mistake(round) else 0
    return {gain: after - before, excess: after - 2 * before, Next(D): D + doublings}


def which_label(round: "formal.round.Happened") -> str:
    """Return the kind of round, regardless of the followed variable."""
    return NO_MISTAKE if not round.mistake else ON_POSITIVE if round.label == 1 else ON_NEGATIVE


def which_mistake(round: "formal.round.Happened") -> str:
    kind = which_label(round)
    return kind if kind != ON_POSITIVE else ON_POSITIVE_ON if followed_is_on(round) else ON_POSITIVE_OFF


def relevant_rounds(
    *watched: sympy.Symbol,
    high: sympy.Expr | int,
    low: sympy.Expr | int,
    labels: Premise,
    sizes: Premise,
    means: "Callable[[formal.round.Happened], formal.round.Truths]",
    **says: Any,
) -> "formal.round.Runs":
    """Return the learner's rounds with the quantities `watched`, from any weights, with any example and any label.

    The hypotheses are not built in but are relations: `labels`, that at least `high` relevant variables are on in a
    positive example and at most `low` in a negative one, and `sizes`, that there is a relevant variable to follow.
    """

    def hypotheses(round: "formal.round.Happened") -> "formal.round.Granted":
        on = relevant_on(round)
        return {labels: on >= high if round.label == 1 else on <= low, sizes: relevant_variables()[FOLLOWED] >= 1}

    blocks = {"on": 1, "off": 0, "relevant and on": 1, "relevant and off": 0}
    return formal.weight_runs.potential_rounds(
        lambda w, i: {symbol: value for symbol, value in {W: w.sum(), u: w[i]}.items() if symbol in watched},
        [formal.round.Situation("", label, {**blocks, FOLLOWED: on}) for label in (1, -1) for on in (1, 0)],
        follows=FOLLOWED,
        assuming=hypotheses,
        means=lambda round: {**sizes_of_blocks(), **means(round)},
        size=n,
        **says,
    )


def all_relevant(round: "formal.round.Happened") -> "formal.round.Truths":
    return {"$r$ variables are relevant": relevant_variables().sum() == r}


def winnow_rounds(*watched: sympy.Symbol, **says: Any) -> "formal.round.Runs":
    """Return Winnow's rounds on a disjunction."""
    counts = {symbol: grows for symbol, grows in COUNTS.items() if symbol in watched}
    usual = dict(means=all_relevant, kind=which_mistake, counts=counts, during=one_round, constants={"n": n})
    return relevant_rounds(*watched, high=1, low=0, labels=DISJUNCTION, sizes=RELEVANT, **{**usual, **says})


def weighed(adds: Step, takes: Step, **says: Any) -> dict[str, Any]:
    """Build the rounds, and the learner's own, of a proof that follows the total weight alone, whatever the labels."""
    rounds = {
        ON_POSITIVE: Transition(steps=(adds, NOT_NEGATIVE), sets={positive: positive + 1}, keeps=(negative,)),
        ON_NEGATIVE: Transition(steps=(takes, NOT_NEGATIVE), sets={negative: negative + 1}, keeps=(positive,)),
        NO_MISTAKE: Transition(steps=(NOT_NEGATIVE,), keeps=(positive, negative, W)),
    }

    def code() -> "formal.round.Runs":
        return formal.weight_runs.potential_rounds(
            lambda w, _: {W: w.sum()},
            [formal.round.Situation("", label, {"on": 1, "off": 0}) for label in (1, -1)],
            kind=which_label,
            counts={positive: positive_mistake, negative: negative_mistake},
            size=n,
            **says,
        )

    return {"start": {positive: 0, negative: 0, W: n}, "rounds": rounds, "code": code}
