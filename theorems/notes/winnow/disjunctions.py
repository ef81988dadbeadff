"""Winnow learns a disjunction of r of n variables: the mistake bound, its two halves, their steps and proofs.

The proofs follow one arbitrary relevant variable; their last lines choose the one that is doubled most often.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import sympy
from sympy import log

from learncheck.exact.arrays import differences, totals
from learncheck.learners import Winnow, WinnowKOfR
from learncheck.strategies.boolean import games
from learncheck.strategies.boolean.batches import winnow_batch
from learncheck.strategies.boolean.games import BooleanGame
from learncheck.strategies.boolean.majorities import HalfspaceGame, MajorityGame
from learncheck.strategies.play.case import Trace
from learncheck.theorems.formal.rows import Mask
from learncheck.theorems.formal.runs import Happened, Runs, Situation, potential_rounds
from learncheck.theorems.language.at_once import ChosenRounds, Columns, States, at_once, rounds_at_once
from learncheck.theorems.language.claim import VEM, Claim, NotExposed, Values, quantity, sized
from learncheck.theorems.language.premise import Premise, formally, premise
from learncheck.theorems.language.proof import Fact, Induction, Obligation, Rounds
from learncheck.theorems.language.step import Next, Step, always, on_negative_mistake, on_positive_mistake
from learncheck.theorems.rules.conformance import conforms

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

DISJUNCTIONS = sized(
    games.winnow_games,
    "all disjunctions of up to {variables} variables and all sequences of up to {rounds} examples of each",
    exhaust=games.small_winnow_games,
    variables=(6, 10, 2, 3),
    rounds=(10, 20, 3, 3),
)
ANY_LABELS = sized(
    games.any_labels,
    "all labelled sequences over up to {variables} variables, of instances that are not 0, with at most "
    "{entries} entries in all",
    exhaust=games.all_labels,
    drawn=dict(variables=(5, 8), rounds=(8, 16)),
    every=dict(variables=(3, 4), entries=(8, 11)),
)
K_OF_R_ANY_LABELS = sized(
    games.k_of_r_any_labels,
    "all labelled sequences over up to {variables} variables, of instances that are not 0, with at most "
    "{entries} entries in all, for ε = 1, 1/2 and 1/4",
    exhaust=games.k_of_r_all_labels,
    drawn=dict(variables=(5, 8), rounds=(8, 16)),
    every=dict(variables=(3, 4), entries=(7, 9)),
)


@premise("the labels are those of a disjunction of $r$ variables", option="realizable")
def DISJUNCTION(trace: Trace[BooleanGame, None]) -> bool:
    """Whether every label is that of the disjunction of the relevant variables."""
    case = trace.case
    on = [0] * len(case.rounds)
    for i in case.relevant:
        on = [each or x[i] for each, (x, _) in zip(on, case.rounds, strict=True)]
    return all((y == 1) == bool(each) for each, (_, y) in zip(on, case.rounds, strict=True))


RELEVANT = Premise(r"$r \ge 1$", lambda trace: bool(trace.case.relevant), r >= 1, option="some_relevant")


def measure(trace: Trace[BooleanGame, None]) -> Values:
    on_positives = trace.mistakes_on(1)
    mistakes = trace.mistakes
    return {
        M: mistakes,
        positive: on_positives,
        negative: mistakes - on_positives,
        r: len(trace.case.relevant),
        n: trace.case.n,
    }


def weights(states: States, trace: Trace[BooleanGame | HalfspaceGame | MajorityGame, None]) -> np.ndarray:
    """Return w: one row per state, one entry per variable. Raises NotExposed if it is something else."""
    w = states["w"]
    if w.shape[1:] != (trace.case.n,) or not np.isfinite(w.astype(float)).all():
        raise NotExposed(f"w is {w}, not one weight for each of {trace.case.n} variables")
    return w


def relevant_weights(states: States, trace: Trace[BooleanGame, None]) -> np.ndarray:
    """Return the weights of the relevant variables; if there are none, of one variable with the weight 0."""
    w = weights(states, trace)
    return w[:, list(trace.case.relevant)] if trace.case.relevant else np.zeros((len(w), 1))


@at_once
def total_and_greatest(states: States, values: Values, trace: Trace) -> Columns:
    return {W: totals(weights(states, trace)), u: relevant_weights(states, trace).max(axis=1)}


@rounds_at_once
def growth(each: ChosenRounds, values: Values, trace: Trace) -> Columns:
    """Measure the gains of the relevant variables; they are 0 if no variable is relevant."""
    before, after = relevant_weights(each.before, trace), relevant_weights(each.after, trace)
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


# ---- the proofs ----

p, q, f = sympy.symbols("p q f", real=True)
"""The numbers of relevant variables other than the followed one that are on and off in this round; and 1 if the
followed one is relevant, otherwise 0: there may be no relevant variable."""

FOLLOWED = "followed"

RELEVANT_VARIABLES = Mask({"on": 0, "off": 0, "relevant and on": p, "relevant and off": q, FOLLOWED: f})
"""The number of relevant variables in each block; \"on\" and \"off\" are the irrelevant variables."""

