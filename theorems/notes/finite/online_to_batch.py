"""Online to batch: a learner with few mistakes that is stopped at random has a small expected error."""

from collections.abc import Iterable

import sympy
from sympy import Eq

from learncheck.learners import Consistent, Halving
from learncheck.strategies.play.case import Trace
from learncheck.strategies.tables import online_to_batch
from learncheck.strategies.tables.online_to_batch import RandomStopping, Stopped
from learncheck.theorems.language.claim import JAI, Claim, Values, quantity, sized
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always

err = quantity("err", "the expected error of the hypothesis that is returned")
M = quantity("M", "the mistake bound")
t = quantity("t", r"the sample size, $M/\varepsilon$")
S, first, chance = sympy.symbols("S p₁ c", nonnegative=True)
"""The expected number of mistakes in t + 1 rounds; the probability of a mistake in the first round, and in a round."""

CASES = sized(
    online_to_batch.random_stopping,
    "all classes on up to {points:≤ _ points} points of weights 1 to {heaviest}, samples of up to {samples}, every "
    "sample of each",
    exhaust=online_to_batch.small_random_stopping,
    points=(3, 3, 2, 2),
    heaviest=(6, 9, 2, 3),
    samples=(6, 5, 3, 5),
)


def measure(trace: Trace[RandomStopping, Stopped]) -> Values:
    """Measure err, M, t, S and p₁. M is the least mistake bound, the maximum over all sequences of t + 1 examples."""
    facts = trace.facts
    return {
        err: facts.expected_error,
        M: facts.most_mistakes,
        t: trace.case.samples,
        S: facts.expected_mistakes,
        first: facts.first_mistake,
    }


def measure_in_the_worst_order(trace: Trace[RandomStopping, Stopped]) -> Values:
    """Measure the same, with each sample presented in its worst order."""
    return {**measure(trace), err: trace.facts.error_in_worst_order}


def hard_cases() -> Iterable[RandomStopping]:
    """Yield a case in which Halving errs at a tie, and cases with a single mistake, on a rare point."""
    yield RandomStopping((1, 1), ((1, 1), (-1, 1), (-1, -1)), 1, 10)
    yield from (online_to_batch.rare_point(rare, samples) for rare, samples in ((2, 1), (2, 5), (4, 8), (20, 40)))


EXPECTED = Step("the expected mistakes grow by the chance of a mistake in the round", Eq(Next(S), S + chance), always)

AT_MOST = Step(
    "no sequence of examples has more than $M$ mistakes, so they are at most $M$ on average", Next(S) <= M, always
)


NOT_YET = Step("$h_0$ is never returned", Eq(Next(err), err), lambda each: bool(each.before["seen"] == 0))

INDEPENDENT = Step(
    r"after $l \ge 1$ examples that is the expected error of $h_l$, which a random stop returns with probability "
    "$1/t$",
    Eq(Next(err), err + chance / t),
    lambda each: bool(each.before["seen"] > 0),
)

PROOF = Induction(
    means={r"$t \ge 1$": t >= 1},
    start={S: 0, err: 0},
    rounds={
        "the first round": Transition(steps=(EXPECTED, NOT_YET, AT_MOST), when=NOT_YET.when),
        "a later round": Transition(steps=(EXPECTED, INDEPENDENT, AT_MOST), when=INDEPENDENT.when),
    },
    invariant={r"$t\cdot\mathrm{err} \le S$": t * err <= S, r"$S \le M$": S <= M},
    matched="all samples of a case are enumerated, and each quantity is computed exactly",
    reading="err is the expected error so far, of the stops up to now. The example of round $l + 1$ is drawn "
    "independently of the $l$ examples before it, from which $h_l$ comes.",
)

AS_PRINTED = Claim(
    "random-stopping-as-printed",
    r"With $t = M/\varepsilon$ examples in any arbitrary order, stopped after a random number of them, "
    r"$E[\mathrm{err}(h)] \le \varepsilon = M/t$.",
    sources=(JAI("Random stopping"),),
    kind="probability",
    learner=Halving,
    cases=CASES,
    measure=measure_in_the_worst_order,
    bound=err <= M / t,
    attained_by=hard_cases,
    flaw="The order must not depend on the examples. Of two points, each of probability ½, a learner errs on "
    "one until it has seen it, so $M = 1$; where the other comes first, the expected error is ¼, whatever "
    "$t$ is. Halving errs on whichever point comes second, and 3 examples are enough. With 2 neither Halving, on any "
    "class on two points, nor Consistent breaks the bound.",
    worked=(
        "Take two points, each of probability ½, and Halving with the hypotheses ++, +− and −+, of which ++ is the "
        "target. It is right on the first point and undecided on the other until it sees it, so M = {M}.",
        "Draw t = {t} examples and put those of the point that is drawn more often first. With probability ¼ all are "
        "of one point, and every stop errs with probability ½; else the first two do. In all that is {err} on average.",
        "The notes print at most M/t = 1/3.",
    ),
)

RANDOM_STOPPING = Claim(
    "random-stopping",
    r"A learner with at most $M$ mistakes is run on $t = M/\varepsilon$ examples in the order in which they are drawn, "
    "and stopped after a random number of 1, ..., $t$ of them: its hypothesis has "
    r"$E[\mathrm{err}(h)] \le \varepsilon = M/t$.",
    sources=(JAI("Random stopping"),),
    kind="probability",
    learner=Consistent,
    learners=(Halving,),
    cases=CASES,
    measure=measure,
    bound=err <= M / t,
    watch=("mistakes", "error"),
    state=lambda state, values, trace: {S: state["mistakes"], err: state["error"]},
    during=lambda each, values, trace: {chance: each.prediction},
    steps=(EXPECTED, INDEPENDENT, NOT_YET, AT_MOST),
    proof=PROOF,
    attained_by=hard_cases,
    repairs="random-stopping-as-printed",
    remark="0.999 by Halving with $M = 1$ and $t = 10$, which is undecided until it has seen both points; never 1, "
    "since the example on which it errs may take arbitrarily long to appear. $M$ is the least mistake bound in every "
    "case. Any order fixed before the examples are drawn is as good as that of drawing.",
    judged=False,
)
