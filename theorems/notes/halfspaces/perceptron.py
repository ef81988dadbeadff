"""Perceptron: its mistake bound in six forms, the sequences that attain it, and its relatives' conformance.

The proof of UML Theorem 9.1 follows two quantities, a = ⟨w*,w⟩ and b = ‖w‖². A mistake adds at least 1 to
a and at most R² to b; after M mistakes M <= a, b <= MR², and a² <= B²b by Cauchy-Schwarz, so M² <= B²MR².

R² and B² are quantities of their own, because they are rational where R and B are not.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import sympy
from sympy import And, Eq, Or, floor, sqrt

from learncheck.exact.arrays import Integers, inner_products, integers, squared_norms
from learncheck.exact.balls import exact as rational
from learncheck.exact.balls import fraction
from learncheck.exact.separation import NotSeparable, least_norm_certificate
from learncheck.learners import KernelPerceptron, ModifiedPerceptron, Perceptron
from learncheck.strategies.halfspaces.games import (
    LABEL,
    AxesGame,
    ComparedGame,
    OrthogonalGame,
    SpiralGame,
    TargetGame,
    axes_games,
    compared_games,
    every_compared_game,
    every_free_game,
    every_kernel_game,
    every_separable_game,
    every_target_game,
    every_unit_game,
    free_games,
    kernel_games,
    orthogonal_games,
    orthonormal_targets,
    separable_games,
    short_grid_games,
    short_targets,
    spiral_games,
    step_games,
    target_games,
    unit_games,
)
from learncheck.strategies.play.batches import target_batch
from learncheck.strategies.play.case import Case, Round, Snapshot, Trace, once
from learncheck.strategies.play.games import CONTRADICT
from learncheck.theorems.formal.round import Granted
from learncheck.theorems.formal.runs import Happened, Runs, vector_rounds
from learncheck.theorems.language.at_once import Columns, States, at_once, stacked
from learncheck.theorems.language.claim import JAI, LIN, UML, VEM, Claim, Family, Values
from learncheck.theorems.language.premise import Premise, formally
from learncheck.theorems.language.proof import CodeStart, Induction, Rounds
from learncheck.theorems.language.readings import exact_values, read
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.language.trusted import cauchy_schwarz
from learncheck.theorems.rules.conformance import conforms
from learncheck.theorems.rules.rule import PERCEPTRON

M, R2, B2, W2, X2, gamma, gamma2, rho2, m = sympy.symbols("M R² B² ‖w*‖² ‖x‖² γ γ² ρ² m", nonnegative=True)
"""Mistakes; R², B², ‖w*‖² and max‖x‖²; γ, γ² and ρ²; the length of a sequence."""
a, b, least = sympy.symbols("a b μ")
"""a = ⟨w*,w⟩ and b = ‖w‖²; μ = min y⟨w*,x⟩."""

Exact = tuple[int | Fraction, ...]
SHORT = 8
"""Up to this length it takes longer to ask an array whether it holds integers than to look at each."""


# ---- exact quantities of a trace ----


def exact(values: Any) -> Exact:
    """A float vector as the numbers that it holds."""
    if len(values) > SHORT:
        array = np.asarray(values, dtype=np.float64)
        if (array == np.rint(array)).all() and (np.abs(array) < 2**53).all():
            return tuple(array.astype(np.int64).tolist())
    return tuple(int(v) if v.is_integer() else Fraction(v) for v in map(float, values))


def inner(u: Exact, v: Exact) -> int | Fraction:
    """⟨u,v⟩."""
    return sum(p * q for p, q in zip(u, v, strict=True) if p and q)


@once
def signed_instances(trace: Trace) -> tuple[Exact, ...]:
    """The y·x of all rounds, each once."""
    # A game presents the same array again and again; each is taken apart once.
    shown = {(id(x), y): (x, y) for x, y in trace.examples()}
    return tuple(dict.fromkeys(tuple(y * v for v in exact(x)) for x, y in shown.values()))


@lru_cache(8192)
def least_norm(signed: tuple[Exact, ...]) -> tuple[Exact, int | Fraction] | None:
    """The w of least norm with ⟨w,yx⟩ >= 1 for all yx, and ‖w‖²; None where there is no such w."""
    try:
        found = least_norm_certificate(signed, (1,) * len(signed))
    except NotSeparable:
        return None
    return found.w, found.norm_squared


def separable(trace: Trace) -> bool:
    """Some w has y⟨w,x⟩ >= 1 in every round."""
    signed = signed_instances(trace)
    return bool(signed) and least_norm(signed) is not None


SEPARABLE = Premise("separable", separable, option="separable")


def separator(trace: Trace) -> tuple[Exact, int | Fraction]:
    """The least-norm separator w* of the sequence and B² = ‖w*‖².

    Where the sequence is not separable (which the theorem excludes), that of its longest separable beginning.
    """
    return separator_of_beginning(signed_instances(trace))


def separator_of_beginning(signed: tuple[Exact, ...]) -> tuple[Exact, int | Fraction]:
    """The separator of least norm of the longest separable beginning of the yx, and its ‖w‖²; 0 where there is none."""
    for size in range(len(signed), 0, -1):
        found = least_norm(signed[:size])
        if found is not None:
            return found
    return (0,) * len(signed[0]), 0


@once
def shown(trace: Trace) -> Integers | None:
    """The y·x of all rounds, a row for each array and label that was presented; None where there was no round."""
    examples = {(id(x), y): (x, y) for x, y in trace.examples()}.values()
    if not examples:
        return None
    return integers(stacked([x for x, _ in examples]) * np.array([y for _, y in examples])[:, None])


def number(value: Any) -> int | Fraction:
    """An exact number as Python's own."""
    return value if type(value) is int else fraction(rational(value, "a sum"))


def radius_squared(trace: Trace) -> int | Fraction:
    """R² = max‖x‖²."""
    rows = shown(trace)
    return 0 if rows is None else number(max(squared_norms(rows)))


@once
def target(trace: Trace) -> Exact:
    """The w* that the case names."""
    return tuple(v.numerator if v.denominator == 1 else v for v in trace.case.weights())


