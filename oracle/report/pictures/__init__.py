"""What there is to see in a played case, as plain data (a scene), and pictures of it for pages.

A picture is inline SVG, drawn by matplotlib (the extra `pictures`; without it, pages say so).
"""

import functools
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from learncheck.oracle.judging.transcript import STATE
from learncheck.oracle.report.pictures import (
    boosting,
    cells,
    ellipsoids,
    fits,
    growth,
    kernels,
    proof,
    samples,
    separators,
    shares,
    shattering,
    weights,
)
from learncheck.oracle.report.pictures.boosting import Boosted
from learncheck.oracle.report.pictures.cells import Cells
from learncheck.oracle.report.pictures.fits import FitScene
from learncheck.oracle.report.pictures.kernels import Curved
from learncheck.oracle.report.pictures.proof import ProofChart, proof_chart
from learncheck.oracle.report.pictures.replayed import replayed
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS
from learncheck.oracle.report.pictures.samples import SampleScene
from learncheck.oracle.report.pictures.separators import Ellipsoids, Separators
from learncheck.oracle.report.pictures.shares import Shares
from learncheck.oracle.report.pictures.shattering import ShatteredPoints, Tree
from learncheck.oracle.report.pictures.weights import Weights
from learncheck.strategies.halfspaces.regression import RealTargets
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.games import Game
from learncheck.strategies.samples.boosting import BoostedFit
from learncheck.theorems.language.claim import Claim

__all__ = [
    "OURS", "REFERENCE", "STATE", "YOURS", "Boosted", "Cells", "Curved", "Ellipsoids", "FitScene", "ProofChart",
    "SampleScene", "Scene", "Separators", "Shares", "ShatteredPoints", "Tree", "Weights", "alone", "proof_chart",
    "replayed", "scene", "telling",
]  # fmt: skip

Scene = (
    Separators
    | Ellipsoids
    | Curved
    | Cells
    | Weights
    | Shares
    | Boosted
    | SampleScene
    | FitScene
    | ShatteredPoints
    | Tree
)

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
        return (fits.fit if isinstance(trace.case, RealTargets) else samples.sample)(learner, trace, whose)
    draw = BY_ROUNDS.get(name)
    return draw(learner, trace, whose) if draw is not None and learner is not None and trace.rounds else None


def telling(scene: Scene) -> int:
    """Return how much there is to see: for games, the number of rounds that change something."""
    if isinstance(scene, Ellipsoids):
        return sum(answer.mistake for answer in scene.answers)
    if isinstance(scene, Separators):
        turned = [w / np.linalg.norm(w) for w in scene.w if w.any()]
        return len({tuple(np.round(direction, 6).tolist()) for direction in turned})
    if isinstance(scene, Boosted):
        return len(scene.bound)
    if isinstance(scene, SampleScene):
        return len(scene.y) if len(set(scene.y.tolist())) > 1 else 1
    if isinstance(scene, FitScene):
        return len(set(scene.at.tolist()))
    if isinstance(scene, ShatteredPoints):
        return len(scene.chosen)
    if isinstance(scene, Tree):
        return scene.depth
    states = (
        scene.alive if isinstance(scene, Cells) else
        scene.sums if isinstance(scene, Curved) else
        scene.p if isinstance(scene, Shares) else
        scene.w
    )  # fmt: skip
    return sum(not np.array_equal(states[t], states[t + 1]) for t in range(len(states) - 1))


def alone(scene: Scene) -> Scene | None:
    """Return the scene without the reference learner, for feedback that must not reveal it."""
    if isinstance(scene, Curved):
        return None if scene.whose == REFERENCE else scene
    if isinstance(scene, Separators | Ellipsoids | Weights | Shares):
        return None if scene.whose == REFERENCE else replace(scene, other=None)
    if isinstance(scene, SampleScene):
        grid = () if scene.own is None else scene.grid
        return replace(scene, region=None, grid=grid, due=None, formula="")
    if isinstance(scene, FitScene):
        return replace(scene, due=None, along=scene.along[:0], curve=scene.curve[:0])
    if isinstance(scene, Boosted):
        return replace(scene, error=(), product=(), due=None, margins=None)
    return scene


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


growth_picture, chart = growth.draw, proof.draw
"""Draw the worst observed against the bound, by size; and the proof's quantities by round."""

WHOLE: dict[type, Callable[..., str]] = {
    Boosted: boosting.draw,
    Cells: cells.draw_all,
    Curved: kernels.draw_all,
    Ellipsoids: ellipsoids.draw_all,
    FitScene: fits.draw,
    SampleScene: samples.draw,
    Separators: separators.draw_all,
    Shares: shares.draw_all,
    ShatteredPoints: shattering.draw_labellings,
    Tree: shattering.draw_tree,
    Weights: weights.draw_all,
}
MOMENTS: dict[type, Callable[..., str]] = {
    Cells: cells.draw,
    Curved: kernels.draw,
    Ellipsoids: ellipsoids.draw,
    Separators: separators.draw,
    Shares: shares.draw,
    Weights: weights.draw,
}
"""What draws a scene as a whole, and what draws one moment of it."""


def on_paper(svg: str) -> str:
    """Return the drawing as a self-contained file, with a white background and black letters."""
    return svg.replace("<svg ", "<svg font-family='sans-serif' style='background:white;color:black' ", 1) + "\n"


def whole(scene: Scene) -> list[Picture]:
    """Draw the whole game: one picture, three of the training of a booster, none of a sample that is a table."""
    if isinstance(scene, SampleScene) and scene.as_table:
        return []
    parts = scene.parts if isinstance(scene, Boosted) else (scene,)
    return [Picture(picture(part), part.key) for part in parts]


def picture(scene: Scene) -> str:
    """Draw the whole game in one picture."""
    return WHOLE[type(scene)](scene)


def frames(scene: Scene, rounds: int) -> dict[Moment, str]:
    """Draw two pictures per round, before the answer and after the update, or none of a scene without rounds."""
    if type(scene) not in MOMENTS:
        return {}
    draw = MOMENTS[type(scene)]
    return {(number, over): draw(scene, number, over) for number in frame_numbers(rounds) for over in (False, True)}


def frame_numbers(rounds: int) -> list[int]:
    """Return the rounds to show of a game with this many: all, or some spread evenly."""
    if rounds <= MOST_FRAMES:
        return list(range(1, rounds + 1))
    return sorted({round(1 + index * (rounds - 1) / (MOST_FRAMES - 1)) for index in range(MOST_FRAMES)})
