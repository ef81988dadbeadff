"""AdaBoost: the bound on its training error with the steps of the proof, and what it does."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from operator import mul

import msgspec
import numpy as np
import sympy
from numpy.typing import ArrayLike, NDArray
from sympy import And, Eq, exp

from learncheck import learners
from learncheck.exact.decimals import apart, decimal
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Round, Snapshot, Trace, once
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples import boosting, weak_learners
from learncheck.strategies.samples.boosting import BoostedFit, Boosting, GreedyBoosting, ScriptedBoosting
from learncheck.strategies.samples.weak_learners import Distribution
from learncheck.theorems.formal import boosting as formal
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import UML, Claim, Family, NotExposed, Values, quantity
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import Premise, formally, premise
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.rules import batch, following

Vector = NDArray[np.float64]

HALF = Fraction(1, 2)

# ---- the training error of AdaBoost ----

L = quantity("L", "the training error $L_S$ of the vote; in the steps, after the rounds so far")
T = quantity("T", "the rounds")
g = quantity("γ", r"the weak learner's edge: $\varepsilon_t \le \tfrac{1}{2} - \gamma$ in every round", real=True)
e = sympy.Symbol("ε", nonnegative=True)
w = sympy.Symbol("w", real=True)
"""The error ε_t of the hypothesis of a round, and the weight w_t that the learner gives it."""
Z2 = quantity("Z²", r"the square of $Z = \prod 2\sqrt{\varepsilon_t(1 - \varepsilon_t)}$, over the rounds so far")
P, q = sympy.symbols("P q", positive=True)
"""e^(−2γ²T), and its factor per round, e^(−2γ²)."""

LARGE = 2**12
"""The number of examples in each of two groups; with one more example, an edge of 1/16386."""

LENGTHS = (32, 128, 256)
"""Numbers of rounds."""

HALVINGS = 24
"""Rounds that each err on another one of as many examples, so that what is left of the distribution is halved."""


def boosting_ladder() -> Iterator[Boosting]:
    """A second fit; weak learners with a small edge, which err on nearly half of the mass in every round; long runs.

    The first of the small edges is so small that two rounds are enough.
    """
    yield GreedyBoosting((1, -1, 1), (1,) * 3, ((boosting.ROTATING, 0),) * 3, gamma=Fraction(1, 6), again=True)
    yield GreedyBoosting((1, -1, 1), (LARGE, LARGE, 1), ((boosting.HEAVIEST, 0),) * 2, gamma=Fraction(1, 4 * LARGE + 2))
    for k in range(2, 7):  # two groups of 2ᵏ examples each and one more example
        edge = Fraction(1, 2 ** (k + 2) + 2)
        yield GreedyBoosting((1, -1, 1), (2**k, 2**k, 1), ((boosting.HEAVIEST, 0),) * 2**k, gamma=edge)
    for rounds in LENGTHS:
        moves = ((boosting.ROTATING, 1), (boosting.LIGHTEST, 1)) * (rounds // 2)
        yield GreedyBoosting((1, -1, 1, -1), (1,) * 4, moves, gamma=Fraction(1, 8))
        yield boosting.StumpBoosting(((0,), (2,), (4,)), (1, -1, 1), ((1,), (3,)), rounds, gamma=Fraction(1, 6))


def perfect_ladder() -> Iterator[Boosting]:
    """A round without error; rounds that err on ever less of the distribution; an example on which none errs, so that
    its weight falls below what is added in order not to divide by 0; and all of `boosting_ladder`.
    """
    yield ScriptedBoosting((1, -1, 1), (1,) * 3, ((0,), ()), gamma=Fraction(1, 6))
    in_turn = tuple((t % 3,) for t in range(LENGTHS[-1]))
    yield ScriptedBoosting((1, -1, 1, 1), (1,) * 4, in_turn, gamma=Fraction(1, 500))
    errors = tuple((i,) for i in range(HALVINGS))
    yield ScriptedBoosting((1, -1) * (HALVINGS // 2), (1,) * HALVINGS, errors, gamma=Fraction(1, 6))
    yield from turning(ScriptedBoosting, Fraction(1, 500))
    yield from boosting_ladder()


def turning(kind: type[ScriptedBoosting], gamma: Fraction) -> Iterator[ScriptedBoosting]:
    """Yield long trainings in which a part of the rounds decides the votes on three instances beyond the sample.

    The hypotheses err on the first of them in the first half of the rounds, on the second in the last half, and on the
    third outside of the middle; in each case in `LEAD` rounds less than they do not. They err on the sample in turn.
    """
    for rounds in ladders.SAMPLE_SIZES:
        few = (rounds - LEAD) // 2
        wrong = range(few), range(rounds - few, rounds), (*range(few // 2), *range(rounds - few + few // 2, rounds))
        errors = tuple((t % 3, *(3 + i for i in range(3) if t in wrong[i])) for t in range(rounds))
        yield kind((1, -1, 1, 1, -1, 1), (1, 1, 1, 0, 0, 0), errors, gamma=gamma)


LEAD = 9
"""Rounds by which a vote is won."""

LEAST_EDGE = Fraction(1, 500)
"""Scripts keep this distance from the errors ½ and 0, where rounding decides what a correct learner does."""


def boosting_cases(
    choices: Choices, *, instances: int, rounds: int, edge: bool = False, positive_edge: bool = False
) -> Boosting:
    """Scripts, greedy weak learners and best stumps, on at most `instances` instances.

    Scripts have at most `rounds` rounds, the others at most twice as many. Shrinks to a script of one round.
    """
    kind = choices.integer(0, 3)
    if kind == 2:
        return greedy_weak_learners(choices, instances=instances, rounds=2 * rounds)
    if kind == 3:
        return boosting.three_pieces(choices, instances=instances, rounds=2 * rounds)
    return scripts(choices, instances=instances, rounds=rounds, edge=edge, positive_edge=positive_edge)


def all_boosting_cases(choices: Choices, *, instances: int, rounds: int) -> Boosting:
    """Like `boosting_cases`, with some scripts in which one round makes no error."""
    case = boosting_cases(choices, instances=instances, rounds=rounds, edge=True, positive_edge=True)
    if isinstance(case, ScriptedBoosting) and choices.integer(0, 9) == 9:
        perfect = choices.integer(0, len(case.errors) - 1)
        errors = tuple(wrong if t != perfect else () for t, wrong in enumerate(case.errors))
        return msgspec.structs.replace(case, errors=errors)
    return case


def scripts(
    choices: Choices, *, instances: int, rounds: int, edge: bool = False, positive_edge: bool = False
) -> ScriptedBoosting:
    """Scripts of errors with ε_t < ½ in every round, and the greatest gamma that they allow.

    Without `edge`, gamma is 9/20 for any errors; otherwise, without `positive_edge`, it is -1/2.
    """
    labels, copies = boosting.drawn_instances(choices, 3, instances, beyond=2)
    errors = boosting.drawn_errors(choices, Distribution(copies), HALF - LEAST_EDGE, rounds, least=LEAST_EDGE)
    gamma = stated_gamma(copies, errors, edge, positive_edge)
    return ScriptedBoosting(labels, copies, errors, gamma=gamma, again=choices.flag())


def small_scripts(
    choices: Choices, *, instances: int, rounds: int, edge: bool = False, positive_edge: bool = False
) -> ScriptedBoosting:
    """Every script of at most `rounds` rounds on at most `instances` examples; with ε_t < ½ if `positive_edge`.

    The labels are all +1, or alternate between +1 and −1.
    """
    least = 3 if positive_edge else 2
    n = choices.integer(least, instances)
    labels, copies = boosting.in_turn(n) if choices.flag() else (1,) * n, (1,) * n
    share = HALF - LEAST_EDGE if positive_edge else None
    errors = boosting.every_errors(choices, Distribution(copies), share, rounds, proper=True)
    gamma = stated_gamma(copies, errors, edge, positive_edge)
    return ScriptedBoosting(labels, copies, errors, gamma=gamma)


def stated_gamma(
    copies: Sequence[int], errors: Sequence[Sequence[int]], edge: bool = True, positive_edge: bool = True
) -> Fraction:
    """The edge that a script of these errors claims: exactly, or rounded down to thousandths."""
    if not edge:
        return Fraction(9, 20)
    if not positive_edge:
        return Fraction(-1, 2)
    gamma = HALF - max(Distribution(copies).played(errors))
    return gamma if gamma.denominator <= 10_000 else Fraction(math.floor(gamma * 1000), 1000)


def greedy_weak_learners(choices: Choices, *, instances: int, rounds: int) -> GreedyBoosting:
    """Greedy weak learners whose edge leaves room to err on the lightest of n instances in every round."""
    labels, copies = boosting.drawn_instances(choices, 3, instances, beyond=1)
    n = len(copies) - copies.count(0)
    gamma = Fraction(choices.integer(1, n - 2), 2 * n)
    moves = choices.many(lambda: boosting.drawn_move(choices), least=1, most=rounds)
    return GreedyBoosting(labels, copies, moves, gamma=gamma, again=choices.flag())


def independent_errors(p: int, q: int, rounds: int) -> ScriptedBoosting:
    """The product sample {1..q}^T, where round t errs if coordinate t is at most p: ε_t = p/q in every round.

    An instance stands for all examples with errors in the same rounds. The training error is the probability of at
    least T/2 errors in T independent trials with error probability p/q.
    """
    patterns = range(2**rounds)
    copies = tuple(p ** code.bit_count() * (q - p) ** (rounds - code.bit_count()) for code in patterns)
    errors = tuple(tuple(code for code in patterns if code >> t & 1) for t in range(rounds))
    labels = tuple(1 - 2 * (code & 1) for code in patterns)
    return ScriptedBoosting(labels, copies, errors, gamma=HALF - Fraction(p, q))


def stubborn(n: int, rounds: int) -> GreedyBoosting:
    """Errs on the first of n examples whenever allowed: fatal for a booster that does not reweight."""
    gamma = HALF - Fraction(1, n)
    return GreedyBoosting((1, -1) * (n // 2), (1,) * n, ((boosting.STUBBORN, 0),) * rounds, gamma=gamma)


def sleight(rounds: int) -> ScriptedBoosting:
    """Errs on 28 of 58 examples and on a light one in turn: rounds to which AdaBoost gives little and much weight.

    The errors are at most about ¼, although the 28 are wrong in half of the rounds: fatal for a uniform vote.
    """
    errors = tuple((0,) if t % 2 else (1 + t // 2 % 4,) for t in range(rounds))
    copies = (28, 1, 1, 1, 1, 26)
    return ScriptedBoosting((1, -1) * 3, copies, errors, gamma=stated_gamma(copies, errors))


def nearly_perfect(rounds: int) -> ScriptedBoosting:
    """Errs on three examples in turn, and finally on the fourth, whose share is then almost nothing.

    The vote is right on it: fatal for a booster that treats a small error as none and lets the last hypothesis decide.
    """
    errors = (*((t % 3,) for t in range(rounds - 1)), (3,))
    return ScriptedBoosting((1, -1, 1, 1), (1,) * 4, errors, gamma=Fraction(1, 8))


def undoing(n: int, rounds: int) -> GreedyBoosting:
    """Errs on the lightest of n examples: fatal for a booster that overdoes its reweighting."""
    return GreedyBoosting(
        (1,) * n, (1,) * n, ((boosting.STUBBORN, 0), *((boosting.LIGHTEST, 0),) * (rounds - 1)), gamma=Fraction(1, 6)
    )


SCRIPTS = Family(
    boosting_cases,
    exhaust=small_scripts,
    extent="all scripts of errors below ½ on up to {instances:≤ _ examples} examples labelled +1, or +1 and −1 in "
    "turn, up to {rounds:≤ _ rounds} rounds",
    search=dict(instances=6, rounds=4),
    scout=dict(instances=10, rounds=10),
    quick=dict(instances=4, rounds=3),
    full=dict(instances=5, rounds=3),
    grows=dict(instances=Wide(32), rounds=Long(80)),
    ladder=boosting_ladder,
)
ALL = replace(
    SCRIPTS,
    build=all_boosting_cases,
    exhaust=partial(small_scripts, edge=True, positive_edge=True),
    ladder=perfect_ladder,
)
"""The cases of `SCRIPTS`, and cases with rounds that make no error."""


def rounds_due(trace: Trace[Boosting, BoostedFit]) -> list[weak_learners.WeakLearnerCall]:
    """Return the calls of the weak learner in the rounds of the algorithm, without any further calls."""
    return trace.facts.calls[: trace.case.rounds()]


@premise(r"every $\varepsilon_t$ is at most $\tfrac{1}{2} - \gamma$", option="edge")
def HAS_EDGE(trace: Trace) -> bool:
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
def NO_PERFECT_ROUND(trace: Trace) -> bool:
    """Whether ε_t > 0 in every round; otherwise w_t = ½ log(1/ε_t − 1) would be infinite."""
    return all(max(call.error, call.due) > 0 for call in rounds_due(trace))


def training_error(trace: Trace[Boosting, BoostedFit]) -> Values:
    return {L: trace.facts.training_error, T: trace.case.rounds(), g: trace.case.gamma}


def so_far(state: Snapshot, values: Values, trace: Trace) -> Values:
    """Measure L and Z² after the rounds so far."""
    t = state["t"]
    return {L: error_of_the_vote(state, t, trace), Z2: squares_of_z(trace)[t]}


def error_of_the_vote(state: Snapshot, t: int, trace: Trace[Boosting, BoostedFit]) -> Fraction:
    """Return the training error of the vote of the first t hypotheses; at the end, that of the learner's predictions.

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
def squares_of_z(trace: Trace[Boosting, BoostedFit]) -> list[Fraction]:
    """Return Z_0², Z_1², ..., Z_T² exactly."""
    factors = (4 * call.error * (1 - call.error) for call in trace.facts.calls)
    return list(accumulate(factors, mul, initial=Fraction(1)))


