"""The best mistake bound of any online algorithm on a finite class: exactly the Littlestone dimension.

The value L of the game is computed by minimax over version spaces and certified in both directions. A mistake tree of
depth L shows that every learner can be made to err L times. A potential that starts at L shows that some learner errs
no more often.
"""

import sympy
from sympy import And, log

from learncheck.learners import Consistent, Halving
from learncheck.learners.online.standard_optimal import StandardOptimal, game_value
from learncheck.strategies.play.case import Round, Snapshot, Trace
from learncheck.strategies.tables import finite_class, littlestone
from learncheck.strategies.tables.finite_class import FiniteClassGame
from learncheck.strategies.tables.littlestone import ClassValue, MistakeTreeGame
from learncheck.theorems.formal.values import K_MINUS, K_PLUS, definition, value_rounds
from learncheck.theorems.language.claim import JAI, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.language.ready import REALIZABLE
from learncheck.theorems.language.step import Next, Step, always

M = quantity("M", "the mistakes")
H = quantity("H", "the size $|H|$ of the class")
V = quantity("V", "the VC dimension")
L = quantity("L", "the Littlestone dimension of the class")
K = sympy.Symbol("K", real=True)
"""The Littlestone dimension of the version space; -1 if that is empty."""

OPTIMUM = JAI("Online learning, the question on log₂|H|")

SYMMETRIC = "all classes on {points:_ points} instances, up to the order of the instances and the names of the labels"

OPTIMAL = Claim(
    "optimal-mistakes-at-most-log",
    r"There is always an online algorithm that makes at most $\log_2|H|$ mistakes: the value of the game, which is "
    r"the Littlestone dimension $L$ of $H$, is at least $\operatorname{VCdim}(H)$ and at most $\log_2|H|$.",
    sources=(OPTIMUM,),
    kind="game",
    label="tight",
    cases=Family(
        littlestone.class_values,
        extent=SYMMETRIC,
        search=dict(points=4, rows=10),
        scout=dict(points=6, rows=16),
        quick=dict(points=4),
        full=dict(points=4),
        beyond="the value of a class is found by playing out all its games, exponentially many",
    ),
    measure=lambda trace: {V: trace.facts.vc_dimension, L: trace.facts.value, H: len(trace.case.hypotheses)},
    bound=And(V <= L, L <= log(H, 2)),
    attained_by=lambda: map(ClassValue, littlestone.hardest_classes()),
    remark=r"Both sides are attained. Cubes have $V = L = \log_2|H|$; the $2^k$ thresholds have $V = 1$ and $L = "
    "k$. Halving is not always optimal: on all 401 kinds of classes on 4 instances it is, if it breaks "
    "its ties well, but not on a class of 9 hypotheses on 5, where it errs three times and $L = 2$.",
)


def mistakes(trace: Trace) -> Values:
    values = game_value(trace.case.hypotheses)
    return {M: trace.mistakes, L: values(values.everything)}


def value_left(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure K, the value of the version space that the learner keeps."""
    left = sum(1 << i for i, alive in enumerate(state["alive"]) if alive)
    return {K: game_value(trace.case.hypotheses)(left)}


def halves(each: Round, values: Values, trace: Trace) -> Values:
    """Measure the values of the two parts into which the instance divides the version space."""
    value = game_value(trace.case.hypotheses)
    left = sum(1 << i for i, alive in enumerate(each.before["alive"]) if alive)
    positive = value.positive[each.instance]
    return {K_PLUS: value(left & positive), K_MINUS: value(left & ~positive)}


IS_THE_VALUE = Step("$K$ is the value of the game, by that of the halves", definition(K, K_PLUS, K_MINUS), always)
SMALLER = Step("a mistake leaves a version space of a smaller Littlestone dimension", Next(K) <= K - 1)
NO_GREATER = Step("no round leaves one of a greater", Next(K) <= K, always)
TARGET_STAYS = Step("the version space does not become empty", Next(K) >= 0, always)

STANDARD_OPTIMAL = Claim(
    "standard-optimal-mistakes",
    "Predicting the label whose hypotheses have the greater Littlestone dimension, the standard optimal algorithm "
    "makes at most $L$ mistakes, the value of the game.",
    sources=(OPTIMUM,),
    label="tight",
    learner=StandardOptimal,
    cases=Family[FiniteClassGame | MistakeTreeGame](
        finite_class.finite_class_games,
        grows=dict(rounds=Long()),
        search=dict(points=4, rows=8, rounds=6),
        scout=dict(points=5, rows=12, rounds=10),
        exhaust=finite_class.small_classes,
        quick=dict(points=2, rounds=3),
        full=dict(points=3, rounds=4),
        extent="all classes on up to {points:≤ _ points} instances (the order of the hypotheses aside), all sequences "
        "of up to {rounds:≤ _ rounds} rounds, each label contradicting the learner if the class allows it",
    ),
    assuming=(REALIZABLE,),
    measure=mistakes,
    bound=M <= L,
    watch=("alive",),
    state=value_left,
    during=halves,
    steps=(SMALLER, NO_GREATER, IS_THE_VALUE, TARGET_STAYS),
    proof=Induction(
        code=value_rounds(K, L, M, realizable=REALIZABLE),
        reading=r"The half that is predicted has the greater value. Where the halves have the values $p \ge q \ge "
        "0$, the whole has at least $1 + q$.",
    ),
    attained_by=lambda: [
        *map(MistakeTreeGame, littlestone.hardest_classes()),
        finite_class.bisection_game(finite_class.cube(3), 3),
        finite_class.bisection_game(finite_class.thresholds(8), 3),
        littlestone.harder_for_halving(),
    ],
    judged=False,
    reading="ours",
)

FORCED = Claim(
    "littlestone-forces-mistakes",
    "On every class the environment makes every online learner err $L$ times: it walks down a mistake tree of depth "
    "$L$, away from the predictions.",
    sources=(OPTIMUM,),
    kind="adversary",
    label="lower",
    learner=StandardOptimal,
    learners=(Halving, Consistent),
    cases=Family(
        littlestone.mistake_tree_games,
        extent=SYMMETRIC,
        search=dict(points=4, rows=10),
        scout=dict(points=6, rows=16),
        quick=dict(points=4),
        full=dict(points=4),
    ),
    assuming=(REALIZABLE,),
    measure=mistakes,
    bound=M >= L,
    slack=(M >= L,),
    attained_by=lambda: map(MistakeTreeGame, littlestone.hardest_classes()),
    judged=False,
    reading="ours",
)
