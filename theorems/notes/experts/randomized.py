"""Randomized Weighted Majority: at most log(n)/ε + m(1 + ε) expected mistakes, m being those of the best expert.

The fact log(1−ε) ≥ −ε(1+ε) behind it is false for ε above 0.6838, and with it the bound. Source: VEM 8.4.1.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
from flint import fmpq
from sympy import Eq, Symbol, exp, log

from learncheck.exact.arrays import totals
from learncheck.exact.balls import fraction
from learncheck.learners import RandomizedWeightedMajority
from learncheck.strategies.play import ladders
from learncheck.strategies.play.case import Round, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables import experts as games
from learncheck.theorems import formal
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.at_once import States
from learncheck.theorems.language.claim import VEM, Claim, Family, NotExposed, Values, as_printed
from learncheck.theorems.language.limits import Wide
from learncheck.theorems.language.premise import formally, holding
from learncheck.theorems.language.proof import Expressions, Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.experts.advice import (
    SOME_EXPERTS,
    D,
    E,
    G,
    RandomizedExpertsGame,
    T,
    W,
    b,
    epsilon,
    f_t,
    m,
    n,
    per_expert,
    q,
    s_t,
)
from learncheck.theorems.notes.experts.weighted_majority import A_SUMMAND, weights
from learncheck.theorems.rules.conformance import conforms

SMALL_STEPS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(5, 8))
LARGE_STEPS = (Fraction(3, 4), Fraction(7, 8), Fraction(15, 16), Fraction(63, 64), Fraction(255, 256))
"""Values of ε on either side of 0.6838, above which log(1−ε) ≥ −ε(1+ε) is false."""


def randomized_games(
    choices: Choices, *, experts: int, rounds: int, leaders: int, alone: int, others: int = 0, small_step: bool = False
) -> RandomizedExpertsGame:
    """Games for Randomized Weighted Majority, with any advice and labels, or with an adversary's.

    Any games have up to `experts` experts and `rounds` rounds, those of the adversary up to `leaders` experts, of whom
    one errs alone in up to `alone` rounds, and all but one in up to `others`. ε comes from SMALL_STEPS if `small_step`,
    otherwise from both lists. Shrinks to few experts and few rounds, ε = 1/2 and the label +1. Up to 18 errors the
    weights (1−ε)^errors are exact in floats for every ε here.
    """
    if choices.flag():
        n, epsilon = choices.integer(1, leaders), choices.pick(step_sizes(small_step))
        return leader_game(n, epsilon, choices.integer(0, alone), choices.integer(0, others))
    n = choices.integer(1, experts)
    epsilon = choices.pick(step_sizes(small_step))
    moves = choices.many(lambda: (choices.labels(n), choices.label()), most=rounds)
    return RandomizedExpertsGame(n, epsilon, moves)


RANDOMIZED = Family(
    randomized_games,
    extent="all advice and labels of up to {experts:n ≤ _} experts in up to {rounds:≤ _ rounds} rounds, and up to "
    "{leaders} experts who err alone in turn for up to {alone} rounds, with the ε of a list",
    search=dict(experts=5, rounds=14, leaders=5, alone=14, others=7),
    scout=dict(experts=8, rounds=18, leaders=8, alone=18, others=9),
    quick=dict(experts=2, rounds=2, leaders=6, alone=12),
    full=dict(experts=2, rounds=3, leaders=12, alone=18),
    grows=dict(experts=Wide()),
)


def measure_expectation(trace: Trace[RandomizedExpertsGame, games.ExpertsFacts]) -> Values:
    """Measure E, m, n, ε and T. E is the exact sum of the probabilities of the experts who then erred.

    Raises NotExposed if the learner did not give one number per expert; the conformance claim reports that.
    """
    case = trace.case
    expected = Fraction(0)
    for round in trace.rounds:
        probabilities = np.asarray(round.prediction, dtype=float)
        if probabilities.shape != (case.n,):
            raise NotExposed(f"probabilities of shape {probabilities.shape}, not one for each of {case.n} experts")
        expected += sum(map(Fraction, probabilities[round.instance != round.label].tolist()), Fraction(0))
    best = int(trace.facts.errors.min())
    return {E: expected, m: best, n: case.n, epsilon: case.epsilon, T: len(trace.rounds)}


SMALL_STEP = holding(
    r"$\log(1-\varepsilon) \ge -\varepsilon(1+\varepsilon)$",
    epsilon <= lemmas.LARGEST_STEP,
    lambda trace: {epsilon: Fraction(trace.case.epsilon)},
    option="small_step",
)
"""The inequality of the proof is shown to hold up to this step."""


def erring_fraction(round: Round, values: Values, trace: Trace) -> Values:
    """Measure f_t, from the learner's weights."""
    w = per_expert(States((round.before,)), "w", trace)
    (everything,), (erring,) = totals(w), totals(w[:, round.instance != round.label])
    return {f_t: fraction(fmpq(erring) / everything)}