ON_POSITIVE_ON = "a mistake on a positive example, the followed variable is on"
ON_POSITIVE_OFF = "a mistake on a positive example, the followed variable is off"
ON_POSITIVE = "a mistake on a positive example"
ON_NEGATIVE = "a mistake on a negative example"
NO_MISTAKE = "no mistake"


def positive_mistake(each: Happened) -> bool:
    return each.mistake and each.label == 1


def negative_mistake(each: Happened) -> bool:
    return each.mistake and each.label == -1


COUNTS = {
    M: lambda each: each.mistake,
    positive: positive_mistake,
    negative: negative_mistake,
    m: lambda each: positive_mistake(each) and followed_is_on(each),
    D: lambda each: False,  # D can grow by more than 1; `one_round` counts it
}


def followed_is_on(each: Happened) -> bool:
    return each.situation is not None and each.situation.values[FOLLOWED] == 1


def relevant_on(each: Happened) -> Any:
    """Count the relevant variables that are on."""
    return each.x[RELEVANT_VARIABLES].sum()


def sizes_of_blocks() -> dict[str, Any]:
    """State what sizes the blocks of relevant variables may have."""
    relevant = RELEVANT_VARIABLES
    return {
        r"$p \ge 0$": relevant["relevant and on"] >= 0,
        r"$q \ge 0$": relevant["relevant and off"] >= 0,
        r"$f \ge 0$": relevant[FOLLOWED] >= 0,
        r"$f \le 1$": relevant[FOLLOWED] <= 1,
    }


def one_round(each: Happened) -> dict[sympy.Symbol, Any]:
    """Express the gain of the followed variable, and the number of doublings after the round."""
    before, after = each.before[FOLLOWED], each.after[FOLLOWED]
    doublings = relevant_on(each) if positive_mistake(each) else 0
    return {gain: after - before, excess: after - 2 * before, Next(D): D + doublings}


def which_mistake(each: Happened) -> str:
    if not each.mistake:
        return NO_MISTAKE
    if each.label == -1:
        return ON_NEGATIVE
    return ON_POSITIVE_ON if followed_is_on(each) else ON_POSITIVE_OFF


def winnow_rounds(*watched: sympy.Symbol) -> Runs:
    """Return the learner's rounds with the quantities `watched`, from any weights, with any example and any label.

    The hypotheses are not built in but are relations: the label is + if a relevant variable is on, otherwise -, and
    there is a relevant variable to follow.
    """

    def hypotheses(each: Happened) -> dict[Premise, Any]:
        on = relevant_on(each)
        return {
            DISJUNCTION: on >= 1 if each.label == 1 else on <= 0,
            RELEVANT: RELEVANT_VARIABLES[FOLLOWED] >= 1,
        }

    def what_numbers_are(each: Happened) -> dict[str, Any]:
        return {**sizes_of_blocks(), "$r$ variables are relevant": RELEVANT_VARIABLES.sum() == r}

    blocks = {"on": 1, "off": 0, "relevant and on": 1, "relevant and off": 0}
    return potential_rounds(
        lambda w, i: {symbol: each for symbol, each in {W: w.sum(), u: w[i]}.items() if symbol in watched},
        [Situation("", label, {**blocks, FOLLOWED: on}) for label in (1, -1) for on in (1, 0)],
        follows=FOLLOWED,
        given=hypotheses,
        means=what_numbers_are,
        kind=which_mistake,
        counts={symbol: grows for symbol, grows in COUNTS.items() if symbol in watched},
        during=one_round,
        constants={"n": n},
        size=n,
    )