@once
def margins(trace: Trace) -> list[int | Fraction]:
    """y⟨w*,x⟩ of all rounds, for the w* that the case names."""
    rows = shown(trace)
    return [] if rows is None else list(map(number, inner_products(target(trace), rows)))


def weights(state: Snapshot, trace: Trace) -> Exact:
    """w, exactly, without the factor at which the learner may keep it. Raises NotExposed where it is none."""
    return exact(read(state, trace, PERCEPTRON).exact["w"])


@at_once
def towards_separator(states: States, values: Values, trace: Trace) -> Columns:
    """a and b, with the least-norm separator."""
    w = integers(exact_values(states, "w", trace, PERCEPTRON))
    return {a: inner_products(separator(trace)[0], w), b: squared_norms(w)}


@at_once
def towards_target(states: States, values: Values, trace: Trace) -> Columns:
    """a and b, with the w* that the case names."""
    w = integers(exact_values(states, "w", trace, PERCEPTRON))
    return {a: inner_products(target(trace), w), b: squared_norms(w)}


# ---- the proof that all forms share ----

Truths = Mapping[str, Any]


def rounds_of_code(
    given: Callable[[Happened], Granted],
    means: Callable[[Happened], Truths],
    best: Callable[[Trace], Any] = target,
) -> Runs:
    """The learner's own rounds from any w, with any x and w*; M counts mistakes. `best` is the w* of a played game."""
    return vector_rounds(lambda w, target: {a: target @ w, b: w @ w}, given=given, means=means, counts=M, target=best)


def turns_and_grows(progress: Any, growth: Any, length: Any, turns: Step, grows: Step, **parts: Any) -> Induction:
    """A mistake adds `progress` to a (step `turns`) and at most `growth` to b (step `grows`); ‖w*‖² is `length`.

    So M·progress <= a and b <= M·growth, and a² <= length·b by Cauchy-Schwarz.
    """
    return Induction(
        start={M: 0, a: 0, b: 0},
        rounds={
            "a mistake": Rounds(steps=(turns, grows), sets={M: M + 1}),
            "no mistake": Rounds(keeps=(M, a, b)),
        },
        invariant={
            "every mistake has added to a": M * progress <= a,
            "no mistake has added more to $b$": b <= M * growth,
        },
        using=(cauchy_schwarz(a, length, b),),
        **parts,
    )


# ---- the mistake bound ----


def radius_and_separator(trace: Trace) -> Values:
    """M, R² and B²."""
    return {M: trace.mistakes, R2: radius_squared(trace), B2: separator(trace)[1]}


TURNS = Step(r"a mistake adds at least 1 to $a = \langle w^*,w\rangle$", Next(a) >= a + 1)
GROWS = Step(r"a mistake adds at most $R^2$ to $b = \|w\|^2$", Next(b) <= b + R2)

MISTAKES = Claim(
    "perceptron-mistakes",
    r"On every sequence that some $w$ separates with $y\langle w,x\rangle \ge 1$, Perceptron makes at most $(RB)^2$ "
    r"mistakes, where $R = \max\|x\|$ and $B$ is the least norm of such a $w$.",
    sources=(UML("Theorem 9.1"), JAI("Perceptron, Theorem")),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=Family(
        separable_games,
        most=dict(dimensions=0),
        search=dict(dimensions=3, reach=3, pool=4, rounds=8, n=3),
        scout=dict(dimensions=4, reach=5, pool=8, rounds=20, n=2),
        exhaust=every_separable_game,
        quick=dict(dimension=2, reach=1, rounds=4, n=2, signed=3),
        full=dict(dimension=2, reach=2, rounds=4, n=4, signed=3),
        extent="all sequences of up to {rounds} nonzero instances of {{−{reach}, ..., {reach}}}^{dimension}, of more "
        "than {signed} up to their signs, contradicted wherever a target of {{−{n}, ..., {n}}}^{dimension} allows",
    ),
    given=(SEPARABLE,),
    batch=target_batch,
    measure=radius_and_separator,
    in_words=lambda trace: {"w*": separator(trace)[0]},
    bound=M <= R2 * B2,
    watch=("w",),
    state=towards_separator,
    steps=(TURNS, GROWS),
    proof=turns_and_grows(
        1,
        R2,
        B2,
        TURNS,
        GROWS,
        given={},
        code=rounds_of_code(
            given=lambda each: {SEPARABLE: each.label * (each.target @ each.x) >= 1},
            means=lambda each: {r"$R^2 = \max\|x\|^2$": each.x @ each.x <= R2},
            best=lambda trace: separator(trace)[0],
        ),
        reading=r"$w^*$ is the separator of least norm, $B^2 = \|w^*\|^2$. Then $M^2 \le a^2 \le B^2b \le "
        "B^2MR^2$.",
    ),
    attained_by=lambda: [*map(AxesGame, (1, 2, 5, 20, 200)), *short_grid_games()],
)


# ---- the same with a given w* and its margin ----


def agrees(trace: Trace) -> bool:
    """y⟨w*,x⟩ > 0 in every round: the labels are w*'s, and the margin is positive."""
    return min(margins(trace), default=0) > 0


A_MARGIN = Premise("margin", agrees, gamma > 0, option="labels_of_target")


LINEAR_SEPARABLE = Premise("linear separable", agrees, least > 0, option="labels_of_target")


def separates_by_one(trace: Trace) -> bool:
    """y⟨w*,x⟩ >= 1 in every round."""
    return min(margins(trace), default=0) >= 1


SEPARATES_BY_ONE = Premise("separates by 1", separates_by_one, option="labels_of_target")


def unit_target(trace: Trace) -> bool:
    """‖w*‖ = 1."""
    return inner(target(trace), target(trace)) == 1


UNIT_TARGET = Premise("unit target", unit_target, Eq(W2, 1), option="unit_target")


def unit_ball(trace: Trace) -> bool:
    """‖x‖ <= 1 in every round."""
    return radius_squared(trace) <= 1


UNIT_BALL = Premise("unit ball", unit_ball, option="unit_ball")


