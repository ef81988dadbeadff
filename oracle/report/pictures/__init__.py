"""What there is to see in a played case, as plain data (a scene), and pictures of it for pages.

A scene lays itself out in panels of layers (`layers.py`), which `drawing.py` draws as inline SVG. That needs matplotlib
(the extra `pictures`; without it, pages say so), which is loaded when something is drawn.
"""

import functools
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from learncheck.oracle.report.pictures import (
    boosting,
    cells,
    fits,
    kernels,
    samples,
    separators,
    shares,
    shattering,
    weights,
)
from learncheck.oracle.report.pictures.layers import Scene, Sheet
from learncheck.oracle.report.pictures.rounds import OURS
from learncheck.strategies.halfspaces.regression import RegressionSample
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.games import Game
from learncheck.strategies.samples.boosting import BoostedFit
from learncheck.theorems.language.claim import Claim

BY_ROUNDS: Mapping[str, Callable[[type, Trace, str], Scene | None]] = {
    **dict.fromkeys(cells.KINDS, cells.cells),
    **dict.fromkeys(("WeightedMajority", "Winnow", "WinnowKOfR"), weights.weights),
    "RandomizedWeightedMajority": shares.shares,
    "KernelPerceptron": kernels.curved,
    **dict.fromkeys(("Perceptron", "ModifiedPerceptron", "Ellipsoid"), separators.separators),
}
"""What makes the scene of a game in rounds, by the learner's name."""


def scene(claim: Claim, trace: Trace, whose: str = OURS) -> Scene | None:
    """Return what there is to see in the trace, or None if it is of a kind that is not drawn, or too large."""
    try:
        return _scene(claim, trace, whose)
    except Exception:  # a submission's state may have another shape
        return None


def _scene(claim: Claim, trace: Trace, whose: str) -> Scene | None:
    learner = claim.learner
    name = "" if learner is None else learner.__name__
    if learner is not None and name == "AdaBoost" and isinstance(trace.facts, BoostedFit):
        return boosting.boosted(trace) if whose == OURS else boosting.boosted_by_submission(learner, trace)
    if drawing := shattering.tree(trace) or shattering.shattered(trace):
        return drawing
    if learner is not None and hasattr(learner, "fit") and not isinstance(trace.case, Game):
        return (fits.fit if isinstance(trace.case, RegressionSample) else samples.sample)(learner, trace, whose)
    draw = BY_ROUNDS.get(name)
    return draw(learner, trace, whose) if draw is not None and learner is not None and trace.rounds else None


# ---- pictures ----


MOST_FRAMES = 16
"""The most rounds of a game that are shown, the first and the last among them."""

MISSING = "Pictures need matplotlib: pip install matplotlib"


@dataclass(frozen=True)
class Picture:
    """A picture, and what the signs in it mean."""

    svg: str
    key: str


Moment = tuple[int, bool]
"""A round, and False for the moment before the answer is judged, or True for that after the update."""


@functools.cache
def available() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def drawn(sheet: Sheet) -> str:
    """Draw a sheet as inline SVG."""
    from learncheck.oracle.report.pictures.drawing import svg  # loads matplotlib

    return svg(sheet)


def whole(scene: Scene) -> list[Picture]:
    """Draw the whole game: one picture, three of the training of a booster, none of a sample that is a table."""
    return [Picture(drawn(sheet), key) for sheet, key in scene.parts()]


def frames(scene: Scene, rounds: int) -> dict[Moment, str]:
    """Draw two pictures per round, before the answer and after the update, or none of a scene without rounds."""
    moments = ((number, over) for number in frame_numbers(rounds) for over in (False, True))
    return {moment: drawn(sheet) for moment in moments if (sheet := scene.moment(*moment)) is not None}


def frame_numbers(rounds: int) -> list[int]:
    """Return the rounds to show of a game with this many: all, or some spread evenly."""
    if rounds <= MOST_FRAMES:
        return list(range(1, rounds + 1))
    return sorted({round(1 + index * (rounds - 1) / (MOST_FRAMES - 1)) for index in range(MOST_FRAMES)})