def add_up(doublings: Any, variables: Any, most: Any) -> Fact:
    """State doublings ≤ variables · most, where `doublings` is the sum of one count per variable, each at most `most`.

    The obligations are about D, r and m and end in this relation, so with other terms it need not follow.
    """
    claimed = sympy.Le(doublings, variables * most)
    return Fact(
        f"the counts of {variables} variables, none above {most}, add up to {doublings}",
        claimed,
        "lemma",
        "induction on the number of variables: what holds of none, and of one more whenever of some, holds of all; its "
        "base and its step are shown, for any number",
        lambda: _adding_up(claimed),
    )


def _adding_up(claimed: Any) -> Iterator[Obligation]:
    """Yield the induction on the number of variables: k of them with the total t, then one more with the count c.

    In a round the counts of the k variables grow by g in total. The count of the next grows by x, which is 1 if that
    variable is on and 0 otherwise.
    """
    k, t, t_after, g, c, c_after, x = sympy.symbols("k t t′ g c c′ x", real=True)
    all_, variables, most = sympy.symbols("D r m", real=True)
    all_after = Next(all_)
    none = {"no variable": sympy.Eq(k, 0), "no count": sympy.Eq(t, 0)}
    some = {"so for some": sympy.Eq(t_after, t + g)}
    one = {"the next": sympy.Eq(c_after, c + x)}
    counted = {"$D$ is the total": sympy.Eq(all_, t), "$D$ grows by all that are on": sympy.Eq(all_after, all_ + g)}
    unused = {"none is on": sympy.Eq(g, 0), "no count after the round": sympy.Eq(t_after, 0)}
    new = {"no doubling": sympy.Eq(all_, 0), "no count yet": sympy.Eq(t, 0)}
    told: tuple[tuple[str, dict[str, Any], Any], ...] = (
        ("before the first round D is the total", new, sympy.Eq(all_, t)),
        ("no variable: the total grows by those that are on", {**none, **unused}, sympy.Eq(t_after, t + g)),
        ("one more: the total grows by those that are on", {**some, **one}, sympy.Eq(t_after + c_after, t + c + g + x)),
        ("so $D$ stays the total", {**some, **counted}, sympy.Eq(all_after, t_after)),
        ("no variable: t ≤ km", none, sympy.Le(t, k * most)),
        (
            r"one more: $t + c \le (k + 1)m$",
            {"so for some": sympy.Le(t, k * most), "the next": sympy.Le(c, most)},
            sympy.Le(t + c, (k + 1) * most),
        ),
        (
            "all of them counted",
            {
                "$k$ is $r$": sympy.Eq(k, variables),
                "$D$ is the total": sympy.Eq(all_, t),
                r"$t \le km$": sympy.Le(t, k * most),
            },
            claimed.xreplace({each: sympy.Symbol(each.name, real=True) for each in claimed.free_symbols}),
        ),
    )
    for words, known, goal in told:
        yield Obligation(f"the counts add up, {words}", known, goal)


AT_LEAST_ONE_MORE = {"at least one relevant variable is on, and doubles": Next(D) >= D + 1}
IT_GAINS = {"what it gained": sympy.Eq(gain, Next(u) - u)}
BEYOND_DOUBLING = {"what it gained beyond doubling": sympy.Eq(excess, Next(u) - 2 * u)}
A_VARIABLE = {r"$n \ge 1$": n >= 1}

POSITIVE_PROOF = Induction(
    given=formally(RELEVANT),
    means=A_VARIABLE,
    start={positive: 0, D: 0, m: 0, u: 1},
    names={A: 2**m},
    rounds={
        ON_POSITIVE_ON: Rounds(
            steps=(DOUBLES, STAYS_BELOW),
            holds={**BEYOND_DOUBLING, **AT_LEAST_ONE_MORE},
            sets={positive: positive + 1, m: m + 1},
        ),
        ON_POSITIVE_OFF: Rounds(
            steps=(NEVER_FALLS, STAYS_BELOW),
            holds={**IT_GAINS, **AT_LEAST_ONE_MORE},
            sets={positive: positive + 1},
            keeps=(m,),
        ),
        ON_NEGATIVE: Rounds(steps=(NEVER_FALLS, STAYS_BELOW), holds=IT_GAINS, keeps=(positive, D, m)),
        NO_MISTAKE: Rounds(steps=(NEVER_FALLS, STAYS_BELOW), holds=IT_GAINS, keeps=(positive, D, m)),
    },
    invariant={r"$2^m \le u$": A <= u, "$u < 2n$": u < 2 * n, r"$M_+ \le D$": positive <= D},
    concludes=A < 2 * n,
    logarithms=True,
    using=(add_up(D, r, m),),
    lines={r"$m < 1 + \log_2 n$": m < 1 + log(n, 2), r"$rm < r(1 + \log_2 n)$": r * m < r * (1 + log(n, 2))},
    code=winnow_rounds(positive, D, m, u),
    reading="The followed variable is any relevant one, so the invariant holds of each; let it be the one that "
    "is doubled most often. Then no relevant variable has more than $m$ doublings, and the $D$ of all "
    r"$r$ are at most $rm$. Strict, since a weight that is doubled was part of $w\cdot x < n$. Nothing "
    "uses that counts are whole numbers.",
)

