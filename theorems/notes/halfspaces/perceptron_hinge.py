"""On any sequence Perceptron makes at most R²‖w*‖² + 2L mistakes, where L is the total hinge loss of any w*.

Source: JAI, Perceptron, hinge loss.
"""

from dataclasses import replace
from fractions import Fraction

from sympy import And, Or, Symbol, sqrt

from learncheck.exact.separation import inner
from learncheck.learners import Perceptron
from learncheck.strategies.halfspaces import families, games
from learncheck.strategies.halfspaces.vectors import Vector, any_vector
from learncheck.strategies.play.case import Coordinates, Round, Trace, once
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.play.games import CONTRADICT
from learncheck.theorems.language import trusted
from learncheck.theorems.language.claim import JAI, Claim, Family, Values, quantity
from learncheck.theorems.language.limits import Long, Varied, Wide
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step
from learncheck.theorems.notes.halfspaces.perceptron_margins import axes_target
from learncheck.theorems.notes.halfspaces.separators import (
    GROWS,
    R2,
    W2,
    M,
    a,
    b,
    exact,
    margins,
    measures_of_target,
    number,
    rounds_of_code,
    target,
    times,
    towards_target,
    within_radius,
)


class ComparedGame(games.FreeGame, frozen=True, tag="compared-halfspace-game"):
    """A free game, and a w* with which the learner is compared. It need not agree with any label."""

    coordinates = Coordinates(vectors=("instances", "target"))

    target: Vector

    def as_played(self) -> games.FreeGame:
        return games.FreeGame(self.instances, self.denominator, self.moves)

    def weights(self) -> Vector:
        """w*."""
        return self.target


def compared_games(choices: Choices, *, dimensions: int, reach: int, pool: int, rounds: int) -> ComparedGame:
    """Free games with any integer w*, including 0. Shrinks to w* = 0 and like `free_games`."""
    game = families.free_games(choices, dimensions=dimensions, reach=reach, pool=pool, rounds=rounds)
    target = any_vector(choices, game.dimension, reach)
    return ComparedGame(game.instances, game.denominator, game.moves, target)


def every_compared_game(choices: Choices, *, reach: int, rounds: int, signed: int | None = None) -> ComparedGame:
    """Every game of `every_free_game` in the plane, for a few w*."""
    game = families.every_free_game(choices, dimension=2, reach=reach, rounds=rounds, signed=signed)
    return ComparedGame(game.instances, 1, game.moves, choices.pick(((0, 0), (1, 0), (1, 1), (2, -1))))


L = quantity("L", "the total hinge loss of $w^*$")
loss = Symbol("ℓ", nonnegative=True)
"""The hinge loss of one round, max(0, 1 − y⟨w*,x⟩)."""


def hinge(trace: Trace, round: Round) -> Fraction:
    """Return max(0, 1 − y⟨w*,x⟩)."""
    return max(Fraction(0), 1 - round.label * inner(target(trace), exact(round.instance)))


def measures_of_hinge(trace: Trace) -> Values:
    return {**measures_of_target(trace), L: total_hinge(trace)}


@once
def total_hinge(trace: Trace) -> int | Fraction:
    """Return the sum of the hinge losses of all rounds. A repeated example is evaluated once."""
    distinct = zip(times(trace), margins(trace), strict=True)
    return number(sum(times * max(0, 1 - margin) for times, margin in distinct))


HINGE_TURNS = Step(
    r"a mistake adds at least $1 - \ell$ to $a = \langle w^*,w\rangle$, where $\ell$ is the round's hinge loss",
    Next(a) >= a + 1 - loss,
)

HINGE_PROOF = Induction(
    start={M: 0, L: 0, a: 0, b: 0},
    rounds={
        "a mistake": Transition(steps=(HINGE_TURNS, GROWS), sets={M: M + 1, L: L + loss}),
        "no mistake": Transition(sets={L: L + loss}, keeps=(M, a, b)),
    },
    invariant={r"$M - L \le a$": M - L <= a, r"$b \le MR^2$": b <= M * R2},
    using=(trusted.cauchy_schwarz(a, W2, b),),
    code=lambda: rounds_of_code(
        means=lambda round: {
            r"$\ell \ge 1 - y\langle w^*,x\rangle$": round.label * (round.target @ round.x) >= 1 - loss,
            **within_radius(round),
        },
        counts={M: lambda round: round.mistake, L: lambda round: False},  # `during` adds to L what it grows by
        during=lambda round: {Next(L): L + loss},
    ),
    reading=r"If $M > L$ then $(M - L)^2 \le a^2 \le \|w^*\|^2b \le \|w^*\|^2MR^2$, so $M^2 - 2ML \le \|w^*\|^2MR^2$. "
    r"If $M \le L$ there is nothing to show.",
)


def compared_axes(sizes: tuple[int, ...]) -> list[ComparedGame]:
    """Return the games e_1, ..., e_m, each contradicted, with w* = (1, ..., 1), which has no loss."""
    return [
        ComparedGame(game.instances, 1, tuple((i, CONTRADICT) for i in range(game.dimension)), game.target)
        for game in map(axes_target, sizes)
    ]


HINGE = Claim(
    "perceptron-hinge",
    r"On every sequence, separable or not, and for every $w^*$, Perceptron makes at most $R^2\|w^*\|^2 + 2L$ "
    r"mistakes, where $L$ is the total hinge loss $\sum \max(0, 1 - y\langle w^*,x\rangle)$.",
    sources=(JAI("Perceptron, hinge loss"),),
    label="tight",
    learner=Perceptron,
    cases=Family(
        compared_games,
        exhaust=every_compared_game,
        extent="all sequences of up to {rounds} nonzero points of the plane with integer coordinates up to ±{reach} "
        "(of x and −x only one if longer than {signed:≤ _ rounds}), with any labels, for a few w*",
        search=dict(dimensions=3, reach=3, pool=4, rounds=8),
        scout=dict(dimensions=4, reach=5, pool=6, rounds=20),
        quick=dict(reach=1, rounds=3, signed=2),
        full=dict(reach=1, rounds=4, signed=3),
        grows=dict(dimensions=Wide(), pool=Varied(), rounds=Long()),
    ),
    measure=measures_of_hinge,
    bound=M <= R2 * W2 + 2 * L,
    watch=("w",),
    state=towards_target,
    during=lambda round, values, trace: {loss: hinge(trace, round)},
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
    statement="On every sequence, separable or not, and for every $w^*$, "
    r"$\sqrt{M} \le (R\|w^*\| + \sqrt{R^2\|w^*\|^2 + 4L})/2$ for the mistakes $M$ of Perceptron, where $L$ is the "
    r"total hinge loss $\sum \max(0, 1 - y\langle w^*,x\rangle)$.",
    bound=M <= (sqrt(R2 * W2) + sqrt(R2 * W2 + 4 * L)) ** 2 / 4,
    cases=FEWER_HINGE_GAMES,
    proof=HINGE_SHARPER_PROOF,
    remark="JAI announces this analysis and states no bound. This is all that its two steps give: the greater "
    r"root of $z^2 - R\|w^*\|z - L$. It implies $M \le R^2\|w^*\|^2 + 2L$ (perceptron-hinge) and the usual "
    "sharper forms (perceptron-hinge-forms). Attained with $L = 0$, and with $L > 0$ by $w^* = 0$, where "
    r"it says $M \le L$.",
)

HINGE_FORMS = replace(
    HINGE,
    id="perceptron-hinge-forms",
    statement=r"On every sequence and for every $w^*$, $\sqrt{M} \le R\|w^*\| + \sqrt{L}$ and "
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