LOSES_THE_FRACTION = Step(
    r"$W$ goes down to at most $W(1 - \varepsilon f_t)$", Next(W) <= W * (1 - epsilon * f_t), always
)


ARE_PROBABILITIES = {"the probabilities add up to 1": Eq(s_t, 1), "the erring have at most all of it": f_t <= 1}


LOSES_EPSILON = {r"the best expert's weight goes down to $b(1 - \varepsilon)$": Eq(Next(b), b * (1 - epsilon))}

DECAYS = lemmas.GROWTH.at({lemmas.a: -epsilon * f_t})

RANDOMIZED_PROOF = Induction(
    assuming=formally(SMALL_STEP),
    means={**SOME_EXPERTS, "the step is positive": epsilon > 0, "it is less than 1": epsilon < 1},
    start={E: 0, m: 0, W: n, b: 1},
    names={G: exp(-epsilon * E), D: (1 - epsilon) ** m, q: exp(-epsilon * f_t)},
    rounds={
        "a round, the best expert errs": Transition(
            steps=(LOSES_THE_FRACTION,),
            holds={**ARE_PROBABILITIES, **LOSES_EPSILON, **A_SUMMAND},
            sets={E: E + f_t, m: m + 1},
            using=(DECAYS,),
        ),
        "a round, the best expert is right": Transition(
            steps=(LOSES_THE_FRACTION,),
            holds={**ARE_PROBABILITIES, **A_SUMMAND},
            sets={E: E + f_t},
            keeps=(m, b),
            using=(DECAYS,),
        ),
    },
    invariant={
        r"the total weight is at most $n\cdot e^{-\varepsilon E}$": W <= n * G,
        r"the best expert's weight is at least $(1-\varepsilon)^m$": b >= D,
        "the best expert's weight is part of the total": b <= W,
        "some weight is left": W > 0,
    },
    using=(lemmas.LOG_ABOVE.at({lemmas.e: epsilon}),),
    concludes=D <= n * G,
    logarithms=True,
    code=lambda: randomized_rounds(m),
    reading="the best expert may be any expert, $m$ counting his mistakes so far; in the end the best one is "
    r"taken; $\log(1-\varepsilon) \ge -\varepsilon(1+\varepsilon)$ is used as $\varepsilon \le "
    "0.683802623$, beyond which it holds for less than another $10^{-9}$",
)

RANDOMIZED_WEIGHTED_MAJORITY_MISTAKES = Claim(
    "randomized-weighted-majority",
    r"Randomized Weighted Majority with a step $\varepsilon$ such that "
    r"$\log(1-\varepsilon) \ge -\varepsilon(1+\varepsilon)$, that is, $\varepsilon$ up to 0.6838, makes at most "
    r"$\log n/\varepsilon + m(1+\varepsilon)$ mistakes in expectation.",
    sources=(VEM("8.4.1, Algorithm 4"),),
    learner=RandomizedWeightedMajority,
    cases=RANDOMIZED,
    assuming=(SMALL_STEP,),
    measure=measure_expectation,
    bound=E <= log(n) / epsilon + m * (1 + epsilon),
    latex=r"E \le (1 + \varepsilon)m + \log n/\varepsilon",
    watch=("w",),
    state=weights,
    during=erring_fraction,
    steps=(
        LOSES_THE_FRACTION,
        Step(r"the weight of the best expert is at least $(1-\varepsilon)^m$", Next(b) >= (1 - epsilon) ** m, always),
    ),
    proof=RANDOMIZED_PROOF,
    attained_by=lambda: [
        leader_game(2, Fraction(1, 4), 0, 33),
        leader_game(2, Fraction(1, 8), 0, 18),
        leader_game(16, Fraction(5, 8), 320),
    ],
    repairs="randomized-weighted-majority-as-printed",
    remark=r"0.961 with $\varepsilon = 1/4$: of two experts one is perfect and the other errs in 33 rounds. What "
    r"is missing is $\log(1/(1-\varepsilon f)) - \varepsilon f$ of every round, less and less as "
    r"$\varepsilon$ falls (0.975 with $\varepsilon = 1/8$ in 40 rounds).",
)

RANDOMIZED_WEIGHTED_MAJORITY_AS_PRINTED = as_printed(
    RANDOMIZED_WEIGHTED_MAJORITY_MISTAKES,
    r"Randomized Weighted Majority makes at most $\log n/\varepsilon + m(1+\varepsilon)$ mistakes in expectation.",
    latex=r"E \le (1 + \varepsilon)m + \log n/\varepsilon",
    flaw=r"The fact $\log(1-\varepsilon) \ge -\varepsilon(1+\varepsilon)$ is false for $\varepsilon$ above "
    "0.6838, and with large steps the bound falls with it: an expert who errs alone loses nearly all "
    r"weight, so $n$ of them in a row cost about $\log n$ mistakes, and not $1+\varepsilon$. In the limit "
    r"$\varepsilon \to 1$ no game of 7 rounds breaks it, for any $n$ up to 60, and with 8 rounds it takes 7 experts. "
    r"Nor do 7 rounds of up to 5 experts, whoever errs, with $\varepsilon = 0.7, 0.8, 0.9, 0.95, 0.99$ or $0.999$.",
    worked=(
        "Take n = {n} experts and ε = {epsilon}. In T = {T} rounds 2, 2, 1, 1 and 1 of them err, so that each has "
        "erred once, and then 3, 2 and 1 of them again, so that one never errs twice: m = {m}.",
        "An expert who has erred has almost no weight, so the rounds cost about 2/7 + 2/5 + 1/3 + 1/2 + 1 and then "
        "3/7 + 2/4 + 1/2; in all E = {E}.",
        "The notes claim at most log 7/ε + 1·(1+ε) ≈ 1.9461 + 1.9999 = 3.9460.",
    ),
    assuming=(),
    watch=(),
)