def of_the_round(round: Round, values: Values, trace: Trace) -> Values:
    """Measure ε_t, and the weight that the learner gives h_t."""
    t = round.before["t"]
    return {e: trace.facts.calls[t].error, w: float(round.before["estimator_weights"][t])}


def hard_cases() -> Iterable[Boosting]:
    """Yield the cases closest to the bound, and cases that defeat boosters with other weights."""
    yield from (boosting.disjoint_errors(Fraction(1, k)) for k in (4, 10, 102))
    yield independent_errors(1, 3, 5)
    yield independent_errors(2, 5, 4)
    yield stubborn(4, 14)
    yield sleight(10)
    yield undoing(6, 24)
    yield nearly_perfect(60)


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
    code=formal.boosting_rounds(L, T, Z2, e, perfect=NO_PERFECT_ROUND),
    reading=r"$Z' = 2\sqrt{\varepsilon(1 - \varepsilon)}\cdot Z \le \sqrt{1 - 4\gamma^2}\cdot Z \le "
    r"e^{-2\gamma^2}\cdot Z$, all of it squared. Before the first round every vote is a tie, and a tie is "
    "an error.",
)

about_adaboost = partial(Claim, learner=learners.AdaBoost, attained_by=hard_cases)
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
        raise NotExposed("the weights of the hypotheses are not exposed")
    state = {**final, "last": False}
    by_round = [error_of_the_vote(state, t, trace) for t in range(1, len(trace.rounds) + 1)]
    return {J: max((after - before for before, after in pairwise(by_round)), default=Fraction(-1))}