NEGATIVE_PROOF = Induction(
    means=A_VARIABLE,
    start={positive: 0, negative: 0, W: n},
    rounds={
        ON_POSITIVE: Rounds(steps=(ADDS, NOT_NEGATIVE), sets={positive: positive + 1}, keeps=(negative,)),
        ON_NEGATIVE: Rounds(steps=(TAKES, NOT_NEGATIVE), sets={negative: negative + 1}, keeps=(positive,)),
        NO_MISTAKE: Rounds(steps=(NOT_NEGATIVE,), keeps=(positive, negative, W)),
    },
    invariant={r"$W \le n + nM_+ - nM_-/2$": W <= n + n * positive - n * negative / 2, r"$W \ge 0$": W >= 0},
    code=potential_rounds(
        lambda w, _: {W: w.sum()},
        [Situation("", label, {"on": 1, "off": 0}) for label in (1, -1)],
        kind=lambda each: NO_MISTAKE if not each.mistake else ON_POSITIVE if each.label == 1 else ON_NEGATIVE,
        counts={positive: positive_mistake, negative: negative_mistake},
        constants={"n": n},
        size=n,
    ),
    reading="No word of a disjunction: the labels may be any.",
)

PROOF = Induction(
    given=formally(RELEVANT),
    means=A_VARIABLE,
    start={M: 0, positive: 0, negative: 0, D: 0, m: 0, u: 1, W: n},
    names={A: 2**m},
    rounds={
        ON_POSITIVE_ON: Rounds(
            steps=(DOUBLES, NEVER_ABOVE, ADDS, NOT_NEGATIVE),
            holds={**BEYOND_DOUBLING, **AT_LEAST_ONE_MORE},
            sets={M: M + 1, positive: positive + 1, m: m + 1},
            keeps=(negative,),
        ),
        ON_POSITIVE_OFF: Rounds(
            steps=(NEVER_FALLS, NEVER_ABOVE, ADDS, NOT_NEGATIVE),
            holds={**IT_GAINS, **AT_LEAST_ONE_MORE},
            sets={M: M + 1, positive: positive + 1},
            keeps=(negative, m),
        ),
        ON_NEGATIVE: Rounds(
            steps=(NEVER_FALLS, NEVER_ABOVE, TAKES, NOT_NEGATIVE),
            holds=IT_GAINS,
            sets={M: M + 1, negative: negative + 1},
            keeps=(positive, D, m),
        ),
        NO_MISTAKE: Rounds(
            steps=(NEVER_FALLS, NEVER_ABOVE, NOT_NEGATIVE),
            holds=IT_GAINS,
            keeps=(M, positive, negative, D, m, W),
        ),
    },
    invariant={
        "$M = M_+ + M_-$": sympy.Eq(M, positive + negative),
        r"$2^m \le u$": A <= u,
        r"$u \le 2n$": u <= 2 * n,
        r"$M_+ \le D$": positive <= D,
        r"$W \le n + nM_+ - nM_-/2$": W <= n + n * positive - n * negative / 2,
        r"$W \ge 0$": W >= 0,
    },
    concludes=A <= 2 * n,
    logarithms=True,
    using=(add_up(D, r, m),),
    lines={
        r"$M_- \le 2 + 2M_+$": negative <= 2 + 2 * positive,
        r"$m \le 1 + \log_2 n$": m <= 1 + log(n, 2),
        r"$rm \le r(1 + \log_2 n)$": r * m <= r * (1 + log(n, 2)),
        r"$M_+ \le r(1 + \log_2 n)$": positive <= r * (1 + log(n, 2)),
    },
    code=winnow_rounds(M, positive, negative, D, m, u, W),
    reading="Both halves at once. The followed variable is any relevant one, so the invariant holds of each; let it be "
    "the one that is doubled most often.",
)