def family_of_targets(fine: int = 1) -> Family:
    """Games with a named w*."""
    return Family(
        target_games,
        search=dict(dimensions=3, reach=3, pool=4, rounds=8, fine=fine),
        scout=dict(dimensions=4, reach=6, pool=8, rounds=20, fine=fine),
        exhaust=every_target_game,
        quick=dict(reach=1, rounds=3, signed=2),
        full=dict(reach=2, rounds=3, signed=2),
        extent="all sequences of up to {rounds} nonzero instances of {{−{reach}, ..., {reach}}}² that are not "
        "orthogonal to w*, of more than {signed} up to their signs, for a few w*",
    )


def least_size(numbers: list[int | Fraction]) -> int | Fraction:
    """The least absolute value."""
    return min(max(v, -v) for v in numbers)


def measures_of_margin(trace: Trace) -> Values:
    """M and γ = min|⟨w*,x⟩|, with ‖w*‖² and max‖x‖²."""
    w = target(trace)
    return {
        M: trace.mistakes,
        gamma: least_size(margins(trace)),
        W2: inner(w, w),
        X2: radius_squared(trace),
    }


def at_least_gamma(each: Happened) -> Truths:
    """γ = min|⟨w*,x⟩|, squared."""
    return {r"$\gamma = \min|\langle w^*,x\rangle|$": (each.target @ each.x) ** 2 >= gamma**2}


TURNS_BY_MARGIN = Step(r"(8.1): a mistake adds at least $\gamma$ to $a = \langle w^*,w\rangle$", Next(a) >= a + gamma)
GROWS_BY_ONE = Step(r"(8.2): a mistake adds at most 1 to $b = \|w\|^2$", Next(b) <= b + 1)

MARGIN = Claim(
    "perceptron-margin",
    r"On data in the unit ball, classified by a unit $w^*$ with the margin $\gamma = \min|\langle w^*,x\rangle| > 0$, "
    r"Perceptron makes at most $1/\gamma^2$ mistakes.",
    sources=(VEM("Lemma 8.5"),),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=family_of_targets(),
    given=(UNIT_TARGET, UNIT_BALL, A_MARGIN),
    batch=target_batch,
    measure=measures_of_margin,
    bound=M <= 1 / gamma**2,
    watch=("w",),
    state=towards_target,
    steps=(TURNS_BY_MARGIN, GROWS_BY_ONE),
    proof=turns_and_grows(
        gamma,
        1,
        W2,
        TURNS_BY_MARGIN,
        GROWS_BY_ONE,
        given=formally(UNIT_TARGET, A_MARGIN),
        code=rounds_of_code(
            given=lambda each: {
                UNIT_BALL: each.x @ each.x <= 1,
                A_MARGIN: each.label * (each.target @ each.x) > 0,
            },
            means=at_least_gamma,
        ),
        reading=r"$M^2\gamma^2 \le a^2 \le b \le M$.",
    ),
    attained_by=lambda: orthonormal_targets((1, 2, 3, 7)),
    remark=r"VEM assumes $\|x\| \le 1$ without loss of generality before the lemma; without it the bound falls at "
    "once.",
)

TURNS_IN_GENERAL = Step(r"a mistake adds at least $\gamma$ to $a = \langle w^*,w\rangle$", Next(a) >= a + gamma)
GROWS_IN_GENERAL = Step(r"a mistake adds at most $\|x\|^2$ to $b = \|w\|^2$", Next(b) <= b + X2)

MARGIN_GENERAL = Claim(
    "perceptron-margin-general",
    r"On data classified by any $w^*$ with the margin $\gamma = \min|\langle w^*,x\rangle| > 0$, Perceptron makes at "
    r"most $\|w^*\|^2\|x\|^2/\gamma^2$ mistakes, where $\|x\|$ is the greatest norm.",
    sources=(VEM("after Lemma 8.5"),),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=family_of_targets(fine=2),
    given=(A_MARGIN,),
    batch=target_batch,
    measure=measures_of_margin,
    bound=M <= W2 * X2 / gamma**2,
    watch=("w",),
    state=towards_target,
    steps=(TURNS_IN_GENERAL, GROWS_IN_GENERAL),
    proof=turns_and_grows(
        gamma,
        X2,
        W2,
        TURNS_IN_GENERAL,
        GROWS_IN_GENERAL,
        given=formally(A_MARGIN),
        code=rounds_of_code(
            given=lambda each: {A_MARGIN: each.label * (each.target @ each.x) > 0},
            means=lambda each: {**at_least_gamma(each), r"$\|x\|^2$ is the greatest": each.x @ each.x <= X2},
        ),
        reading=r"$M^2\gamma^2 \le a^2 \le \|w^*\|^2b \le \|w^*\|^2M\|x\|^2$.",
    ),
    attained_by=lambda: [*orthonormal_targets((1, 2, 3, 7)), *short_targets()],
)


def measures_of_separation(trace: Trace) -> Values:
    """M, R², ‖w*‖² and γ² = 1/‖w*‖²."""
    square = inner(target(trace), target(trace))
    return {M: trace.mistakes, R2: radius_squared(trace), W2: square, gamma2: 1 / Fraction(square)}


def axes_targets(sizes: tuple[int, ...]) -> list[TargetGame]:
    """e_1, ..., e_m with w* = (1, ..., 1)."""
    axes = [tuple(tuple(int(i == j) for j in range(size)) for i in range(size)) for size in sizes]
    return [TargetGame(rows, 1, tuple((i, LABEL) for i in range(len(rows))), (1,) * len(rows), 1) for rows in axes]


CLAIM_1 = Step(r"Claim 1: a mistake adds at least 1 to $a = \langle w^*,w\rangle$", Next(a) >= a + 1)
CLAIM_2 = Step(r"Claim 2: a mistake adds at most $R^2$ to $b = \|w\|^2$", Next(b) <= b + R2)