def factors_of_z(trace: Trace) -> Values:
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

# The relative tolerance for each weight. AdaBoost's D_t+1 is compared with the update of the D_t that was passed
# before, so only one round's error counts: about (m + 8)·2⁻⁵³ of an entry for the sum, the logarithm, the exponentials
# and the division, or Σ w_s·2⁻⁵³ in a booster that keeps D as exp(−y f). Only a small ε_t computed as 1 − (1 − ε_t) can
# be off by more, which `_rounding` allows for. The weights of boosting by majority are products of t factors, off by
# about t·2⁻⁵³, or t·(m + 8)·2⁻⁵³ if they are normalised in every round. All this is far below 1e-6.
DISTRIBUTION = 1e-6

NEVER_CALLED = "it never calls the weak learner that it is given"


class Misfit(Exception):
    """Why a run is not one of the algorithm."""


@dataclass(eq=False)
class BoostingRun(ABC):
    """Follow a boosting algorithm on a sample with the labels y.

    Pass each call of the weak learner to `call`, then the predictions on the sample to `finish` at the end of `fit`.
    `answers` judges predictions on any instances for which the labels of all h_t are known. Each raises Misfit where
    the run is not the algorithm's. Weights may have any positive total. Any answer is allowed where the vote ties.
    """

    y: ArrayLike
    n_rounds: int
    hypotheses: list[Vector] = field(default_factory=list, init=False)  # h_t on the sample

    def __post_init__(self) -> None:
        self._labels = np.asarray(self.y, dtype=np.float64)
        self._due = np.full(len(self._labels), 1.0 / len(self._labels))  # the distribution of the next round
        self._off = 0.0  # how far rounding may move it

    @abstractmethod
    def _after(self, share: Vector, h: Vector) -> None:
        """Take the weights that were passed, scaled to sum 1, to the distribution of the next round."""

    @abstractmethod
    def _unlike(self, i: int, own: str, due: str) -> str:
        """Say that the weight of example i is not what is due in this round."""

    @abstractmethod
    def answers(self, weak_predictions: ArrayLike, predictions: ArrayLike) -> None:
        """Judge predictions of shape (q,) by the vote, given the labels of all h_t, of shape (calls, q)."""

    @property
    def calls(self) -> int:
        """The number of calls so far."""
        return len(self.hypotheses)

    @property
    def judging(self) -> bool:
        """Whether anything is left to judge."""
        return True

    def followed(self, weak: weak_learners.WeakLearner, predictions: Vector) -> batch.BatchFit:
        """Judge all calls of the weak learner, and the predictions on its instances."""
        if weak.altered:
            return batch.BatchFit(False, "the weak learner is handed another X or y than the sample's")
        try:
            self.follow(weak)
            self.finish(predictions[weak.which])
            if weak.calls:
                self.answers(np.array([call.labels for call in weak.calls]), predictions)
        except Misfit as misfit:
            return batch.BatchFit(False, str(misfit))
        return batch.FITS

    def follow(self, weak: weak_learners.WeakLearner) -> None:
        """Judge all calls of the weak learner."""
        for call in weak.calls:
            self.call(call.handed, call.labels[weak.which])

    def call(self, D: ArrayLike, predictions: ArrayLike) -> None:
        """Judge a call of the weak learner, from the weights passed to it and its hypothesis's labels on the sample."""
        if not self.judging:
            return
        if self.calls == self.n_rounds:
            raise Misfit(f"the weak learner is called more than n_rounds = {self.n_rounds} times")
        given = np.asarray(D, dtype=np.float64)
        if given.shape != self._due.shape or not np.isfinite(given).all() or not given.sum() > 0:
            raise Misfit(f"D_{self.calls + 1} is not a distribution over the {len(self._due)} examples")
        share: Vector = given / given.sum()
        off = np.abs(share - self._due) > (DISTRIBUTION + self._off) * self._due
        if off.any():
            i = int(off.argmax())
            raise Misfit(self._unlike(i, *apart(share[i], self._due[i])))
        self.hypotheses.append(np.asarray(predictions, dtype=np.float64))
        self._after(share, self.hypotheses[-1])

    def finish(self, predictions: ArrayLike) -> None:
        """Judge the end of `fit`: whether there were n_rounds calls."""
        if self.calls != self.n_rounds:
            raise Misfit(f"the weak learner is called {self.calls} times, not n_rounds = {self.n_rounds} times")

    def _agree(self, scores: Vector, slack: float, predictions: ArrayLike, vote: str) -> None:
        """Judge whether the predictions are the signs of the scores; any will do up to the slack."""
        given = np.asarray(predictions, dtype=np.float64)
        wrong = np.flatnonzero((np.abs(scores) > slack) & (given != np.sign(scores)))
        if len(wrong):
            i = int(wrong[0])
            raise Misfit(f"{vote.format(i, scores[i])}, but the answer is {given[i]:+g}")