# ---- the claims ----


def attacks() -> list[Any]:
    """Return the strongest known sequences."""
    return [games.winnow_attack(n, r) for n, r in ((2, 1), (5, 1), (9, 2), (33, 1), (33, 4), (257, 1), (1025, 1))]


WINNOW = Claim(
    "winnow-mistakes",
    r"Winnow learns a disjunction of $r \ge 1$ of $n$ variables with at most $2 + 3r(1 + \log_2 n)$ mistakes.",
    sources=(VEM("8.4.2, Winnow"),),
    learner=Winnow,
    cases=DISJUNCTIONS,
    given=(DISJUNCTION, RELEVANT),
    batch=winnow_batch,
    measure=measure,
    bound=M <= 2 + 3 * r * (1 + log(n, 2)),
    latex=r"M \le 2 + 3r(1 + \log_2 n)",
    watch=("w",),
    state=total_and_greatest,
    during=growth,
    steps=STEPS,
    proof=PROOF,
    attained_by=attacks,
    remark="0.83 with $r = 1$ and $n = 1025$, and rising with $n$ (0.84 at 2049): $3k - 1$ mistakes at $n = 2^k "
    r"+ 1$. It is never attained: for $n \ge 2$ it can be lowered by $4r + 1$, to $1 - r + 3r\cdot\log_2 "
    "n$ (winnow-mistakes-sharper). It counts as irrelevant what the relevant variables weigh in the end, "
    "up to $2n$ each, and forgets the $n/2$ that the last negative mistake leaves. The bound also holds "
    r"for $r = 0$, where $M \le 1$.",
)

WINNOW_POSITIVE = Claim(
    "winnow-positive-mistakes",
    r"Winnow makes fewer than $r(1 + \log_2 n)$ mistakes on positive examples of a disjunction of $r \ge 1$ of $n$ "
    "variables.",
    sources=(VEM("8.4.2, Winnow"),),
    learner=Winnow,
    cases=DISJUNCTIONS,
    given=(DISJUNCTION, RELEVANT),
    batch=winnow_batch,
    measure=measure,
    bound=positive < r * (1 + log(n, 2)),
    latex=r"M_+ < r(1 + \log_2 n)",
    watch=("w",),
    state=total_and_greatest,
    during=growth,
    steps=STRICT_STEPS,
    proof=POSITIVE_PROOF,
    attained_by=attacks,
    remark="0.9999 with $r = 1$ and $n = 1025$: at $n = 2^k + 1$ the weight $2^k$ still doubles, $k + 1$ times "
    r"in all, and $\log_2 n$ is hardly more than $k$. Strict as long as $w\cdot x = n$ is answered with +; "
    "a learner that answers − there reaches equality at $n = 2^k$, so submissions are judged on the sum "
    "of both halves.",
    judged=False,
)

WINNOW_NEGATIVE = Claim(
    "winnow-negative-mistakes",
    "Whatever the labels, Winnow makes at most $2 + 2M_+$ mistakes on negative examples, $M_+$ being those on "
    "positive ones.",
    sources=(VEM("8.4.2, Winnow"),),
    learner=Winnow,
    cases=ANY_LABELS,
    measure=measure,
    bound=negative <= 2 + 2 * positive,
    latex=r"M_- \le 2 + 2M_+",
    watch=("w",),
    state=total_and_greatest,
    steps=TOTAL_STEPS,
    proof=NEGATIVE_PROOF,
    attained_by=lambda: [games.winnow_seesaw(2**k, 3 * k) for k in (1, 3, 6, 10)],
    remark="0.91 at $n = 1024$, by labels that no disjunction gives; never 1, since the total weight stays "
    r"positive and so $M_- \le 1 + 2M_+$. A learner that updates at the tie $w\cdot x = n$ although it "
    "answered + there raises $W$ without a mistake, so submissions are judged on the sum of both halves.",
    judged=False,
)

WINNOW_CONFORMS = conforms(
    "winnow-conforms", Winnow, replace(ANY_LABELS, ladder=games.winnow_ladder), VEM("8.4.2, Algorithm 5")
)
WINNOW_K_OF_R_CONFORMS = conforms(
    "winnow-k-of-r-conforms",
    WinnowKOfR,
    replace(K_OF_R_ANY_LABELS, ladder=games.k_of_r_ladder),
    VEM("8.4.2, Learn k-out-of-r Majority function"),
)