MARGIN_SEPARATION = Claim(
    "perceptron-margin-separation",
    r"Where a $w^*$ has $y\langle w^*,x\rangle \ge 1$ in every round, so that all points are at a distance of at "
    r"least $\gamma = 1/\|w^*\|$ from its hyperplane, Perceptron makes at most $(R/\gamma)^2$ mistakes.",
    sources=(JAI("Perceptron"),),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=family_of_targets(fine=1),
    given=(SEPARATES_BY_ONE,),
    measure=measures_of_separation,
    bound=M <= R2 / gamma2,
    watch=("w",),
    state=towards_target,
    steps=(CLAIM_1, CLAIM_2),
    proof=turns_and_grows(
        1,
        R2,
        W2,
        CLAIM_1,
        CLAIM_2,
        given={},
        means={r"$\gamma^2 = 1/\|w^*\|^2$": Eq(gamma2 * W2, 1)},
        code=rounds_of_code(
            given=lambda each: {SEPARATES_BY_ONE: each.label * (each.target @ each.x) >= 1},
            means=lambda each: {r"$R^2 = \max\|x\|^2$": each.x @ each.x <= R2},
        ),
        reading=r"$M^2 \le a^2 \le \|w^*\|^2b \le MR^2/\gamma^2$.",
    ),
    attained_by=lambda: [*axes_targets((1, 2, 5, 20)), *short_targets()],
)


def measures_of_distance(trace: Trace) -> Values:
    """M, R², ‖w*‖², μ = min y⟨w*,x⟩, and ρ² of ρ = μ/‖w*‖."""
    square, smallest = inner(target(trace), target(trace)), min(margins(trace))
    return {
        M: trace.mistakes,
        R2: radius_squared(trace),
        W2: square,
        rho2: Fraction(smallest * smallest) / square,
        least: smallest,
    }


TURNS_BY_DISTANCE = Step(
    r"a correction adds at least $\min y\langle w_f,x\rangle$ to $a = \langle w_f,w\rangle$", Next(a) >= a + least
)
GROWS_BY_RADIUS = Step(r"a correction adds at most $R^2$ to $b = \|w\|^2$", Next(b) <= b + R2)


def turns_by_distance(separable: Premise, reading: str, **told: Any) -> Induction:
    """Corrections at the distance ρ = μ/‖w_f‖ from a separator w_f. `told` tells `rounds_of_code` more of a game."""
    return turns_and_grows(
        least,
        R2,
        W2,
        TURNS_BY_DISTANCE,
        GROWS_BY_RADIUS,
        given=formally(separable),
        means={r"$\rho^2 = \mu^2/\|w_f\|^2$": Eq(rho2 * W2, least**2)},
        code=rounds_of_code(
            given=lambda each: {},
            means=lambda each: {
                r"$\mu = \min y\langle w_f,x\rangle$": each.label * (each.target @ each.x) >= least,
                r"$R^2 = \max\|x\|^2$": each.x @ each.x <= R2,
            },
            **told,
        ),
        reading=reading,
    )


MARGIN_DISTANCE = Claim(
    "perceptron-margin-distance",
    r"Where $w_f$ separates the data with $\rho = \min y\langle w_f,x\rangle/\|w_f\| > 0$, Perceptron makes at most "
    r"$R^2/\rho^2$ corrections.",
    sources=(LIN("Guarantee of PLA"),),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=family_of_targets(fine=2),
    given=(LINEAR_SEPARABLE,),
    batch=target_batch,
    measure=measures_of_distance,
    bound=M <= R2 / rho2,
    watch=("w",),
    state=towards_target,
    steps=(TURNS_BY_DISTANCE, GROWS_BY_RADIUS),
    proof=turns_by_distance(
        LINEAR_SEPARABLE,
        reading=r"$M^2\mu^2 \le a^2 \le \|w_f\|^2b \le \|w_f\|^2MR^2$, so "
        r"$M\rho^2 \le R^2$.",
    ),
    attained_by=lambda: [*axes_targets((1, 2, 5, 20)), *short_targets()],
)


# ---- how aligned the weights become ----

gain = sympy.Symbol("gain", real=True)
"""What a round adds to y⟨w,x⟩, the margin of its own example."""


def gain_of(each: Round, values: Values, trace: Trace) -> Values:
    """y⟨w′,x⟩ − y⟨w,x⟩."""
    before, after = weights(each.before, trace), weights(each.after, trace)
    x = exact(each.instance)
    return {gain: each.label * (inner(after, x) - inner(before, x))}


def measures_of_alignment(trace: Trace) -> Values:
    """T (as M), R², ρ², ‖w_f‖², μ, and a and b of the final weights. Raises NotExposed where these are not exposed."""
    w = weights(trace.rounds[-1].after, trace)
    aim = target(trace)
    return {**measures_of_distance(trace), W2: inner(aim, aim), a: inner(aim, w), b: inner(w, w)}


CORRECTS = Step(r"a correction does not lower $y\langle w,x\rangle$ on its own example", gain >= 0)
ALIGNS = Step(
    r"a correction adds to $a = \langle w_f,w\rangle$, at least $\min y\langle w_f,x\rangle$", Next(a) >= a + least
)
ALIGNS_STRICTLY = Step(r"a correction raises $a = \langle w_f,w\rangle$", Next(a) > a)
GROWS_SLOWLY = Step(r"a correction adds at most $\max\|x\|^2$ to $b = \|w\|^2$", Next(b) <= b + R2)

ALIGNMENT_PROOF = Induction(
    given={LINEAR_SEPARABLE: And(least > 0, R2 > 0)},
    means={r"$\rho^2 = \mu^2/\|w_f\|^2$": Eq(rho2 * W2, least**2)},
    start={M: 0, a: 0, b: 0},
    rounds={
        "a mistake": Rounds(
            steps=(CORRECTS, ALIGNS, ALIGNS_STRICTLY, GROWS_SLOWLY),
            holds={"a square is not negative": Next(b) >= 0},
            sets={M: M + 1},
        ),
        "no mistake": Rounds(keeps=(M, a, b)),
    },
    invariant={
        r"$T$ corrections add $T\mu$ to a": M * least <= a,
        "$T$ corrections add no more than $TR^2$ to $b$": b <= M * R2,
        "$b$ is a square": b >= 0,
    },
    lines={
        r"$a^2 \ge T^2\mu^2$": a**2 >= M**2 * least**2,
        r"$T^2\mu^2R^2 \ge T\mu^2\|w_T\|^2$": M**2 * least**2 * R2 >= M * least**2 * b,
        r"$a^2R^2 \ge T\rho^2\|w_f\|^2\|w_T\|^2$": a**2 * R2 >= M * rho2 * W2 * b,
    },
    code=vector_rounds(
        lambda w, target: {a: target @ w, b: w @ w},
        given=lambda each: {},
        means=lambda each: {
            r"$\mu = \min y\langle w_f,x\rangle$": each.label * (each.target @ each.x) >= least,
            r"$R^2 = \max\|x\|^2$": each.x @ each.x <= R2,
        },
        counts=M,
        during=lambda each: {gain: each.label * (each.after @ each.x) - each.label * (each.before @ each.x)},
        target=target,
    ),
    reading=r"The cosine of $w_f$ and $w_T$ is $a/(\|w_f\|\|w_T\|)$. It is at most 1, so that $T \le R^2/\rho^2$.",
)

