"""A perfect expert: the majority of those who never erred makes log₂ n mistakes. Restarts, if no expert is perfect."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from sympy import Eq, log

from learncheck.exact.arrays import totals
from learncheck.learners import ExpertsMajority, ExpertsRestart
from learncheck.learners.arrays import Ints
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Round, Trace, once
from learncheck.strategies.play.games import AGREE, CONTRADICT
from learncheck.strategies.tables import experts as games
from learncheck.theorems import formal
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.at_once import Columns, OfStates, States
from learncheck.theorems.language.claim import VEM, Claim, Values, as_printed
from learncheck.theorems.language.premise import Premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.experts.advice import (
    SOME_EXPERTS,
    M,
    P,
    Q,
    R,
    V,
    a,
    any_games,
    e,
    m,
    m_t,
    measure,
    n,
    p,
    per_expert,
    right,
)
from learncheck.theorems.rules.conformance import conforms

A_PERFECT_EXPERT = Premise("some expert never errs", lambda trace: not trace.facts.errors.all(), option="perfect")


# ------------------------------------------------------------------------------------ a perfect expert, and restarts


@OfStates
def trusted(states: States, values: Values, trace: Trace) -> Columns:
    """Measure V from the learner's mask of the experts that it trusts."""
    return {V: totals(per_expert(states, "alive", trace))}


REMOVES_HALF = Step("a mistake removes at least half of the experts that are left", Next(V) <= V / 2)

PERFECT_STAYS = Step("the perfect expert stays", Next(V) >= 1, always)


EXPERTS_PERFECT = Claim(
    "experts-perfect",
    "With a perfect expert, following the majority of the experts and removing those who err makes at most "
    r"$\log_2 n$ mistakes.",
    sources=(VEM("8.4, Predicting from expert advice"),),
    label="tight",
    learner=ExpertsMajority,
    cases=any_games("restart"),
    assuming=(A_PERFECT_EXPERT,),
    measure=measure,
    bound=M <= log(n, 2),
    watch=("alive",),
    state=trusted,
    steps=(REMOVES_HALF, PERFECT_STAYS),
    proof=Induction(
        means=SOME_EXPERTS,
        code=lambda: formal.version_space_runs.version_space_rounds(
            lambda alive: {V: alive.sum()},
            realizable=A_PERFECT_EXPERT,
            target="perfect expert",
            table=None,
            counts=M,
            size=n,
        ),
    ),
    attained_by=lambda: [games.even_game(2**k, k, "perfect") for k in (0, 1, 2, 5, 10)],
    remark="Attained where $n$ is a power of two, by advice that splits the remaining experts in half.",
)


def best_expert(trace: Trace[games.ExpertsGame, games.ExpertsFacts]) -> int:
    """Return the expert who makes the fewest mistakes in the whole game."""
    return int(trace.facts.errors.argmin())


@OfStates
def trusted_and_best(states: States, values: Values, trace: Trace) -> Columns:
    """Measure V, and a: whether the best expert is trusted."""
    alive = per_expert(states, "alive", trace)
    return {V: totals(alive), a: (alive[:, best_expert(trace)] != 0).astype(int)}


def somebody_stays(round: Round) -> bool:
    """Whether some expert whom the learner trusts is right."""
    return bool((np.asarray(round.before["alive"]) & (round.instance == round.label)).any())


@once
def restarts_so_far(trace: Trace) -> list[Values]:
    """Measure in every round the trusted experts who are right and whether the best expert errs.

    Also measure, up to and including the round, the restarts and the fewest mistakes of an expert.
    """
    measured: list[Values] = []
    errors: Ints = np.zeros(trace.case.n, dtype=np.int64)
    started_again = 0
    for round in trace.rounds:
        agree = round.instance == round.label
        errors = errors + ~agree
        (alive,) = per_expert(States((round.before,)), "alive", trace)
        count = int((alive.astype(bool) & agree).sum())
        started_again += count == 0
        errs = int(not agree[best_expert(trace)])
        measured.append({right: count, p: started_again, m_t: int(errors.min()), e: errs})
    return measured


HALF_ARE_RIGHT = Step("on a mistake at most half of the experts that are left are right", right <= V / 2)

SOME_STAY = {
    "some expert is left": Next(V) >= 1,
    "the best expert is removed only where he errs": Next(a) + e >= a,
    "he is trusted or not": Next(a) <= 1,
}


