"""Families of games that are ready to be claimed about: each brings its quantities, so that a claim needs no measure.

    HEDGE = Claim("hedge-regret", "…", learner=Hedge, cases=experts(), bound=R <= sqrt(T * log(n) / 2), floats=1e-9)

experts          prediction with experts' losses                               R L B T n
linear           linear losses over the ball, the simplex or the box           R L B T d G
regression       convex losses of a number, against a linear comparator       R L B T d X U
binary           points with any labels, in any order                          M T n
finite_class     a finite class, and an adversary that keeps to it             M T H
samples          labelled samples for batch learners                           E m d
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy

from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.labelled import binary_games, plain_samples
from learncheck.strategies.play.losses import (
    Loss,
    Region,
    dot,
    expert_losses,
    linear_losses,
    regressions,
)
from learncheck.strategies.tables.finite_class import finite_class_games, small_classes
from learncheck.theorems.language.claim import Family
from learncheck.theorems.language.floats import FromFloats

R, L, B = sympy.symbols("R L B", real=True)
"""Regret L − B, the learner's loss, and that of the best comparator."""
T, M, E = sympy.symbols("T M E", integer=True, nonnegative=True)
"""Rounds; mistakes; errors on the sample."""
n, d, H, m = sympy.symbols("n d H m", integer=True, positive=True)
"""Experts or points; the dimension; hypotheses; examples."""
G, X, U = sympy.symbols("G X U", nonnegative=True)
"""The largest Euclidean norm of a gradient, that of an instance, and that of the comparator."""

MOST = dict(experts=64, dimension=64, rounds=256, grid=1)
"""The largest games with losses, which are reckoned exactly. Grids stay as they are: 1/100 is no float."""


def experts(*, experts: int = 4, rounds: int = 8, grid: int = 2) -> Family:
    """Prediction with expert advice: weights of n experts, losses in [0, 1]. The learner is made with (n, T)."""
    return Family(
        expert_losses,
        search=dict(experts=experts, rounds=rounds, grid=grid),
        scout=dict(experts=2 * experts, rounds=5 * rounds, grid=grid),
        exhaust=expert_losses,
        quick=dict(experts=2, rounds=3),
        full=dict(experts=2, rounds=5),
        extent="all losses of 0 and 1 of up to {experts} experts in up to {rounds} rounds",
        most=MOST,
        measure=lambda trace: {**losses(trace), n: trace.case.n},
    )


def linear(region: Region = "ball", *, dimension: int = 3, rounds: int = 8, grid: int = 2) -> Family:
    """Linear losses over the unit "ball", the "simplex" or the "box". The learner is made with (d, T)."""

    def measure(trace: Trace) -> Mapping[Any, Any]:
        steepest = max((norm(each) for each in trace.case.gradients), key=float, default=0)
        return {**losses(trace), d: trace.case.dimension, G: steepest}

    return Family(
        linear_losses,
        search=dict(region=region, dimension=dimension, rounds=rounds, grid=grid),
        scout=dict(region=region, dimension=2 * dimension, rounds=5 * rounds, grid=grid),
        exhaust=linear_losses,
        quick=dict(region=region, dimension=1, rounds=4),
        full=dict(region=region, dimension=2, rounds=3),
        extent="all gradients of −1, 0 and 1 in up to {dimension} dimensions, in up to {rounds} rounds",
        most=MOST,
        measure=measure,
    )


def regression(
    loss: Loss = "squared", *, dimension: int = 3, rounds: int = 8, entries: int = 2, grid: int = 1,
    fitting: bool = False,
) -> Family:  # fmt: skip
    """Numbers predicted for vectors, against ⟨u, ·⟩, which pays nothing where it is `fitting`. Made with (d, T)."""

    def measure(trace: Trace) -> Mapping[Any, Any]:
        longest = max((norm(x) for x, _ in trace.case.rounds), key=float, default=0)
        return {**losses(trace), d: len(trace.case.u), X: longest, U: norm(trace.case.u)}

    fixed = dict(loss=loss, grid=grid, fitting=fitting)
    return Family(
        regressions,
        search=dict(dimension=dimension, rounds=rounds, entries=entries, **fixed),
        scout=dict(dimension=2 * dimension, rounds=5 * rounds, entries=2 * entries, **fixed),
        most=MOST,
        measure=measure,
    )


def binary(*, points: int = 5, rounds: int = 8) -> Family:
    """Instances 0, …, n−1 with any labels ±1, in any order. The learner is made with (n,)."""
    return Family(
        binary_games,
        search=dict(points=points, rounds=rounds),
        scout=dict(points=4 * points, rounds=5 * rounds),
        exhaust=binary_games,
        quick=dict(points=2, rounds=3),
        full=dict(points=3, rounds=4),
        extent="all labels, round by round, of up to {points} points in up to {rounds} rounds",
        measure=lambda trace: {M: trace.mistakes, T: len(trace.rounds), n: trace.case.n},
    )


def finite_class(*, points: int = 4, rows: int = 6, rounds: int = 8, large: bool = True) -> Family:
    """Classes of H hypotheses, a row each, and an adversary that contradicts as long as one allows it. Made with the
    matrix of the class; instances are its columns. Without `large` no game is wider: where a learner takes long.
    """
    narrow = dict(points=points, rows=rows, rounds=2 * rounds)
    return Family(
        finite_class_games,
        search=dict(points=points, rows=rows, rounds=rounds),
        scout=dict(points=2 * points, rows=4 * rows, rounds=2 * rounds) if large else narrow,
        most={} if large else narrow,
        exhaust=small_classes,
        quick=dict(points=2, rounds=2),
        full=dict(points=3, rounds=3),
        extent="all classes on up to {points} points, against the adversary that contradicts for up to {rounds} rounds",
        measure=lambda trace: {M: trace.mistakes, T: len(trace.rounds), H: len(trace.case.hypotheses)},
    )


def samples(*, dimension: int = 2, examples: int = 6, entries: int = 2) -> Family:
    """Labelled samples of integer vectors, for learners with fit(X, y) and predict(X). Made without arguments."""
    return Family(
        plain_samples,
        search=dict(dimension=dimension, examples=examples, entries=entries),
        scout=dict(dimension=2 * dimension, examples=4 * examples, entries=2 * entries),
        exhaust=plain_samples,
        quick=dict(dimension=1, examples=2, entries=1),
        full=dict(dimension=1, examples=3, entries=2),
        extent="all samples of up to {examples} examples in order, in {dimension} dimension, with entries of up to "
        "{entries}",
        measure=lambda trace: {
            E: trace.facts["errors"],
            m: len(trace.case.y),
            d: trace.case.dimension,
        },
    )


def losses(trace: Trace) -> dict[Any, Any]:
    """R, L, B and T of a game with losses. What floats are behind is marked so."""
    best, paid = trace.case.best(), trace.loss
    rounded = any(np.asarray(each.prediction).dtype.kind == "f" for each in trace.rounds)
    told = {R: paid - best, L: paid}
    return {
        **({symbol: FromFloats(value) for symbol, value in told.items()} if rounded else told),
        B: best,
        T: len(trace.rounds),
    }


def norm(vector: Any) -> Any:
    """The Euclidean norm, exactly."""
    square = dot(vector, vector)
    return sympy.sqrt(sympy.Rational(square.numerator, square.denominator))
