"""A kernel's separator in the plane or on the line of the instances."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from learncheck.oracle.report.scenes.replayed import by_reference
from learncheck.oracle.report.scenes.rounds import OURS, REFERENCE, YOURS, Answer, Array, answers
from learncheck.strategies.play.case import Trace

GRID = 41
MOST_ROUNDS = 40


@dataclass(frozen=True)
class Curved:
    """Points of the plane, one per round, and the sums Σ yᵢ K(xᵢ, x) on a grid before the first round and after each.

    kept: for each round, whether the learner whose sums these are made a mistake, so that the example is a term of them
    from then on. on_line: the points have one coordinate, and the second one here is 0.
    """

    points: Array
    answers: tuple[Answer, ...]
    axes: tuple[Array, Array]
    sums: tuple[Array, ...]
    kept: tuple[bool, ...]
    whose: str = OURS
    on_line: bool = False

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        given = ", given the same examples," if self.whose == REFERENCE else ""
        return f"Blue is where {self.whose}{given} says +1, that is where Σ yᵢ K(xᵢ, x) > 0. Circles mark its xᵢ."


def curved(learner: Any, trace: Trace, whose: str) -> Curved | None:
    """Return the scene of a trace. A submission exposes no state, so the sums are the reference learner's."""
    points = np.array([np.asarray(each.instance, dtype=float) for each in trace.rounds])
    rounds, d = points.shape
    if d > 2 or rounds > MOST_ROUNDS:
        return None
    (kernel,) = trace.case.arguments()
    kept = tuple(bool(each.mistake) for each in by_reference(learner, trace).rounds)
    reach = 1.25 * float(np.abs(points).max()) or 1.0
    along = np.linspace(-reach, reach, GRID)
    across = along if d == 2 else np.array([-reach, reach])
    spots = [np.array(each) for each in (((x, y) for x in along for y in across) if d == 2 else ((x,) for x in along))]
    sums = [np.zeros(len(spots))]
    for x, label, mistake in zip(points, trace.rounds.labels, kept, strict=True):
        term = int(label) * np.array([float(kernel(x, each)) for each in spots]) if mistake else 0
        sums.append(sums[-1] + term)
    shape = (len(along), -1)
    laid_out = tuple(np.broadcast_to(each.reshape(shape), (len(along), len(across))) for each in sums)
    flat = points if d == 2 else np.column_stack((points, np.zeros(rounds)))
    fitted = REFERENCE if whose == YOURS else whose
    return Curved(flat, answers(trace), (along, across), laid_out, kept, fitted, on_line=d == 1)