EXPERTS_RESTART = Claim(
    "experts-restart",
    r"Restarting whenever no expert is left makes at most $m + (m + 1)\cdot \log_2 n$ mistakes, $m$ of them the "
    "mistakes that leave no expert.",
    sources=(VEM("8.4, Predicting from expert advice"),),
    label="tight",
    learner=ExpertsRestart,
    cases=any_games("restart"),
    measure=measure,
    bound=M <= m + (m + 1) * log(n, 2),
    latex=r"M \le m + (m + 1)\log_2 n",
    watch=("alive",),
    state=trusted_and_best,
    during=lambda round, values, trace: restarts_so_far(trace)[round.index],
    steps=(HALF_ARE_RIGHT, Step("before the learner starts again every expert has erred once more", p <= m_t, always)),
    proof=Induction(
        means=SOME_EXPERTS,
        start={M: 0, m: 0, p: 0, V: n, a: 1},
        names={P: 2**M, Q: 2**p, R: n**p},
        rounds={
            "a mistake that leaves some expert": Transition(
                steps=(HALF_ARE_RIGHT,),
                holds={"those who are right stay": Eq(Next(V), right), **SOME_STAY},
                sets={M: M + 1, m: m + e},
                keeps=(p,),
                when=lambda round: bool(round.mistake) and somebody_stays(round),
            ),
            "a mistake that leaves nobody": Transition(
                holds={
                    "all experts are trusted again": Eq(Next(V), n),
                    "the best one, too": Eq(Next(a), 1),
                    "he has erred if he was trusted": e >= a,
                },
                sets={M: M + 1, m: m + e, p: p + 1},
                when=lambda round: bool(round.mistake) and not somebody_stays(round),
            ),
            "no mistake": Transition(
                holds={"nobody comes back": Next(V) <= V, **SOME_STAY},
                sets={m: m + e},
                keeps=(M, p),
                when=lambda round: not round.mistake,
            ),
        },
        invariant={
            "every mistake has halved the experts, and every start brought $n$ of them back": P * V <= n * Q * R,
            "some expert is left": V >= 1,
            "before every start the best expert has erred, and since then if he is not trusted": p + 1 <= m + a,
            "he is trusted or not": a <= 1,
        },
        using=(lemmas.LOG_RISES.at({lemmas.x: 1, lemmas.y: n}),),
        concludes=P <= n * Q * R,
        logarithms=True,
        lines={"there are at most $m$ starts": p <= m, "so they cost at most": p * log(n) <= m * log(n)},
        matched="the code cannot be run on formal quantities, since it asks for the number of experts when it restarts",
    ),
    attained_by=lambda: [
        games.even_game(2**k, m + (m + 1) * k, "restart") for k, m in ((0, 1), (0, 7), (1, 0), (1, 3), (3, 2), (6, 5))
    ],
    repairs="experts-restart-as-printed",
    remark=r"Attained where $n$ is a power of two: every start costs $\log_2 n$ mistakes until one expert is left, "
    "and one more when that one errs; the last start need not end.",
)

EXPERTS_RESTART_AS_PRINTED = as_printed(
    EXPERTS_RESTART,
    r"Restarting whenever no expert is left makes at most $m\cdot \log_2 n$ mistakes.",
    bound=M <= m * log(n, 2),
    latex=r"M \le m\log_2 n",
    flaw=r"A start costs $\log_2 n$ mistakes while some expert is left and one more when the last one errs, and "
    r"the last start, which no restart ends, costs its $\log_2 n$ as well. One expert who errs once gives $M "
    "= m = 1 > 0$; two, of whom the best errs once, give $M = 3 > 1$.",
    worked=(
        "Take n = {n} expert. The learner can only follow that expert.",
        "The expert errs once, m = {m}, and so does the learner, M = {M}; then the learner starts again.",
        "The notes claim at most m·log₂ n = 1·log₂ 1 = 0 mistakes.",
    ),
    watch=(),
)


def panel_ladder(trust: games.Trust) -> Iterator[games.ExpertsGame]:
    """Games with many experts, one of whom decides, and with many rounds. In the last, `ExpertsRestart` restarts often.

    In the first, 256 experts say +1 and one says −1, and an 8-bit count, signed or not, gives −1. In the second, the
    first label leaves one expert of 2,049; the others outvote it if each keeps a thousandth of its vote.
    """
    few, many = (1,) * 256 + (-1,), (1,) * 2048 + (-1,)
    yield games.ExpertsGame(len(few), trust, ((few, AGREE),))
    yield games.ExpertsGame(len(many), trust, ((many, CONTRADICT), (many, AGREE)))
    yield from (games.lone_game(n, place, 1, trust) for n in ladders.SIZES for place in ladders.places(n))
    yield from (
        games.ExpertsGame(ladders.EVERY, trust, ((advice, AGREE),)) for advice in ladders.narrow_votes(ladders.EVERY)
    )
    yield games.lone_game(ladders.HUGE, ladders.HUGE - 1, 1, trust)
    yield from (games.lone_game(3, 1, 1, trust, idle=rounds) for rounds in ladders.SIZES)
    yield games.ExpertsGame(3, trust, (((1, 1, -1), CONTRADICT),) * ladders.SIZES[-1])


EXPERTS_MAJORITY_CONFORMS = conforms(
    "experts-majority-conforms",
    ExpertsMajority,
    replace(any_games("perfect", agreeing=True), ladder=partial(panel_ladder, "perfect")),
    VEM("8.4, Predicting from expert advice"),
    sequences="sequences on which some expert is perfect",
)

EXPERTS_RESTART_CONFORMS = conforms(
    "experts-restart-conforms",
    ExpertsRestart,
    replace(any_games("restart", agreeing=True), ladder=partial(panel_ladder, "restart")),
    VEM("8.4, Predicting from expert advice"),
)