ALIGNMENT = Claim(
    "perceptron-alignment",
    r"Where $w_f$ separates the data with $\rho = \min y\langle w_f,x\rangle/\|w_f\| > 0$, after $T$ corrections the "
    r"cosine of $w_f$ and $w_T$ is at least $\sqrt{T}\cdot\rho/R$: "
    r"$\langle w_f,w_T\rangle R \ge \sqrt{T}\cdot\rho\|w_f\|\|w_T\|$.",
    sources=(LIN("PLA Fact: w_t Gets More Aligned with w_f"), LIN("PLA Fact: w_t Does Not Grow Too Fast")),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=family_of_targets(fine=2),
    given=(LINEAR_SEPARABLE,),
    measure=measures_of_alignment,
    bound=a * sqrt(R2) >= sqrt(M * rho2) * sqrt(W2 * b),
    watch=("w",),
    needs_state=True,
    state=towards_target,
    during=gain_of,
    steps=(CORRECTS, ALIGNS, ALIGNS_STRICTLY, GROWS_SLOWLY),
    proof=ALIGNMENT_PROOF,
    attained_by=lambda: axes_targets((1, 2, 5, 20)),
    remark=r"$M$ stands for the notes' $T$. Attained by $e_1$, ..., $e_m$ and $w_f = (1, \dots, 1)$, where both "
    r"sides are 1 in the end. A correction need not make the example right: it only raises $y\langle "
    r"w,x\rangle$, by $\|x\|^2$.",
)

fallen = sympy.Symbol("F", nonnegative=True)
"""The corrections after which the cosine of w_f and w is less than before."""
turned = sympy.Symbol("G", real=True)
"""The least that a correction adds to ⟨w_f,w⟩."""


def after_corrections(trace: Trace) -> list[Any]:
    """w after each correction. Raises NotExposed where it is not exposed."""
    return [weights(each.after, trace) for each in trace.rounds if each.mistake]


def falls_of_the_cosine(trace: Trace) -> Values:
    """F, by the squares of the cosines: with ⟨w_f,w⟩ > 0 these fall where the cosines do."""
    aim = target(trace)
    sides = [(inner(aim, w) ** 2, inner(w, w)) for w in after_corrections(trace)]
    return {fallen: sum(a2 * b < a1 * b2 for (a1, b), (a2, b2) in pairwise(sides))}


def gains_along_the_target(trace: Trace) -> Values:
    """G, which is μ where there was no correction; and μ."""
    aim, smallest = target(trace), min(margins(trace))
    along = [0, *(inner(aim, w) for w in after_corrections(trace))]
    return {turned: min((after - before for before, after in pairwise(along)), default=smallest), least: smallest}


MORE_ALIGNED_AS_PRINTED = Claim(
    "perceptron-more-aligned-as-printed",
    "Where $w_f$ separates the data, $w_t$ gets more and more aligned with $w_f$: no correction lowers the cosine of "
    "$w_f$ and $w_t$.",
    sources=(LIN("PLA Fact: w_t Gets More Aligned with w_f"), LIN("More about PLA")),
    kind="game",
    label="upper",
    learner=Perceptron,
    cases=family_of_targets(fine=2),
    given=(LINEAR_SEPARABLE,),
    measure=falls_of_the_cosine,
    bound=fallen <= 0,
    watch=("w",),
    needs_state=True,
    refuted_by="perceptron-more-aligned-as-printed.json",
    flaw="The inner product with $w_f$ rises, and the length is to be bounded: “really?”, the notes add. A "
    "correction may turn $w$ away from $w_f$ all the same; what rises is the lower bound "
    r"$\sqrt{T}\cdot\rho/R$ of the cosine. Two corrections are the fewest, since the first starts from $w = "
    "0$.",
    worked=(
        "Take w_f = (3, 1) and two customers, x = (1, 1) and x = (1, −2), both approved. The first correction gives "
        "w = (1, 1), with the squared cosine 4²/(10·2) = 4/5.",
        "Of x = (1, −2) the score is −1. The second gives w = (2, −1), with 5²/(10·5) = 1/2.",
        "So the cosine fell {F} time, and printed is that it rises with each correction.",
    ),
    judged=False,
)

MORE_ALIGNED = Claim(
    "perceptron-more-aligned",
    r"Where $w_f$ separates the data, each correction raises $\langle w_f,w\rangle$ by at least "
    r"$\mu = \min y\langle w_f,x\rangle > 0$.",
    sources=(LIN("PLA Fact: w_t Gets More Aligned with w_f"),),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=family_of_targets(fine=2),
    given=(LINEAR_SEPARABLE,),
    measure=gains_along_the_target,
    bound=And(turned >= least, turned > 0),
    watch=("w",),
    needs_state=True,
    attained_by=lambda: axes_targets((1, 2, 5, 20)),
    reading="corrected",
    repairs="perceptron-more-aligned-as-printed",
    remark=r"The correction adds $y\langle w_f,x\rangle$. What becomes of the cosine is perceptron-alignment: "
    r"after $T$ corrections it is at least $\sqrt{T}\cdot\rho/R$, though it may fall in between.",
    judged=False,
)

greatest = sympy.Symbol("D_max", nonnegative=True)
"""The greatest difference between what a correction adds to y⟨w,x⟩ and ‖x‖²."""


def away_from_square(trace: Trace) -> Values:
    """D_max, over the mistakes."""
    found: list[int | Fraction] = [0]
    for each in trace.rounds:
        if each.mistake:
            x = exact(each.instance)
            found.append(abs(gain_of(each, {}, trace)[gain] - inner(x, x)))
    return {greatest: max(found)}