@dataclass(eq=False)
class AdaBoostRun(BoostingRun):
    """Follow AdaBoost. Source: UML 10.2.

    After a round with ε_t = 0 (`perfect`) only the training error is judged, which must be 0. After a round with
    ε_t = 1 nothing is judged: AdaBoost is undefined there, and its hypothesis ε_t < ½ is violated.
    """

    perfect: bool = field(default=False, init=False)
    undefined: bool = field(default=False, init=False)
    handed: list[float] = field(default_factory=list, init=False)  # ε_t under the D_t that was passed

    @property
    def judging(self) -> bool:
        """Whether anything but the training error is left to judge."""
        return not self.perfect and not self.undefined

    def _after(self, share: Vector, h: Vector) -> None:
        right = h == self._labels
        wrong_mass, right_mass = float(share[~right].sum()), float(share[right].sum())
        self.handed.append(wrong_mass)
        self.perfect = bool(right.all())
        self.undefined = not self.perfect and not 0 < wrong_mass < 1
        if self.judging:
            self._due = np.where(right, share / (2 * right_mass), share / (2 * wrong_mass))
            self._off = self._rounding(wrong_mass)

    def _unlike(self, i: int, own: str, due: str) -> str:
        return f"in round {self.calls + 1} example {i} has the weight {own}, and AdaBoost gives it {due}"

    def finish(self, predictions: ArrayLike) -> None:
        """Judge the end of `fit`: whether there were n_rounds calls and the vote labels the sample."""
        if self.perfect:
            errors = int(np.count_nonzero(np.asarray(predictions) != self._labels))
            if errors:
                raise Misfit(f"a round was perfect, but the training error is {errors}/{len(self._labels)}")
        elif self.judging:
            if not self.calls:
                raise Misfit(NEVER_CALLED)
            super().finish(predictions)
            self.answers(self.hypotheses, predictions)

    def answers(self, weak_predictions: ArrayLike, predictions: ArrayLike) -> None:
        if not self.judging or not self.calls:
            return
        w = self.weights()
        slack = following.TIE * np.abs(w).sum() + sum(self._rounding(epsilon) for epsilon in self.handed)
        scores = w @ np.asarray(weak_predictions, dtype=np.float64)
        self._agree(scores, slack, predictions, "the weighted vote on instance {} is {:g}")

    def weights(self) -> Vector:
        """Return w_t = ½·log(1/ε_t − 1) of the rounds so far, each ε_t under the D_t that was passed."""
        return np.array([0.5 * math.log((1 - epsilon) / epsilon) for epsilon in self.handed])

    def shows(self, weights: ArrayLike) -> batch.BatchFit:
        """Whether the weights that the learner exposes are the w_t, up to one positive factor.

        Nothing is judged after a round without an error.
        """
        if not self.judging or not self.calls:
            return batch.FITS
        given, due = np.asarray(weights, dtype=np.float64), self.weights()
        top = int(due.argmax())
        slack = [following.TIE * due[top] + self._rounding(epsilon) for epsilon in self.handed]
        scaled = given * (due[top] / given[top]) if given[top] > 0 else np.zeros_like(due)
        off = np.abs(scaled - due) - (slack + due / due[top] * slack[top])
        t = int(off.argmax())
        if not off[t] > 0:
            return batch.FITS
        own, right = apart(float(given[t] / given[top]) if given[top] else 0.0, float(due[t] / due[top]))
        why = f"estimator_weights[{t}] is {own} times estimator_weights[{top}], but ½ log(1/ε − 1) is {right} times it"
        return batch.BatchFit(False, why)

    def _rounding(self, epsilon: float) -> float:
        """Bound the error of w_t: ε_t is a sum of m terms, or 1 minus such a sum, and is followed by a logarithm."""
        return 8 * (len(self._labels) + 8) * following.ROUNDING / min(epsilon, 1 - epsilon)


