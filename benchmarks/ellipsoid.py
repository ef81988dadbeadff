"""Ellipsoid: a search for games that break its printed bound, 2d(2d+2)·log n, where no bound of the catalogue is below.

The adversary of `beyond/learncheck_beyond/shallow_cuts.py` is played with several w* and disturbances. Instances, w*
and labels are integers, no mistake is due to rounding, and M is compared with the bound exactly.
"""

from itertools import product
from typing import Any

from learncheck.learners import Ellipsoid
from learncheck.oracle.engine.judge import judge
from learncheck.theorems.notes.halfspaces.ellipsoid_mistakes import MISTAKES_AS_PRINTED
from learncheck_beyond.ellipsoid_capped import printed_is_open
from learncheck_beyond.shallow_cuts import shallow_cuts

TITLE = "Ellipsoid: the worst games found against the printed bound"

SIZES = tuple((d, n) for d, n in product((4, 5, 6, 8, 12, 16, 24), (2, 3, 4, 8, 16)) if printed_is_open(d, n))
SEEDS = range(2)


def row(d: int, n: int) -> dict[str, Any]:
    """The worst game of this size."""
    tried = {(every, seed) for every in (2, 3, 5, d) for seed in SEEDS}
    games = [shallow_cuts(d, n, every, seed) for every, seed in sorted(tried)]
    worst = judge(MISTAKES_AS_PRINTED, Ellipsoid, max(games, key=lambda game: len(game.moves)), steps=False)
    return {
        "d": d,
        "n": n,
        "games": len(games),
        "M": int(worst.observed or 0),
        "bound": worst.bound,
        "share": worst.ratio,
    }


def run(smallest: bool) -> list[dict[str, Any]]:
    """One row per size for which the printed bound is open."""
    return [row(d, n) for d, n in (SIZES[:1] if smallest else SIZES)]