CORRECTION = Claim(
    "perceptron-correction",
    "An update makes the weights more correct on their example: "
    r"$y\langle w′,x\rangle = y\langle w,x\rangle + \|x\|^2$.",
    sources=(UML("9.1.2"), LIN("Fun Time after PLA")),
    kind="game",
    label="exact",
    learner=Perceptron,
    cases=Family(
        free_games,
        search=dict(dimensions=3, reach=3, pool=4, rounds=8),
        scout=dict(dimensions=4, reach=20, pool=6, rounds=25),
        exhaust=every_free_game,
        quick=dict(dimension=2, reach=1, rounds=3, signed=2),
        full=dict(dimension=2, reach=1, rounds=4, signed=3),
        extent="all sequences of up to {rounds} nonzero instances of {{−{reach}, ..., {reach}}}^{dimension}, of more "
        "than {signed} up to their signs, contradicted or not",
    ),
    measure=away_from_square,
    bound=Eq(greatest, 0),
    watch=("w",),
    needs_state=True,
    judged=False,
    remark=r"More correct is not correct: $y\langle w',x\rangle$ may still be negative. Submissions that scale "
    "their weights round them; perceptron-conforms judges these.",
)


# ---- not separable ----

L, loss = sympy.symbols("L ℓ", nonnegative=True)
"""The total hinge loss of w* so far, and that of one round, max(0, 1 − y⟨w*,x⟩)."""


def hinge(trace: Trace, each: Round) -> int | Fraction:
    """max(0, 1 − y⟨w*,x⟩)."""
    return max(0, 1 - each.label * inner(target(trace), exact(each.instance)))


def measures_of_hinge(trace: Trace) -> Values:
    """M, R², ‖w*‖² and L."""
    w = target(trace)
    return {
        M: trace.mistakes,
        R2: radius_squared(trace),
        W2: inner(w, w),
        L: sum(hinge(trace, each) for each in trace.rounds),
    }


HINGE_TURNS = Step(
    r"a mistake adds at least $1 - \ell$ to $a = \langle w^*,w\rangle$, where $\ell$ is the round's hinge loss",
    Next(a) >= a + 1 - loss,
)
HINGE_GROWS = Step(r"a mistake adds at most $R^2$ to $b = \|w\|^2$", Next(b) <= b + R2)

HINGE_CODE = vector_rounds(
    lambda w, target: {a: target @ w, b: w @ w},
    means=lambda each: {
        r"$\ell \ge 1 - y\langle w^*,x\rangle$": each.label * (each.target @ each.x) >= 1 - loss,
        r"$R^2 = \max\|x\|^2$": each.x @ each.x <= R2,
    },
    counts=M,
    during=lambda each: {Next(L): L + loss},
    target=target,
)


def without_loss_yet(learner: type) -> Iterator[CodeStart]:
    """What the constructor makes, and L = 0."""
    return (replace(each, quantities={**each.quantities, L: 0}) for each in HINGE_CODE.starts(learner))


HINGE_PROOF = Induction(
    given={},
    start={M: 0, L: 0, a: 0, b: 0},
    rounds={
        "a mistake": Rounds(steps=(HINGE_TURNS, HINGE_GROWS), sets={M: M + 1, L: L + loss}),
        "no mistake": Rounds(sets={L: L + loss}, keeps=(M, a, b)),
    },
    invariant={r"$M - L \le a$": M - L <= a, r"$b \le MR^2$": b <= M * R2},
    using=(cauchy_schwarz(a, W2, b),),
    code=HINGE_CODE,
    start_code=without_loss_yet,
    reading=r"If $M > L$ then $(M - L)^2 \le a^2 \le \|w^*\|^2b \le \|w^*\|^2MR^2$, so $M^2 - 2$ML ≤ "
    r"$\|w^*\|^2MR^2$. If $M \le L$ there is nothing to show.",
)


def compared_axes(sizes: tuple[int, ...]) -> list[Case]:
    """e_1, ..., e_m, each contradicted, with w* = (1, ..., 1), which has no loss."""
    return [
        ComparedGame(each.instances, 1, tuple((i, CONTRADICT) for i in range(each.dimension)), each.target)
        for each in axes_targets(sizes)
    ]


HINGE = Claim(
    "perceptron-hinge",
    r"On every sequence, separable or not, and for every $w^*$, Perceptron makes at most $R^2\|w^*\|^2 + 2L$ "
    r"mistakes, where $L$ is the total hinge loss $\sum \max(0, 1 - y\langle w^*,x\rangle)$.",
    sources=(JAI("Perceptron, hinge loss"),),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=Family(
        compared_games,
        search=dict(dimensions=3, reach=3, pool=4, rounds=8),
        scout=dict(dimensions=4, reach=5, pool=6, rounds=20),
        exhaust=every_compared_game,
        quick=dict(reach=1, rounds=3, signed=2),
        full=dict(reach=1, rounds=4, signed=3),
        extent="all sequences of up to {rounds} nonzero instances of {{−{reach}, ..., {reach}}}², of more than "
        "{signed} up to their signs, contradicted or not, for a few w*",
    ),
    measure=measures_of_hinge,
    bound=M <= R2 * W2 + 2 * L,
    watch=("w",),
    state=towards_target,
    during=lambda each, values, trace: {loss: hinge(trace, each)},
    steps=(HINGE_TURNS, HINGE_GROWS),
    proof=HINGE_PROOF,
    attained_by=lambda: compared_axes((1, 2, 5, 20)),
    reading="ours",
    remark="JAI announces this analysis and states no bound; this is the usual one. It is attained with $L = 0$, "
    "where it is that of perceptron-margin-separation.",
)


FEWER_HINGE_GAMES = replace(HINGE.cases, quick=dict(reach=1, rounds=2, signed=2))

HINGE_SHARPER_PROOF = replace(
    HINGE_PROOF,
    lines={
        r"$M \le L$, or $(M - L)^2 \le MR^2\|w^*\|^2$": Or(M <= L, (M - L) ** 2 <= M * R2 * W2),
        r"$M \le L$, or the square is completed": Or(
            M <= L, (2 * M - 2 * L - R2 * W2) ** 2 <= R2 * W2 * (R2 * W2 + 4 * L)
        ),
    },
    reading=r"With $q = R\|w^*\|$: $M - L \le a \le \|w^*\|\cdot\|w\| \le q\sqrt{M}$, so $\sqrt{M}$ is at most "
    "the greater root of $z^2 - qz - L$.",
)