E_next = quantity(
    "E_next", r"the error of $h_t$ under the next distribution, in the round where it is farthest from $\tfrac{1}{2}$"
)


def adaboost_fits(trace: Trace[Boosting, BoostedFit]) -> batch.BatchFit:
    """Whether the calls of the weak learner and the predictions, on and off the sample, are AdaBoost's."""
    weak = trace.facts.weak_learner
    return AdaBoostRun(weak.y, trace.case.rounds()).followed(weak, trace.facts.predictions)


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
    attained_by=hard_cases,
)


def exposed_weights_fit(trace: Trace[Boosting, BoostedFit]) -> batch.BatchFit:
    """Whether estimator_weights are the weights of the votes. Raises NotExposed unless there is one a round."""
    weak = trace.facts.weak_learner
    state = trace.rounds[-1].after if trace.rounds else {}
    try:
        weights = np.asarray(state["estimator_weights"], dtype=float)
    except (KeyError, TypeError, ValueError):
        raise NotExposed("the weights of the hypotheses are not exposed") from None
    if weights.shape != (len(weak.calls),) or not np.isfinite(weights).all():
        raise NotExposed(f"estimator_weights has the shape {weights.shape}, with {len(weak.calls)} rounds")
    due = AdaBoostRun(weak.y, trace.case.rounds())
    try:
        due.follow(weak)
    except Misfit:
        return batch.FITS  # it is adaboost-conforms that says so
    return due.shows(weights)


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
    attained_by=hard_cases,
    conformance=False,
)


def next_error(trace: Trace) -> Values:
    """Measure E_next from the distributions that the learner passes; 0 if it calls the weak learner less than twice."""
    return {E_next: farthest_from_half(trace.facts.calls, Fraction(0))}


def farthest_from_half(calls: Sequence[weak_learners.WeakLearnerCall], none: Fraction) -> Fraction:
    """Return the error of a hypothesis under the next distribution that is farthest from ½; `none` of one call."""
    errors = [call.error_of_last for call in calls if call.error_of_last is not None and call.exact]
    return max(errors, key=lambda error: abs(error - HALF), default=none)


def other_error(trace: Trace) -> str:
    """Say what the error is, or that the weak learner is called less than twice."""
    calls = trace.facts.calls
    if len(calls) < 2:
        return f"it calls the weak learner only once in {trace.case.rounds()} rounds" if calls else NEVER_CALLED
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
        code=formal.reweighting_rounds(E_next, e, perfect=NO_PERFECT_ROUND),
        reading=r"$\varepsilon e^w = (1 - \varepsilon)e^{-w}$: after the round the examples on which $h_t$ errs weigh "
        "as much as the others. Before the first round there is no such error, and ½ stands for it.",
    ),
)
