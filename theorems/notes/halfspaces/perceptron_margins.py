"""Bounds on Perceptron's mistakes by the margin of a target, and by the distance of the data from its hyperplane.

VEM Lemma 8.5: 1/γ² on unit data. JAI: (R/γ)². LIN, Guarantee of PLA: R²/ρ². All proofs are that of
`halfspaces.separators`, with other numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from sympy import Eq

from learncheck.exact.separation import inner
from learncheck.learners import Perceptron
from learncheck.strategies.halfspaces import families, games, vectors
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems import formal
from learncheck.theorems.language.claim import JAI, LIN, VEM, Claim, Family, Values
from learncheck.theorems.language.limits import Long, Varied, Wide
from learncheck.theorems.language.premise import Premise, formally
from learncheck.theorems.language.proof import Induction
from learncheck.theorems.language.step import Next, Step
from learncheck.theorems.notes.halfspaces.separators import (
    R2,
    W2,
    X2,
    M,
    a,
    b,
    gamma,
    gamma2,
    least,
    least_margin,
    margins,
    measures_of_target,
    number,
    radius_squared,
    rho2,
    rounds_of_code,
    squared_length,
    target,
    towards_target,
    turns_and_grows,
    within_radius,
)


def agrees(trace: Trace) -> bool:
    """Whether y⟨w*,x⟩ > 0 in every round: the labels are those of w*, and the margin is positive."""
    return min(margins(trace), default=0) > 0


A_MARGIN = Premise(r"$w^*$ gives the labels, with a margin $\gamma > 0$", agrees, gamma > 0, option="labels_of_target")

LINEAR_SEPARABLE = Premise("$w^*$ separates the examples", agrees, least > 0, option="labels_of_target")

SEPARATES_BY_ONE = Premise(
    r"$y\langle w^*,x\rangle \ge 1$ for all examples",
    lambda trace: min(margins(trace), default=0) >= 1,
    option="labels_of_target",
)

UNIT_TARGET = Premise(
    r"$\|w^*\| = 1$",
    lambda trace: squared_length(trace) == 1,
    Eq(W2, 1),
    option="unit_target",
)

UNIT_BALL = Premise(r"$\|x\| \le 1$ for every instance", lambda trace: radius_squared(trace) <= 1, option="unit_ball")


def target_games(
    choices: Choices,
    *,
    dimensions: int,
    reach: int,
    pool: int,
    rounds: int,
    fine: int = 1,
    unit_target: bool = False,
    unit_ball: bool = False,
    labels_of_target: bool = False,
) -> games.TargetGame:
    """Games with one target w*.

    unit_target:      ‖w*‖ = 1; otherwise w* is any integer vector.
    unit_ball:        ‖x‖ <= 1; otherwise the instances are integer vectors over a denominator of at most `fine`.
    labels_of_target: the labels are the target's; otherwise labels may be wrong.
    """
    dimension = choices.integer(1, dimensions)
    target = (
        choices.pick(vectors.pythagorean(dimension))
        if unit_target
        else vectors.nonzero_vector(choices, dimension, reach)
    )
    drawn = families.drawn_instances(choices, dimension, reach, pool)
    instances = tuple(x if inner(x, target) else target for x in drawn)  # an instance with margin 0 has no label
    denominator = power_of_two_above(instances) if unit_ball else choices.integer(1, fine)
    moves = families.drawn_moves(choices, len(instances), rounds, stances=1 if labels_of_target else 2)
    return games.TargetGame(instances, denominator, moves, target, (unit_target and vectors.length(target)) or 1)


def every_target_game(
    choices: Choices,
    *,
    reach: int,
    rounds: int,
    signed: int | None = None,
    unit_target: bool = False,
    unit_ball: bool = False,
) -> games.TargetGame:
    """Every sequence of instances as in `every_free_game` in the plane, for a few targets."""
    target = choices.pick(((1, 0), (3, 4)) if unit_target else ((1, 0), (2, 1), (3, 1)))
    pool = tuple(x for x in vectors.lines(2, reach) if inner(x, target))
    denominator = power_of_two_above(pool) if unit_ball else 1
    instances, moves = families.signed_sequence(choices, pool, rounds, signed, stances=1)
    return games.TargetGame(instances, denominator, moves, target, (unit_target and vectors.length(target)) or 1)


def power_of_two_above(instances: Sequence[vectors.Vector]) -> int:
    """The least power of two that is at least the length of every instance."""
    longest = max(vectors.inner(x, x) for x in instances)
    power = 1
    while power * power < longest:
        power *= 2
    return power


def axes_target(size: int, length: int = 1) -> games.TargetGame:
    """e_1, ..., e_m with w* = (1, ..., 1)/length. Length √m makes it a unit vector, and γ = 1/√m."""
    moves = tuple((i, games.LABEL) for i in range(size))
    return games.TargetGame(vectors.axes(size), 1, moves, (1,) * size, length)


def unit_axes_targets() -> list[games.TargetGame]:
    """Return those with m = 1, 4, 9 and 49 and a unit vector w*."""
    return [axes_target(k * k, k) for k in (1, 2, 3, 7)]


def short_targets() -> Iterator[games.TargetGame]:
    """For each of three denominators q: the points ±1/q of the line and w* = 1, so that γ = 1/q."""
    for denominator in (8, 64, 1024):
        yield games.TargetGame(((1,), (-1,)), denominator, ((0, games.LABEL), (1, games.LABEL)), (1,), 1)


def family_of_targets(fine: int = 1) -> Family:
    """Build the family of games that name a w*."""
    return Family(
        target_games,
        exhaust=every_target_game,
        extent="all sequences of up to {rounds} nonzero points of the plane with integer coordinates up to ±{reach} "
        "that are not orthogonal to w* (of x and −x only one if longer than {signed:≤ _ rounds}), for a few w*",
        search=dict(dimensions=3, reach=3, pool=4, rounds=8, fine=fine),
        scout=dict(dimensions=4, reach=6, pool=8, rounds=20, fine=fine),
        quick=dict(reach=1, rounds=3, signed=2),
        full=dict(reach=2, rounds=3, signed=2),
        grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long()),
    )


def measures_of_margin(trace: Trace) -> Values:
    return {
        M: trace.mistakes,
        gamma: number(min(map(abs, margins(trace)))),
        W2: squared_length(trace),
        X2: radius_squared(trace),
    }


def at_least_gamma(round: "formal.round.Happened") -> "formal.round.Truths":
    """Express γ = min|⟨w*,x⟩|, squared."""
    return {r"$\gamma = \min|\langle w^*,x\rangle|$": (round.target @ round.x) ** 2 >= gamma**2}


margin_claim = partial(Claim, label="tight", learner=Perceptron, watch=("w",), state=towards_target)
"""A claim about the Perceptron on data that some w* classifies with a margin."""

TURNS_BY_MARGIN = Step(r"(8.1): a mistake adds at least $\gamma$ to $a = \langle w^*,w\rangle$", Next(a) >= a + gamma)

GROWS_BY_ONE = Step(r"(8.2): a mistake adds at most 1 to $b = \|w\|^2$", Next(b) <= b + 1)

MARGIN = margin_claim(
    "perceptron-margin",
    r"On data in the unit ball, classified by a unit $w^*$ with the margin $\gamma = \min|\langle w^*,x\rangle| > 0$, "
    r"Perceptron makes at most $1/\gamma^2$ mistakes.",
    sources=(VEM("Lemma 8.5"),),
    cases=family_of_targets(),
    assuming=(UNIT_TARGET, UNIT_BALL, A_MARGIN),
    measure=measures_of_margin,
    bound=M <= 1 / gamma**2,
    proof=turns_and_grows(
        W2,
        TURNS_BY_MARGIN,
        GROWS_BY_ONE,
        assuming=formally(UNIT_TARGET, A_MARGIN),
        code=lambda: rounds_of_code(
            assuming=lambda round: {
                UNIT_BALL: round.x @ round.x <= 1,
                A_MARGIN: round.label * (round.target @ round.x) > 0,
            },
            means=at_least_gamma,
        ),
        reading=r"$M^2\gamma^2 \le a^2 \le b \le M$.",
    ),
    attained_by=unit_axes_targets,
    remark=r"VEM assumes $\|x\| \le 1$ without loss of generality before the lemma; without it the bound falls at "
    "once.",
)

TURNS_IN_GENERAL = Step(r"a mistake adds at least $\gamma$ to $a = \langle w^*,w\rangle$", Next(a) >= a + gamma)

GROWS_IN_GENERAL = Step(r"a mistake adds at most $\|x\|^2$ to $b = \|w\|^2$", Next(b) <= b + X2)

MARGIN_GENERAL = margin_claim(
    "perceptron-margin-general",
    r"On data classified by any $w^*$ with the margin $\gamma = \min|\langle w^*,x\rangle| > 0$, Perceptron makes at "
    r"most $\|w^*\|^2\|x\|^2/\gamma^2$ mistakes, where $\|x\|$ is the greatest norm.",
    sources=(VEM("after Lemma 8.5"),),
    cases=family_of_targets(fine=2),
    assuming=(A_MARGIN,),
    measure=measures_of_margin,
    bound=M <= W2 * X2 / gamma**2,
    proof=turns_and_grows(
        W2,
        TURNS_IN_GENERAL,
        GROWS_IN_GENERAL,
        assuming=formally(A_MARGIN),
        code=lambda: rounds_of_code(
            assuming=lambda round: {A_MARGIN: round.label * (round.target @ round.x) > 0},
            means=lambda round: {**at_least_gamma(round), r"$\|x\|^2$ is the greatest": round.x @ round.x <= X2},
        ),
        reading=r"$M^2\gamma^2 \le a^2 \le \|w^*\|^2b \le \|w^*\|^2M\|x\|^2$.",
    ),
    attained_by=lambda: [*unit_axes_targets(), *short_targets()],
)


def measures_of_separation(trace: Trace) -> Values:
    values = measures_of_target(trace)
    return {**values, gamma2: 1 / Fraction(values[W2])}


CLAIM_1 = Step(r"Claim 1: a mistake adds at least 1 to $a = \langle w^*,w\rangle$", Next(a) >= a + 1)

CLAIM_2 = Step(r"Claim 2: a mistake adds at most $R^2$ to $b = \|w\|^2$", Next(b) <= b + R2)

MARGIN_SEPARATION = margin_claim(
    "perceptron-margin-separation",
    r"If some $w^*$ has $y\langle w^*,x\rangle \ge 1$ in every round, so that all points are at a distance of at "
    r"least $\gamma = 1/\|w^*\|$ from its hyperplane, Perceptron makes at most $(R/\gamma)^2$ mistakes.",
    sources=(JAI("Perceptron"),),
    cases=family_of_targets(fine=1),
    assuming=(SEPARATES_BY_ONE,),
    measure=measures_of_separation,
    bound=M <= R2 / gamma2,
    proof=turns_and_grows(
        W2,
        CLAIM_1,
        CLAIM_2,
        means={r"$\gamma^2 = 1/\|w^*\|^2$": Eq(gamma2 * W2, 1)},
        code=lambda: rounds_of_code(
            assuming=lambda round: {SEPARATES_BY_ONE: round.label * (round.target @ round.x) >= 1},
            means=within_radius,
        ),
        reading=r"$M^2 \le a^2 \le \|w^*\|^2b \le MR^2/\gamma^2$.",
    ),
    attained_by=lambda: [*map(axes_target, (1, 2, 5, 20)), *short_targets()],
)


def measures_of_distance(trace: Trace) -> Values:
    values, smallest = measures_of_target(trace), least_margin(trace)
    return {**values, rho2: Fraction(smallest * smallest) / values[W2], least: smallest}


TURNS_BY_DISTANCE = Step(
    r"a correction adds at least $\min y\langle w_f,x\rangle$ to $a = \langle w_f,w\rangle$", Next(a) >= a + least
)

GROWS_BY_RADIUS = Step(r"a correction adds at most $R^2$ to $b = \|w\|^2$", Next(b) <= b + R2)


DISTANCE = {r"$\rho^2 = \mu^2/\|w_f\|^2$": Eq(rho2 * W2, least**2)}


def at_a_distance(round: "formal.round.Happened") -> "formal.round.Truths":
    """State that μ is the least y⟨w_f,x⟩, and R the greatest ‖x‖."""
    margin = round.label * (round.target @ round.x)
    return {r"$\mu = \min y\langle w_f,x\rangle$": margin >= least, **within_radius(round)}


def turns_by_distance(separable: Premise, reading: str, best: Callable[[Trace], Any] = target) -> Induction:
    """Build the proof for data at a distance of at least ρ = μ/‖w_f‖ from the hyperplane of a separator, `best`."""
    return turns_and_grows(
        W2,
        TURNS_BY_DISTANCE,
        GROWS_BY_RADIUS,
        assuming=formally(separable),
        means=DISTANCE,
        code=lambda: rounds_of_code(best, means=at_a_distance),
        reading=reading,
    )


MARGIN_DISTANCE = margin_claim(
    "perceptron-margin-distance",
    r"If $w_f$ separates the data with $\rho = \min y\langle w_f,x\rangle/\|w_f\| > 0$, Perceptron makes at most "
    r"$R^2/\rho^2$ corrections.",
    sources=(LIN("Guarantee of PLA"),),
    cases=family_of_targets(fine=2),
    assuming=(LINEAR_SEPARABLE,),
    measure=measures_of_distance,
    bound=M <= R2 / rho2,
    proof=turns_by_distance(
        LINEAR_SEPARABLE,
        reading=r"$M^2\mu^2 \le a^2 \le \|w_f\|^2b \le \|w_f\|^2MR^2$, so "
        r"$M\rho^2 \le R^2$.",
    ),
    attained_by=lambda: [*map(axes_target, (1, 2, 5, 20)), *short_targets()],
)