HINGE_SHARPER = replace(
    HINGE,
    id="perceptron-hinge-sharper",
    states="On every sequence, separable or not, and for every $w^*$, "
    r"$\sqrt{M} \le (R\|w^*\| + \sqrt{R^2\|w^*\|^2 + 4L})/2$ for the mistakes $M$ of Perceptron, where $L$ is the "
    r"total hinge loss $\sum \max(0, 1 - y\langle w^*,x\rangle)$.",
    bound=M <= (sqrt(R2 * W2) + sqrt(R2 * W2 + 4 * L)) ** 2 / 4,
    cases=FEWER_HINGE_GAMES,
    proof=HINGE_SHARPER_PROOF,
    reading="ours",
    remark="JAI announces this analysis and states no bound. This is all that its two steps give: the greater "
    r"root of $z^2 - R\|w^*\|z - L$. It implies $M \le R^2\|w^*\|^2 + 2L$ (perceptron-hinge) and the usual "
    "sharper forms (perceptron-hinge-forms). Attained with $L = 0$, and with $L > 0$ by $w^* = 0$, where "
    r"it says $M \le L$.",
)

HINGE_FORMS = replace(
    HINGE,
    id="perceptron-hinge-forms",
    states=r"On every sequence and for every $w^*$, $\sqrt{M} \le R\|w^*\| + \sqrt{L}$ and "
    r"$M \le R^2\|w^*\|^2 + R\|w^*\|\sqrt{L} + L$.",
    bound=And(sqrt(M) <= sqrt(R2 * W2) + sqrt(L), M <= R2 * W2 + sqrt(R2 * W2) * sqrt(L) + L),
    cases=FEWER_HINGE_GAMES,
    proof=replace(
        HINGE_SHARPER_PROOF,
        lines={
            **HINGE_SHARPER_PROOF.lines,
            "perceptron-hinge-sharper": HINGE_SHARPER.bound,
            r"its root is at most $\sqrt{L}$ further": sqrt(R2 * W2 + 4 * L) <= sqrt(R2 * W2) + 2 * sqrt(L),
            r"$\sqrt{M} \le R\|w^*\| + \sqrt{L}$": sqrt(M) <= sqrt(R2 * W2) + sqrt(L),
        },
        reading=r"$\sqrt{q^2 + 4L} \le q + 2\sqrt{L}$ for $q = R\|w^*\|$; and $M \le q\sqrt{M} + L$.",
    ),
    remark=r"The forms in which the sharper bound is usually quoted. Neither implies $M \le R^2\|w^*\|^2 + 2L$, "
    "nor follows from it.",
)


# ---- the bound is attained ----


def measures_of_size(trace: Trace) -> Values:
    """M, R², B² and the m of the case."""
    return {**radius_and_separator(trace), m: trace.case.size}


TIGHT = Claim(
    "perceptron-tight",
    r"For every $m$ there is a sequence with $R \le 1$, separated by a $w^*$ with $\|w^*\|^2 = m$, on which "
    "Perceptron makes $m$ mistakes before it converges: $e_1$, ..., $e_m$.",
    sources=(UML("Exercise 9.3"),),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=Family(
        axes_games,
        most=dict(size=1_000),
        beyond="m examples in ℝᵐ: the largest game would have 2³⁰ entries",
        search=dict(size=8),
        scout=dict(size=24),
        exhaust=axes_games,
        quick=dict(size=20),
        full=dict(size=60),
        extent="m = 1, ..., {size}",
    ),
    measure=measures_of_size,
    bound=And(M >= m, M <= R2 * B2),
    steps=(
        Step(r"$R \le 1$", R2 <= 1, when=always),
        Step(r"$\|w^*\|^2 = m$ for the shortest $w^*$ with $y\langle w^*,x\rangle \ge 1$", Eq(B2, m), when=always),
    ),
    attained_by=lambda: map(AxesGame, (1, 2, 5, 20, 200)),
    remark="The axes are presented twice. The labels of the first time contradict the learner, so that no "
    "tie-break spares it a mistake; the second time it errs no more.",
)

TIGHT_IN_3D = Claim(
    "perceptron-tight-in-3d",
    r"For every $m$ there is a sequence of $m$ examples in $\mathbb{R}^3$ on which the bound of Theorem 9.1 allows "
    r"$m$ mistakes and no more, $\lfloor(RB)^2\rfloor = m$, and Perceptron is bound to make $m$, however it breaks "
    "ties.",
    sources=(UML("Exercise 9.4"),),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=Family(
        spiral_games,
        most=dict(size=256),
        beyond="the least w that separates m examples is found exactly, which takes all their products, m² of them",
        search=dict(size=8),
        scout=dict(size=40),
        exhaust=spiral_games,
        quick=dict(size=40),
        full=dict(size=100),
        extent="m = 1, ..., {size}",
    ),
    measure=measures_of_size,
    bound=M >= floor(R2 * B2),
    steps=(Step("the bound allows $m$ mistakes and no more", Eq(floor(R2 * B2), m), when=always),),
    attained_by=lambda: map(SpiralGame, (1, 2, 5, 20, 200)),
    remark=r"$(RB)^2$ is less than $m + 1/16$, and $y\langle w,x\rangle$ is about −1/128. With $(RB)^2 = m$ "
    "itself the proof holds with equality, so that every round is a tie, which a learner may break to its "
    "advantage: see perceptron-tight-in$-3d$-exactly.",
)

