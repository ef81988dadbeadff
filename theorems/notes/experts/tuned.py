"""Randomized Weighted Majority with the step ε = √(log n/m): at most m + 2√(m log n) expected mistakes.

A game rounds ε to 30 bits. What this costs is less than what log(1−ε) ≥ −ε(1+ε) leaves. Source: VEM 8.4.1.
"""

import math
from dataclasses import replace
from fractions import Fraction

from sympy import And, Eq, Ge, Implies, Rational, exp, log, sqrt, symbols

from learncheck.exact.decide import compile_relation
from learncheck.learners import RandomizedWeightedMajority
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.tables import experts as games
from learncheck.theorems import formal
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.claim import VEM, Claim, Family, Values, as_printed
from learncheck.theorems.language.derivations import Derivation
from learncheck.theorems.language.limits import Long, Wide
from learncheck.theorems.language.premise import formally, premise
from learncheck.theorems.language.proof import Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.experts import randomized
from learncheck.theorems.notes.experts.advice import (
    D,
    E,
    G,
    L,
    RandomizedExpertsGame,
    T,
    W,
    b,
    epsilon,
    f_t,
    k,
    m,
    n,
    q,
)
from learncheck.theorems.notes.experts.weighted_majority import A_SUMMAND


def tuned_games(
    choices: Choices, *, experts: int, rounds: int, tuned_step: bool = False, small_step: bool = False
) -> RandomizedExpertsGame:
    """Games for Randomized Weighted Majority with ε = √(log n/m), below 1, if `tuned_step`.

    Shrinks to few experts and few rounds and the label +1.
    """
    if not tuned_step:
        sizes = dict(experts=experts, rounds=rounds, leaders=experts, alone=rounds, others=rounds // 2)
        return randomized.randomized_games(choices, **sizes, small_step=small_step)
    n = choices.integer(2, experts)
    if choices.flag():
        moves = choices.many(lambda: (choices.labels(n), choices.label()), most=rounds)
        return tuned(RandomizedExpertsGame(n, Fraction(1), moves)) or choices.reject()
    length, others = choices.integer(n, rounds), choices.integer(0, rounds)
    return tuned(randomized.leader_game(n, Fraction(1), length, others)) or choices.reject()


def tuned_leader_games(
    choices: Choices, *, experts: int, rounds: int, tuned_step: bool = False
) -> RandomizedExpertsGame:
    """The leader's games of up to `experts` experts and `rounds` rounds, with ε as in tuned_games."""
    n = choices.integer(2, experts)
    length = choices.integer(0, rounds)
    if not tuned_step:
        return randomized.leader_game(n, Fraction(1, 2), length)
    return tuned(randomized.leader_game(n, Fraction(1), length)) or choices.reject()


CLOSE = tuple(
    off <= most * m
    for off in (epsilon**2 * m - log(n), log(n) - epsilon**2 * m)
    for most in (Rational(1, 2**29), epsilon**2 / 2)
)
"""ε is √(log n/m) up to a rounding to 30 bits, which is small compared to ε."""


@premise(r"$\varepsilon = \sqrt{\log n/m}$", option="tuned_step")
def TUNED_STEP(trace: Trace[RandomizedExpertsGame, games.ExpertsFacts]) -> bool:
    """Whether ε is √(log n/m), rounded to 30 bits; this changes E only in about the 60th bit."""
    best = int(trace.facts.errors.min())
    values = {epsilon: trace.case.epsilon, m: best, n: trace.case.n}
    return best > 0 and all(compile_relation(relation).decide(values).holds for relation in CLOSE)


A_ROUND = {
    **randomized.ARE_PROBABILITIES,
    **A_SUMMAND,
    randomized.LOSES_THE_FRACTION.words: randomized.LOSES_THE_FRACTION.relation,
}

UP_TO_M = "the best expert errs $m$ times in all"


def log_above_by(share: Rational, largest: Rational) -> lemmas.Lemma:
    """State log(1−ε) ≥ −ε − (1 − share)·ε² for ε up to `largest`: what LOG_ABOVE leaves makes up for the rounding."""
    e = lemmas.e
    statement = Ge(log(1 - e), -e - (1 - share) * e**2)
    words = rf"$\log(1 - \varepsilon) \ge -\varepsilon - (1 - {share})\varepsilon^2$"
    return lemmas.Lemma(words, statement, (e >= 0, e <= largest), lemmas.least_at_the_ends(e))


MIDDLE_STEP = Rational(2, 5)
SPARED = (
    (Rational(1, 4), MIDDLE_STEP, r"where $\varepsilon \le 2/5$", epsilon <= MIDDLE_STEP),
    (Rational(1, 2**30), lemmas.LARGEST_STEP, r"where $\varepsilon \ge 2/5$", epsilon >= MIDDLE_STEP),
)
"""The share of ε² that is spared for steps up to some size, and where it is used."""

_s, _m, _e, _l, _u, _q = symbols("s m ε ℓ u q", real=True)

ROUNDED = Derivation(
    r"for $\varepsilon \ge 2/5$ and $\ell = \log n$ near $u = \varepsilon^2m$, "
    r"$\ell + (1 - s)u \le 2\varepsilon\sqrt{m\ell}$",
    {
        "$s > 0$": _s > 0,
        r"$s \le 1/1000$": _s <= Rational(1, 1000),
        "$m > 0$": _m > 0,
        r"$\varepsilon \ge 2/5$": _e >= MIDDLE_STEP,
        r"$u = \varepsilon^2m$": Eq(_u, _e**2 * _m),
        r"$|\ell - u| \le 2sm$": And(_l - _u <= 2 * _s * _m, _u - _l <= 2 * _s * _m),
        r"$q = \sqrt{m\ell}$": And(_q >= 0, Eq(_q**2, _m * _l)),
    },
    {
        r"(1) $m \le 25u/4$": (_m <= Rational(25, 4) * _u, ("ε ≥ 2/5", "m > 0", "u = ε²m")),
        r"(2) $|\ell - u| \le 25su/2$": (
            And(_l - _u <= Rational(25, 2) * _s * _u, _u - _l <= Rational(25, 2) * _s * _u),
            ("(1)", "|ℓ − u| ≤ 2sm", "s > 0"),
        ),
        r"(3) $(\ell - u)^2 \le 625s^2u^2/4$": ((_l - _u) ** 2 <= Rational(625, 4) * _s**2 * _u**2, ("(2)",)),
        r"(4) $u \ge 0$": (_u >= 0, ("(1)", "m > 0")),
        r"(5) $s\ell u \ge s(u^2 - 25su^2/2)$": (
            _s * _l * _u >= _s * (_u**2 - Rational(25, 2) * _s * _u**2),
            ("(2)", "(4)", "s > 0"),
        ),
        r"(6) $0 \le s^2u^2 \le su^2/1000$": (
            And(_s**2 * _u**2 >= 0, _s**2 * _u**2 <= _s * _u**2 / 1000),
            ("s > 0", "s ≤ 1/1000"),
        ),
        r"(7) $(\ell + (1 - s)u)^2 \le 4\ell u$": (
            (_l + (1 - _s) * _u) ** 2 <= 4 * _l * _u,
            ("(3)", "(5)", "(6)"),
        ),
        r"(8) $\ell + (1 - s)u \le 2\varepsilon q$": (
            _l + (1 - _s) * _u <= 2 * _e * _q,
            ("(7)", "q = √(mℓ)", "u = ε²m", "ε ≥ 2/5"),
        ),
    },
)
"""What a rounding of ε to within s costs is less than s times ε²m."""


def measure_tuned(trace: Trace) -> Values:
    """Measure E, m, n and T, but not ε: the theorem says √(log n/m), which a game rounds."""
    values = randomized.measure_expectation(trace)
    return {symbol: values[symbol] for symbol in (E, m, n, T)}


ERRS_IN_SOME = Step(r"$m \le T$, so $\sqrt{m \log n}/T \le \sqrt{\log n/T}$", m <= T, always)

RANDOMIZED_WEIGHTED_MAJORITY_TUNED = Claim(
    "randomized-weighted-majority-tuned",
    r"With $\varepsilon = \sqrt{\log n/m}$ and $\log(1-\varepsilon) \ge -\varepsilon(1+\varepsilon)$, that is, "
    r"$m \ge 2.1386\cdot \log n$, Randomized Weighted Majority has "
    r"$E[M]/T \le m/T + 2\sqrt{m \log n}/T \le m/T + 2\sqrt{\log n/T}$.",
    sources=(VEM("8.4.1, Randomized Weighted Majority Algorithm"),),
    learner=RandomizedWeightedMajority,
    cases=Family(
        tuned_games,
        exhaust=tuned_leader_games,
        extent="the leader alone errs, up to {experts:n ≤ _} experts and {rounds:≤ _ rounds} rounds",
        search=dict(experts=3, rounds=16),
        scout=dict(experts=4, rounds=30),
        quick=dict(experts=7, rounds=20),
        full=dict(experts=12, rounds=50),
        grows=dict(experts=Wide(), rounds=Long()),
    ),
    assuming=(TUNED_STEP, randomized.SMALL_STEP),
    measure=measure_tuned,
    bound=E <= m + 2 * sqrt(m * log(n)),
    latex=r"E \le m + 2\sqrt{m\cdot\log n}",
    steps=(ERRS_IN_SOME,),
    proof=replace(
        randomized.RANDOMIZED_PROOF,
        assuming={
            **formally(randomized.SMALL_STEP),
            TUNED_STEP: And(m > 0, epsilon > 0, *CLOSE),
        },
        means={"there are experts": n >= 1},
        using=(
            *(log_above_by(share, largest).at({lemmas.e: epsilon}) for share, largest, _, _ in SPARED),
            ROUNDED.at(
                {"s": SPARED[1][0], "m": m, "ε": epsilon, "ℓ": log(n), "u": epsilon**2 * m, "q": sqrt(m * log(n))}
            ),
        ),
        start={E: 0, k: 0, W: n, b: 1},
        names={G: exp(-epsilon * E), D: (1 - epsilon) ** k, q: exp(-epsilon * f_t), L: log(n)},
        rounds={
            "a round, the best expert errs": Transition(
                holds={**A_ROUND, **randomized.LOSES_EPSILON, UP_TO_M: Next(k) <= m},
                sets={E: E + f_t, k: k + 1},
                using=(randomized.DECAYS,),
            ),
            "a round, the best expert is right": Transition(
                holds=A_ROUND, sets={E: E + f_t}, keeps=(k, b), using=(randomized.DECAYS,)
            ),
        },
        invariant={
            r"the total weight is at most $n\cdot e^{-\varepsilon E}$": W <= n * G,
            r"the best expert's weight is at least $(1-\varepsilon)^k$": b >= D,
            "the best expert's weight is part of the total": b <= W,
            "some weight is left": W > 0,
            UP_TO_M: k <= m,
        },
        lines={
            **{
                rf"the bound for any step, times $\varepsilon$, {where}": Implies(
                    sizes, epsilon * E <= log(n) + epsilon * m + (1 - share) * epsilon**2 * m
                )
                for share, _, where, sizes in SPARED
            },
            r"the rounding is less than what is spared, where $\varepsilon \le 2/5$": Implies(
                epsilon <= MIDDLE_STEP, (log(n) + 3 * epsilon**2 * m / 4) ** 2 <= 4 * epsilon**2 * m * log(n)
            ),
            **{
                rf"so the bound is at most $\varepsilon m + 2\varepsilon\sqrt{{m\log n}}$, {where}": Implies(
                    sizes, log(n) + (1 - share) * epsilon**2 * m <= 2 * epsilon * sqrt(m * log(n))
                )
                for share, _, where, sizes in SPARED
            },
            "in all": epsilon * E <= epsilon * m + 2 * epsilon * sqrt(m * log(n)),
        },
        code=lambda: randomized.randomized_rounds(k, means=not_the_last),
        reading=r"the step is $\sqrt{\log n/m}$ but for the rounding of the games to 30 bits, "
        r"$|\varepsilon^2m - \log n| \le 2^{-29}m$, at most half of $\varepsilon^2m$ for $\varepsilon \ge 2^{-14}$; "
        r"$\log(1-\varepsilon) \ge -\varepsilon(1+\varepsilon)$ is used as $\varepsilon \le 0.683802623$, "
        "beyond which it holds for less than another $10^{-9}$",
    ),
    attained_by=lambda: filter(None, [tuned(randomized.leader_game(2, Fraction(1), 200, 60))]),
    repairs="randomized-weighted-majority-tuned-as-printed",
    remark="0.946 with $n = 2$ and $m = 100$: the experts err in turn, and then one of them in 60 more rounds.",
)

RANDOMIZED_WEIGHTED_MAJORITY_TUNED_AS_PRINTED = as_printed(
    RANDOMIZED_WEIGHTED_MAJORITY_TUNED,
    r"With $\varepsilon = \sqrt{\log n/m}$, Randomized Weighted Majority has $E[M]/T \le m/T + 2\sqrt{m \log n}/T$.",
    assuming=(TUNED_STEP,),
    measure=randomized.measure_expectation,
    latex=r"E \le m + 2\sqrt{m\cdot\log n}",
    flaw=r"If $m$ is only slightly more than $\log n$, the tuned $\varepsilon$ exceeds 0.6838, where the fact behind "
    "the bound is false. If only experts with the fewest errors err, no game of 10 rounds breaks it, for up to "
    r"20 experts. The weaker form with $2\sqrt{\log n/T}$ is false as well, for larger $n$: with $n = 22026$, $m "
    "= 10$ and $T = 109$ rounds $E$ is more than 76.09, and it allows 76.04.",
    worked=(
        "Take n = {n} experts. Of those with the fewest errors 3, 2, 1 and 1 err, so that each has erred once, then "
        "the same again, and then 3, 2 and 1: T = {T} rounds, m = {m}.",
        "The tuned ε = √(log 7/2) = {epsilon}, so an expert with more errors has almost no weight. Four such rounds "
        "cost about 3/7 + 2/4 + 1/2 + 1; in all E = {E}.",
        "The notes claim at most m + 2√(m·log n) = 2 + 2√(2·log 7) ≈ 5.946.",
    ),
)


def tuned(game: RandomizedExpertsGame) -> RandomizedExpertsGame | None:
    """The game with ε = √(log n/m), rounded to 30 bits; None where that is not between 0 and 1."""
    errors = [sum(given[expert] != label for given, label in game.rounds) for expert in range(game.n)]
    if game.n == 1 or min(errors) <= math.log(game.n):
        return None
    epsilon = Fraction(round(math.sqrt(math.log(game.n) / min(errors)) * 2**30), 2**30)
    return RandomizedExpertsGame(game.n, epsilon, game.rounds)


def not_the_last(round: "formal.round.Happened") -> "formal.round.Truths":
    """Grant k + 1 ≤ m in a round in which the best expert errs, as m counts his mistakes in the whole game."""
    errs = round.situation is not None and k in round.situation.counts
    return {"$k$ counts up to $m$": formal.numbers.Real(k) + 1 <= formal.numbers.Real(m)} if errs else {}
