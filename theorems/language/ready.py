"""Ready families of games. A claim about their quantities needs no measure.

    HEDGE = Claim("hedge-regret", "…", learner=Hedge, cases=experts(), bound=R <= sqrt(T * log(n) / 2), tolerance=1e-9)

experts          prediction with experts' losses                               R L B T n
linear           linear losses over the ball, the simplex or the box           R L B T d G
regression       convex losses of a number, against a linear comparator       R L B T d X U
binary           points with any labels, in any order                          M T n
finite_class     a finite class, and an adversary that keeps to it             M T H
samples          labelled samples for batch learners                           E m d
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import get_args

import numpy as np
import sympy

from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.labelled import (
    BinaryGame,
    PlainSample,
    binary_games,
    outvoted_by_one,
    plain_samples,
)
from learncheck.strategies.play.losses import (
    ExpertLosses,
    LinearLosses,
    Loss,
    LossGame,
    Region,
    Regression,
    dot,
    expert_losses,
    in_runs,
    linear_losses,
    regressions,
)
from learncheck.strategies.tables.finite_class import FiniteClassGame, finite_class_games
from learncheck.theorems.language.claim import Family
from learncheck.theorems.language.floats import FromFloats
from learncheck.theorems.language.limits import Growth, Long, Wide
from learncheck.theorems.language.quantities import B, E, G, H, L, M, R, T, U, Unmeasured, X, d, m, n


def _one_of(value: str, allowed: Iterable[str]) -> None:
    """Raise ValueError if the value is not allowed."""
    if value not in allowed:
        raise ValueError(f"{value!r} is not one of {', '.join(map(repr, allowed))}")


def _sizes(**limits: int) -> None:
    """Raise ValueError unless every limit is a whole number of at least 1."""
    for name, limit in limits.items():
        if not isinstance(limit, int) or limit < 1:
            raise ValueError(f"{name}={limit!r} is not a limit; give a whole number that is at least 1")


WIDER, LONGER = 16, 32
"""The largest samples, and games with losses, which are computed exactly, are so many times as wide and long as is
asked for.
"""


def _growth(long: Mapping[str, int], **wide: int) -> dict[str, Growth]:
    """The growth of limits on the length and the width. Grids are not refined: 1/100 is not a float."""
    lengths = {name: Long(LONGER * limit) for name, limit in long.items()}
    return {**{name: Wide(WIDER * limit) for name, limit in wide.items()}, **lengths}


def experts(*, experts: int = 4, rounds: int = 8, grid: int = 2) -> Family:
    """Prediction with expert advice (`ExpertLosses`). The learner is constructed with (n, T)."""
    _sizes(experts=experts, rounds=rounds, grid=grid)
    return Family(
        expert_losses,
        extent="all losses of 0 and 1 of up to {experts:n ≤ _} experts in up to {rounds:≤ _ rounds} rounds",
        search=dict(experts=experts, rounds=rounds, grid=grid),
        scout=dict(experts=2 * experts, rounds=5 * rounds, grid=grid),
        quick=dict(experts=2, rounds=3),
        full=dict(experts=2, rounds=5),
        grows=_growth(dict(rounds=rounds), experts=experts),
    )


def linear(region: Region = "ball", *, dimension: int = 3, rounds: int = 8, grid: int = 2) -> Family:
    """Linear losses over the unit "ball", the "simplex" or the "box" (`LinearLosses`). Constructed with (d, T)."""
    _one_of(region, get_args(Region))
    _sizes(dimension=dimension, rounds=rounds, grid=grid)
    return Family(
        linear_losses,
        extent="all gradients of −1, 0 and 1, d up to {dimension:d ≤ _}, in up to {rounds:≤ _ rounds} rounds",
        search=dict(region=region, dimension=dimension, rounds=rounds, grid=grid),
        scout=dict(region=region, dimension=2 * dimension, rounds=5 * rounds, grid=grid),
        quick=dict(region=region, dimension=1, rounds=4),
        full=dict(region=region, dimension=2, rounds=3),
        grows=_growth(dict(rounds=rounds), dimension=dimension),
    )


def regression(
    loss: Loss = "squared", *, dimension: int = 3, rounds: int = 8, entries: int = 2, grid: int = 1,
    fitting: bool = False,
) -> Family:  # fmt: skip
    """Regression against ⟨u, ·⟩, which has no loss if `fitting` (`Regression`). Constructed with (d, T)."""
    _one_of(loss, get_args(Loss))
    _sizes(dimension=dimension, rounds=rounds, entries=entries, grid=grid)
    fixed = dict(loss=loss, grid=grid, fitting=fitting)
    return Family(
        regressions,
        search=dict(dimension=dimension, rounds=rounds, entries=entries, **fixed),
        scout=dict(dimension=2 * dimension, rounds=5 * rounds, entries=2 * entries, **fixed),
        grows=_growth(dict(rounds=rounds), dimension=dimension),
        ladder=lambda: in_runs(loss),
    )


def binary(*, points: int = 5, rounds: int = 8) -> Family:
    """Points 0, …, n−1 with any labels ±1, in any order (`BinaryGame`). The learner is constructed with (n,)."""
    _sizes(points=points, rounds=rounds)
    return Family(
        binary_games,
        extent="all labels, round by round, of up to {points:n ≤ _} points in up to {rounds:≤ _ rounds} rounds",
        search=dict(points=points, rounds=rounds),
        scout=dict(points=4 * points, rounds=5 * rounds),
        quick=dict(points=2, rounds=3),
        full=dict(points=3, rounds=4),
        grows=dict(points=Wide(), rounds=Long()),
    )


def finite_class(*, points: int = 4, rows: int = 6, rounds: int = 8, large: bool = True) -> Family:
    """Finite classes, with an adversary that contradicts as long as some hypothesis allows it (`FiniteClassGame`).

    The learner is constructed with the matrix of the class, one row per hypothesis; instances are columns.

    large: whether the scout plays larger classes; turn it off for a slow learner.
    """
    _sizes(points=points, rows=rows, rounds=rounds)
    return Family(
        finite_class_games,
        extent="all classes on up to {points:≤ _ points} points, against the adversary that contradicts for up to "
        "{rounds:≤ _ rounds} rounds",
        search=dict(rows=rows, points=points, rounds=rounds),
        scout=dict(rows=4 * rows if large else rows, points=2 * points if large else points, rounds=2 * rounds),
        quick=dict(points=2, rounds=2, first=0, stances=1),
        full=dict(points=3, rounds=3, first=0, stances=1),
        grows=dict(points=Wide(), rows=Wide(), rounds=Long()) if large else {},
    )


def samples(*, dimension: int = 2, examples: int = 6, entries: int = 2) -> Family:
    """Labelled samples of integer vectors, for batch learners (`PlainSample`). Constructed without arguments."""
    _sizes(dimension=dimension, examples=examples, entries=entries)
    return Family(
        plain_samples,
        extent="all samples of up to {examples:≤ _ examples} examples in order, in dimension {dimension:d = _}, with "
        "entries of up to {entries}",
        search=dict(dimension=dimension, examples=examples, entries=entries),
        scout=dict(dimension=2 * dimension, examples=4 * examples, entries=2 * entries),
        quick=dict(dimension=1, examples=2, entries=1),
        full=dict(dimension=1, examples=3, entries=2),
        grows=_growth(dict(examples=examples), dimension=dimension),
        ladder=lambda: outvoted_by_one(dimension, entries),
    )


def measured(trace: Trace) -> dict[sympy.Symbol, object]:
    """What `quantities` says of a game."""
    case = trace.case
    if isinstance(case, ExpertLosses):
        return {**losses(trace), n: case.n}
    if isinstance(case, LinearLosses):
        steepest = max((norm(gradient) for gradient in case.gradients), key=float, default=0)
        return {**losses(trace), d: case.dimension, G: steepest}
    if isinstance(case, Regression):
        longest = max((norm(x) for x, _ in case.rounds), key=float, default=0)
        return {**losses(trace), d: len(case.u), X: longest, U: norm(case.u)}
    if isinstance(case, LossGame):
        return losses(trace)
    if isinstance(case, BinaryGame):
        return {M: trace.mistakes, T: len(trace.rounds), n: case.n}
    if isinstance(case, FiniteClassGame):
        return {M: trace.mistakes, T: len(trace.rounds), H: len(case.hypotheses)}
    if isinstance(case, PlainSample):
        return {E: trace.facts.errors, m: len(case.y), d: case.dimension}
    raise Unmeasured(
        f"measure= is missing, and {type(case).__name__} is not a ready game: give the quantities of the bound, "
        "measure=lambda trace: {M: trace.mistakes}"
    )


def losses(trace: Trace) -> dict[sympy.Symbol, object]:
    """R, L, B and T of a game with losses. Marks numbers that come from floats."""
    best, paid = trace.case.best(), trace.loss
    rounded = any(np.asarray(round_.prediction).dtype.kind == "f" for round_ in trace.rounds)
    values = {R: paid - best, L: paid}
    return {
        **({symbol: FromFloats(value) for symbol, value in values.items()} if rounded else values),
        B: best,
        T: len(trace.rounds),
    }


def norm(vector: Sequence[float | Fraction]) -> sympy.Expr:
    """The Euclidean norm, exactly."""
    square = dot(vector, vector)
    return sympy.sqrt(sympy.Rational(square.numerator, square.denominator))