TIGHT_IN_3D_EXACTLY = Claim(
    "perceptron-tight-in-3d-exactly",
    r"For $m \le 4$ there is a sequence of $m$ rational examples in $\mathbb{R}^3$ with $(RB)^2 = m$, on which "
    "Perceptron makes $m$ mistakes, since a zero margin is one.",
    sources=(UML("Exercise 9.4"),),
    kind="game",
    label="tight",
    learner=Perceptron,
    cases=Family(
        orthogonal_games,
        most=dict(size=0),
        beyond="the claim speaks of m ≤ 4 alone",
        search=dict(size=4),
        scout=dict(size=4),
        exhaust=orthogonal_games,
        quick=dict(size=4),
        full=dict(size=4),
        extent="m = 1, ..., {size}",
    ),
    measure=measures_of_size,
    bound=M >= R2 * B2,
    steps=(Step("the bound is $m$", Eq(R2 * B2, m), when=always),),
    attained_by=lambda: map(OrthogonalGame, (1, 2, 3, 4)),
    judged=False,
    reading="ours",
    remark=r"For $m \ge 5$ rational coordinates cannot do it, as far as we looked. Let $v_t = y_t x_t$. Equality "
    r"in the proof fixes all inner products of the projections of $w = v_1 + \dots + v_t$ and of $v_{t+1}$ "
    "to the plane orthogonal to $w^*$; their Gram determinant is $t(m-1-t)/m$ times a square. In a "
    "rational plane the Gram determinants of all rational pairs differ by squares only, but $t(m-1-t)$, "
    "$t = 1$, ..., $m-2$, do not for any $m$ from 5 to 1000.",
)


# ---- the step size ----


def unlike(trace: Trace) -> str:
    """How the two runs differ; nothing where they do not."""
    for number, (each, other) in enumerate(zip(trace.rounds, trace.facts["other"], strict=True), start=1):
        if each.prediction != other:
            return f"in round {number} it predicts {each.prediction}, and {other} with step {step(trace)}"
    plain, scaled = (exact(state["w"]) for state in trace.facts["weights"])
    if scaled != tuple(step(trace) * v for v in plain):
        return f"it ends at w = {plain}, and with step {step(trace)} at {scaled}, in another direction"
    return ""


def step(trace: Trace) -> Fraction:
    """η."""
    return trace.case.step  # type: ignore[no-any-return]


D = sympy.Symbol("D", nonnegative=True)
"""1 where the runs with step 1 and with step η differ, otherwise 0."""

MEANS = {
    M: "the mistakes, or corrections",
    R2: r"the square of $R = \max\|x\|$",
    B2: r"the square of $B$, the least norm of a $w$ with $y\langle w,x\rangle \ge 1$ in every round",
    W2: "the squared norm of the target",
    X2: r"the greatest $\|x\|^2$",
    gamma: r"the margin $\min|\langle w^*,x\rangle|$",
    gamma2: r"the square of the margin $\gamma$",
    rho2: r"the square of the distance $\rho = \min y\langle w_f,x\rangle/\|w_f\|$",
    a: r"the inner product $\langle w_f,w\rangle$ in the end",
    b: r"$\|w\|^2$ in the end",
    least: r"the least $y\langle w_f,x\rangle$",
    fallen: "the corrections after which the cosine of $w_f$ and $w$ is less than before",
    turned: r"the least that a correction adds to $\langle w_f,w\rangle$",
    greatest: r"the greatest difference between what a correction adds to $y\langle w,x\rangle$ and $\|x\|^2$",
    L: "the total hinge loss of $w^*$",
    m: "the length of the sequence",
    D: "1 where the runs with the two steps differ, otherwise 0",
}
"""What the symbols of the bounds mean."""

SCALE_FREE = Claim(
    "perceptron-scale-free",
    r"With a step $\eta > 0$, $w \leftarrow w + \eta yx$, Perceptron makes the same mistakes and ends in the same "
    "direction.",
    sources=(UML("Exercise 9.5"),),
    kind="game",
    label="exact",
    learner=Perceptron,
    cases=Family(
        step_games,
        search=dict(dimensions=3, reach=3, pool=4, rounds=10),
        scout=dict(dimensions=4, reach=9, pool=8, rounds=30),
    ),
    measure=lambda trace: {D: int(bool(unlike(trace)))},
    bound=Eq(D, 0),
    watch=("w",),
    needs_state=True,
    why=unlike,
    judged=False,
    remark="Submissions may break the two runs' ties differently; perceptron-conforms judges them up to scaling.",
)


# ---- conformance ----

FREE = Family(
    free_games,
    search=dict(dimensions=3, reach=3, pool=4, rounds=8),
    scout=dict(dimensions=4, reach=20, pool=6, rounds=25),
    exhaust=every_free_game,
    quick=dict(dimension=2, reach=1, rounds=3, signed=2),
    full=dict(dimension=2, reach=1, rounds=4, signed=3),
    extent="all sequences of up to {rounds} nonzero instances of {{−{reach}, ..., {reach}}}^{dimension}, of more than "
    "{signed} up to their signs, contradicted or not",
)

CONFORMS = conforms("perceptron-conforms", Perceptron, FREE, UML("9.1.2"), VEM("8.3, Algorithm 1"), JAI("Perceptron"))

KERNEL_CONFORMS = conforms(
    "kernel-perceptron-conforms",
    KernelPerceptron,
    Family(
        kernel_games,
        most=dict(rounds=256),
        search=dict(dimensions=2, reach=2, pool=4, rounds=8, degree=3),
        scout=dict(dimensions=4, reach=3, pool=6, rounds=20, degree=4),
        exhaust=every_kernel_game,
        quick=dict(dimension=2, reach=1, rounds=2, signed=2),
        full=dict(dimension=2, reach=1, rounds=4, signed=3),
        extent="all sequences of up to {rounds} nonzero instances of {{−{reach}, ..., {reach}}}^{dimension}, of more "
        "than {signed} up to their signs, contradicted or "
        "not, with each of three kernels",
    ),
    VEM("8.3.1"),
)

MODIFIED_CONFORMS = conforms(
    "modified-perceptron-conforms",
    ModifiedPerceptron,
    Family(
        unit_games,
        search=dict(dimensions=3, reach=4, pool=4, rounds=8),
        scout=dict(dimensions=4, reach=4, pool=6, rounds=20),
        exhaust=every_unit_game,
        quick=dict(rounds=2, signed=2),
        full=dict(rounds=4, signed=3),
        extent="all sequences of up to {rounds} instances out of four unit vectors in the plane and their negatives, "
        "of more than {signed} out of the four alone, contradicted or not, from two starts, with two σ",
    ),
    VEM("8.3.2, Algorithm 2"),
)