def randomized_rounds(
    errors: Symbol, means: "Callable[[formal.round.Happened], formal.round.Truths]" = lambda round: {}
) -> "formal.round.Runs":
    """Return the learner's rounds with any step; the symbol `errors` counts the mistakes of the best expert."""
    return formal.weight_runs.potential_rounds(
        lambda w, best: {W: w.sum(), b: w[best]},
        formal.weight_runs.experts((errors,)),
        follows="best",
        means=means,
        kind=formal.round.every_round,
        during=of_the_erring,
        counts={E: lambda round: False},
        make=lambda learner, n, step: learner(n, step),
        constants={"epsilon": epsilon},
        options={epsilon: formal.DYADIC},
        size=n,
    )


def of_the_erring(round: "formal.round.Happened") -> Expressions:
    """Express f_t (the probability of the experts who err), E after the round, and the sum of the probabilities."""
    fraction = (round.prediction * (round.x != round.label)).sum()
    return {f_t: fraction, Next(E): E + fraction, s_t: round.prediction.sum()}


def leader_game(n: int, epsilon: Fraction, rounds: int, others: int = 0) -> RandomizedExpertsGame:
    """In each round the first of the experts with the fewest errors errs alone; then, for `others` rounds, all but the
    last one err.

    If the learner expects to lose f_t in a round, W becomes W(1−εf_t); the smaller f_t, the less W falls for this loss.
    """
    alone = (tuple(-1 if expert == t % n else 1 for expert in range(n)) for t in range(rounds))
    together = ((-1,) * (n - 1) + (1,),) * others
    return RandomizedExpertsGame(n, epsilon, tuple((advice, 1) for advice in (*alone, *together)))


def step_sizes(small_step: bool) -> tuple[Fraction, ...]:
    """The ε that games are drawn with."""
    return SMALL_STEPS if small_step else SMALL_STEPS + LARGE_STEPS


def randomized_ladder() -> Iterator[RandomizedExpertsGame]:
    """Games with awkward steps, with many experts, with many rounds, and with so many errors that weights leave the
    range of doubles.

    In two of them one expert errs, and then all experts err for `LONG` rounds, or none does: with a step close to 1 the
    weights underflow, and those of a learner that multiplies by 1/(1 − ε) where an expert is right overflow. Then one
    expert errs. In the last game one expert falls far behind, and then the others fall as far.
    """
    for step in (*ladders.AWKWARD, 1 - Fraction(1, 1000), 1 - Fraction(1, 2**20), Fraction(1, 2**20), Fraction(0)):
        yield leader_game(3, step, 12, 3)
    n = ladders.SIZES[-1]
    erring = tuple(-1 if i in ladders.places(n) else 1 for i in range(n))
    yield RandomizedExpertsGame(n, Fraction(1, 2), ((erring, 1), (erring, 1)))
    idle = (((1, 1, 1), 1),) * ladders.SIZES[-1]
    yield RandomizedExpertsGame(3, Fraction(1, 2), (*idle, ((-1, 1, 1), 1), *idle, ((1, -1, 1), 1), *idle[:1]))
    for label in (1, -1):
        all_alike = (((-1, -1, -1), label),) * LONG
        rounds = ((-1, 1, 1), 1), *all_alike, ((-1, 1, 1), 1), ((1, -1, 1), -1)
        yield RandomizedExpertsGame(3, LARGE_STEPS[-1], rounds)
    catching_up = *(((-1, 1, 1), 1),) * FAR, *(((1, -1, -1), 1),) * FAR
    yield RandomizedExpertsGame(3, LARGE_STEPS[-1], (*catching_up, ((-1, 1, 1), 1)))


LONG = 150
"""(1/256)^LONG is less than the least double."""

FAR = 40
"""(1/256)^FAR is more than 10⁻¹⁰⁰, the least weight that is compared."""


RANDOMIZED_WEIGHTED_MAJORITY_CONFORMS = conforms(
    "randomized-weighted-majority-conforms",
    RandomizedWeightedMajority,
    replace(RANDOMIZED, ladder=randomized_ladder),
    VEM("8.4.1, Algorithm 4"),
    statement="the probabilities are those of {}, each up to 1e-9.",
)
