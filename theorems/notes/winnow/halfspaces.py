"""Winnow learns halfspaces over {0,1}^n with integer weights, with every variable duplicated ‖w*‖₁ times.

Of the copies of variable i, w_i* are relevant. So an example has w*·x relevant variables on, and the argument for k out
of r (`winnow.k_of_r`) works with k = w₀*, r = ‖w*‖₁ and n‖w*‖₁ variables.
"""

from collections.abc import Iterator
from fractions import Fraction

from sympy import And, log

from learncheck.learners import WinnowKOfR
from learncheck.strategies.boolean import majorities
from learncheck.strategies.play.case import Trace
from learncheck.theorems import formal
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import Premise, premise
from learncheck.theorems.language.proof import CodeStart, Words
from learncheck.theorems.notes.winnow.followed import M, W, n, negative, positive, r, u
from learncheck.theorems.notes.winnow.orders import ONE, SEVERAL, derived, notes_step_of, order, order_lines
from learncheck.theorems.notes.winnow.targets import (
    STARTS,
    WinnowTarget,
    any_step,
    both_sums,
    combined_proof,
    eps,
    followed_rounds,
    lines_of,
    mistakes_and_step,
)

w0 = quantity("w₀*", "the target's threshold, once no weight is negative", real=True)


@premise("the labels are those of the halfspace")
def HALFSPACE(trace: Trace[majorities.IntegerHalfspaceGame, None]) -> bool:
    """Whether every label is + exactly if at least w₀* relevant variables are on."""
    relevant, moved = list(trace.case.relevant), trace.case.moved
    return all((round.instance[relevant].sum() >= moved) == (round.label == 1) for round in trace.rounds)


TRUE_SOMEWHERE = Premise(
    r"$0 < w_0^* \le W$", lambda trace: 0 < trace.case.moved <= trace.case.total, option="true_somewhere"
)


def measure(trace: Trace[majorities.IntegerHalfspaceGame, None]) -> Values:
    case = trace.case
    return {**mistakes_and_step(trace), n: len(case.weights), r: case.total, w0: case.moved + majorities.HALF}


N = n * r
"""The number of variables that the learner sees."""

STEPS = lines_of(
    w0,
    w0 - 1,
    N,
    "a mistake on a positive example multiplies the weights of at least $w_0^*$ relevant copies by $1 + "
    r"\varepsilon$",
    r"a mistake on a negative example divides those of at most $w_0^* - 1$ relevant copies by $1 + \varepsilon$",
)


def starts(learner: type) -> Iterator[CodeStart]:
    """Yield what the constructor makes for n variables with ‖w*‖₁ copies each."""
    few = ((variables, copies) for variables in range(1, 7) for copies in range(1, 7))
    for number, (variables, copies) in enumerate([*few, *((size // 4, 4) for size in formal.games.SIZES if size > 64)]):
        step = formal.DYADIC[number % len(formal.DYADIC)]
        instance, parameters = any_step(learner, variables * copies, step), {n: variables, r: copies}
        wrong = formal.constructed.faults(instance, ("w",), {"n": N, "epsilon": eps}, {**parameters, eps: step})
        w = formal.games.entries(instance.w)
        legal = len(w) == variables * copies and min(w) >= 0 and not wrong
        for weight in dict.fromkeys(w):
            read = {**dict.fromkeys((M, *STARTS), 0), u: weight, W: sum(w)}
            name = f"{learner.__name__} with {variables} variables, {copies} times each, starts with {weight}"
            yield CodeStart("; ".join((name, *wrong)), parameters, read, legal)


@premise(r"$\varepsilon = 1/(2(w_0^* - 1))$, and 1 for $w_0^* = 1$")
def STEP(trace: Trace) -> bool:
    """Whether ε is the step that the notes give for k out of r."""
    values = measure(trace)
    return bool(values[eps] == (1 if values[w0] == 1 else 1 / (2 * (Fraction(values[w0]) - 1))))


OPERATORS: Words = {r"$n \ge 1$": n >= 1, r"$\|w^*\|_1 \ge 1$": r >= 1, r"$\varepsilon > 0$": eps > 0}

# ---- integer thresholds ----

INTEGERS = WinnowTarget(w0, w0 - 1, r, N, HALFSPACE, TRUE_SOMEWHERE, STEPS)


def attacks() -> list[majorities.IntegerHalfspaceGame]:
    """Return the strongest known sequences."""
    shapes = (((1,), 1), ((1, 1, 0, 0), 2), ((1,) + (0,) * 16, 1), ((1, 1) + (0,) * 30, 2), ((2, 1, 0, 0, 0, 0), 2))
    return [majorities.halfspace_attack(weights, threshold - majorities.HALF) for weights, threshold in shapes]


HALFSPACES = Claim(
    "winnow-halfspaces",
    r"With every variable duplicated $\|w^*\|_1$ times Winnow learns an integer halfspace $w^*\cdot x \ge w_0^*$ over "
    r"$\{0,1\}^n$, $0 < w_0^* \le \|w^*\|_1$, with at most $12\cdot w_0^*\|w^*\|_1(1 + \log(n\|w^*\|_1))$ mistakes.",
    sources=(VEM("8.4.2, Halfspaces"),),
    learner=WinnowKOfR,
    cases=Family(
        majorities.halfspace_games,
        extent="all halfspaces over up to {variables:n ≤ _} variables with weights 0 to {heaviest} and thresholds of "
        "which the notes' ε is dyadic, all sequences of up to {rounds:≤ _ rounds} instances",
        search=dict(variables=4, heaviest=2, rounds=8),
        scout=dict(variables=5, heaviest=3, rounds=12),
        quick=dict(variables=2, heaviest=2, rounds=3, hard=False),
        full=dict(variables=3, heaviest=2, rounds=2, hard=False),
        grows=dict(variables=Wide(32), rounds=Long()),
    ),
    assuming=(HALFSPACE, TRUE_SOMEWHERE, STEP),
    measure=measure,
    bound=And(M <= 12 * w0 * r * (1 + log(n * r)), M <= 12 * r**2 * (1 + log(n * r))),
    watch=("w",),
    state=both_sums,
    steps=STEPS,
    proof=combined_proof(
        INTEGERS,
        {
            **order_lines(INTEGERS),
            r"$M \le 12w_0^*r(1 + \log nr)$": M <= 12 * order(INTEGERS),
            r"$w_0^*r \le r^2$": w0 * r <= r**2,
            r"$w_0^*r\cdot\log nr \le r^2\cdot\log nr$": w0 * r * log(N) <= r**2 * log(N),
        },
        assuming={TRUE_SOMEWHERE: And(w0 >= 1, w0 <= r), STEP: notes_step_of(INTEGERS)},
        means={
            **OPERATORS,
            r"$nr \ge 1$": N >= 1,
        },
        using=derived(INTEGERS, SEVERAL, ONE),
        code=lambda: followed_rounds(INTEGERS, M, positive, negative, u, W, starts=starts),
    ),
    attained_by=attacks,
    remark=r"0.30 with one relevant variable of 2001. The learner's $\varepsilon$ is $1/(2(w_0^* - 1))$, and 1 for "
    "$w_0^* = 1$. Negative weights are among the cases: there the learner sees $1 - x_i$, and $w_0^*$ is the "
    r"threshold after this substitution. Where $w_0^* > \|w^*\|_1$ every label is −, and where $w_0^* \le 0$ every "
    "label is +.",
)
