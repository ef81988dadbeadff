"""What there is to see in a played case, as plain data.

scene(claim, trace)         the scene of a trace, or None if there is nothing to draw
proof_chart(claim, trace)   the quantities of its proof, round by round
alone(scene)                the scene without what it shows of the reference learner
replayed(...)               the trace of a stored game, from its case and the predictions made in it
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from learncheck.learners import DRAWN
from learncheck.oracle.judging.transcript import STATE
from learncheck.oracle.report.scenes.boosted import Boosted, boosted, boosted_by_submission
from learncheck.oracle.report.scenes.cells import Cells, cells
from learncheck.oracle.report.scenes.fits import Fit, fit
from learncheck.oracle.report.scenes.kernels import Curved, curved
from learncheck.oracle.report.scenes.proof import ProofChart, proof_chart
from learncheck.oracle.report.scenes.replayed import replayed
from learncheck.oracle.report.scenes.rounds import OURS, REFERENCE, YOURS
from learncheck.oracle.report.scenes.samples import Sample, sample
from learncheck.oracle.report.scenes.separators import Ellipsoids, Separators, separators
from learncheck.oracle.report.scenes.shares import Shares, shares
from learncheck.oracle.report.scenes.shattering import Shattered, Tree, shattered, tree
from learncheck.oracle.report.scenes.weights import Weights, weights
from learncheck.strategies.halfspaces.regression import Regression
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.games import Game
from learncheck.strategies.samples.boosting import BoostedFit
from learncheck.theorems.language.claim import Claim

__all__ = [
    "OURS", "REFERENCE", "STATE", "YOURS", "Boosted", "Cells", "Curved", "Ellipsoids", "Fit", "ProofChart", "Sample",
    "Scene", "Separators", "Shares", "Shattered", "Tree", "Weights", "alone", "proof_chart", "replayed", "scene",
    "telling",
]  # fmt: skip

Scene = Separators | Ellipsoids | Curved | Cells | Weights | Shares | Boosted | Sample | Fit | Shattered | Tree


BY_ROUNDS: Mapping[str | None, Callable[[Any, Trace, str], Scene | None]] = {
    "version space": cells,
    "weights": weights,
    "probabilities": shares,
    "kernel": curved,
    "separator": separators,
}
"""What makes the scene of a game in rounds, by how the learner's games are drawn."""


def scene(claim: Claim, trace: Trace, whose: str = OURS) -> Scene | None:
    """Return what there is to see in the trace, or None if it is of a kind that is not drawn, or too large."""
    try:
        return _scene(claim, trace, whose)
    except Exception:  # a submission's state may have another shape
        return None


def _scene(claim: Claim, trace: Trace, whose: str) -> Scene | None:
    learner = claim.learner
    drawn_as = None if learner is None else DRAWN.get(learner.__name__)
    if drawn_as == "boosting" and isinstance(trace.facts, BoostedFit):
        assert learner is not None
        return boosted(trace) if whose == OURS else boosted_by_submission(learner, trace)
    if found := tree(trace) or shattered(trace):
        return found
    if learner is not None and hasattr(learner, "fit") and not isinstance(trace.case, Game):
        return (fit if isinstance(trace.case, Regression) else sample)(learner, trace, whose)
    draw = BY_ROUNDS.get(drawn_as)
    return draw(learner, trace, whose) if draw is not None and trace.rounds else None


def telling(scene: Scene) -> int:
    """Return how much there is to see: for games, the number of rounds that change something."""
    if isinstance(scene, Ellipsoids):
        return sum(each.mistake for each in scene.answers)
    if isinstance(scene, Separators):
        turned = [w / np.linalg.norm(w) for w in scene.w if w.any()]
        return len({tuple(np.round(each, 6).tolist()) for each in turned})
    if isinstance(scene, Boosted):
        return len(scene.bound)
    if isinstance(scene, Sample):
        return len(scene.y) if len(set(scene.y.tolist())) > 1 else 1
    if isinstance(scene, Fit):
        return len(set(scene.at.tolist()))
    if isinstance(scene, Shattered):
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
    if isinstance(scene, Sample):
        grid = () if scene.own is None else scene.grid
        return replace(scene, region=None, grid=grid, due=None, formula="")
    if isinstance(scene, Fit):
        return replace(scene, due=None, along=scene.along[:0], curve=scene.curve[:0])
    if isinstance(scene, Boosted):
        return replace(scene, error=(), product=(), due=None, margins=None)
    return scene
