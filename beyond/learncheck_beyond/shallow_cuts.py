"""An adversary for Ellipsoid itself: instances of the grid on which its centre errs, but only just.

A cut of relative depth u, seen from w*, moves w* by −2u/(d+1) towards the centre, so the game is long if every u is
small. Here u = (y⟨ŵ,x⟩ − y⟨w,x⟩)/√(xᵀAx) for ŵ = w*/‖w*‖, and every x has the least margin, n²·y⟨w*,x⟩ = 1. It is
looked for among vectors with nearly all coordinates ±1 whose signs are those of −w, off the direction of w*, more or
less disturbed.
"""

from functools import cache
from typing import Any

import numpy as np

from learncheck.learners import Ellipsoid
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.games import LABEL, TargetGame
from learncheck.strategies.play.games import PLUS

Array = Any

DISTURBED = np.repeat([0, 0.15, 0.3, 0.5, 1, 2, 4], 60)
"""How much the signs are disturbed, for each vector that is tried."""
CLEAR = 1e-7
"""The least relative depth, which no rounding makes 0; depths are compared in units of 10⁻⁹."""


@cache
def shallow_cuts(d: int, n: int, every: int = 3, seed: int = 0) -> TargetGame:
    """The game of Ellipsoid's mistakes until the adversary finds no other.

    n·w* has n − 1 in the first of each `every` coordinates and n in the others; for n = 1 it is (1, …, 1). The seed
    varies the disturbances.
    """
    require(d >= 2 and n >= 1 and every >= 2, f"d = {d}, n = {n}, every = {every}: give at least 2, 1 and 2")
    target = np.array([n - (i % every == 0 and n > 1) for i in range(d)])
    length = float(np.sqrt(target @ target))
    learner, cuts = Ellipsoid(d), [np.eye(d, dtype=int)[0] * n]
    learner.update(cuts[0] / n, PLUS)
    noise = np.modf((np.arange(len(DISTURBED) * d) + seed + 1).reshape(-1, d) * (5**0.5 - 1) / 2)[0] - 0.5
    while True:
        w, A = learner.w, learner.A
        across = target * (w @ target) / length**2 - w
        tried = of_least_margin(across / abs(across).mean() + DISTURBED[:, None] * 4 * noise, target, n)
        across_E = np.sqrt(((tried @ A) * tried).sum(1))
        depth = -(tried @ w) / across_E
        wrong = depth > CLEAR
        if not wrong.any():
            break
        score = np.where(wrong, np.round(depth + 1 / (length * across_E), 9), np.inf)
        cuts.append(tried[score.argmin()])
        learner.update(cuts[-1] / n, PLUS)
    instances = tuple(tuple(x.tolist()) for x in cuts)
    return TargetGame(instances, n, tuple((i, LABEL) for i in range(len(cuts))), tuple(target.tolist()), n)


def of_least_margin(scores: Array, target: Array, n: int) -> Array:
    """Vectors of ±n with the signs of the scores, changed where these are small so that ⟨target,x⟩ = 1.

    For n > 1 a weight n and a weight n − 1 take what is left, with values v and −v.
    """
    vectors, size, rows = np.where(scores > 0, n, -n), abs(scores), np.arange(len(scores))
    pair = [np.where(target == n - k, size, np.inf).argmin(1) for k in (0, 1)] if n > 1 else []
    for columns in pair:
        vectors[rows, columns], size[rows, columns] = 0, np.inf
    left = 1 - vectors @ target
    for columns in np.argsort(size, axis=1, kind="stable").T[: len(target) - len(pair)]:
        weights = target[columns]
        changed = np.clip(vectors[rows, columns] + np.trunc(left / weights).astype(int), -n, n)
        left -= (changed - vectors[rows, columns]) * weights
        vectors[rows, columns] = changed
    for columns, sign in zip(pair, (1, -1), strict=False):
        vectors[rows, columns] = sign * left
    return vectors[(vectors @ target == 1) & (abs(vectors) <= n).all(1)]
