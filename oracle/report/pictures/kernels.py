"""A kernel's separator in the plane or on the line: where the sum over the kept examples is positive."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.layers import Layer, Line, Panel, Points, Region, Sheet, plane
from learncheck.oracle.report.pictures.replayed import by_reference
from learncheck.oracle.report.pictures.rounds import REFERENCE, YOURS, GameScene, answers, asked, labelled
from learncheck.strategies.play.case import Make, Trace

GRID = 41
MOST_ROUNDS = 40


@dataclass(frozen=True)
class Curved(GameScene):
    """Points of the plane, one per round, and the sums Σ yᵢ K(xᵢ, x) on a grid before the first round and after each.

    mistakes: for each round, whether the learner whose sums these are made one, so that the example is a term of them
    from then on. on_line: the points have one coordinate, and the second one here is 0.
    """

    points: Array
    axes: tuple[Array, Array]
    sums: tuple[Array, ...]
    mistakes: tuple[bool, ...]
    on_line: bool = False

    @property
    def states(self) -> Sequence[Array]:
        return self.sums

    @property
    def key(self) -> str:
        given = ", given the same examples," if self.whose == REFERENCE else ""
        return f"Blue is where {self.whose}{given} says +1, that is where Σ yᵢ K(xᵢ, x) > 0. Circles mark its xᵢ."

    def moment(self, number: int, over: bool) -> Sheet:
        """Lay out the sum by which the learner answers, or the sum that includes an example it now keeps."""
        shown = labelled(self.points, [answer.label for answer in self.answers[: number - 1]], 0.45)
        shown += asked(self.points[number - 1], self.answers[number - 1])
        return self._sheet(number if over else number - 1, shown, self.title(number, over), lines=5)

    def whole(self) -> Sheet:
        """Lay out all examples, and the final sum."""
        rounds = len(self.answers)
        words = f"The examples, and where the sum of {self.whose} is positive after {rounds} rounds"
        return self._sheet(rounds, labelled(self.points, [answer.label for answer in self.answers]), words)

    def _sheet(self, upto: int, examples: Sequence[Points], words: str, lines: int = 0) -> Sheet:
        reach = self.axes[0][-1]
        name = f"{self.whose}: {'says +1' if self.sums[upto].any() else 'a tie everywhere'}"
        layers: list[Layer] = [Region(self.axes, self.sums[upto], 0, border="faint", name=name)]
        terms = [t for t in range(upto) if self.mistakes[t]]
        if terms:
            layers.append(Points(self.points[terms].T, "o", name="a term of the sum", size=15, hollow=True))
        if self.on_line:
            layers.append(Line(((-reach, reach), (0, 0)), "faint", width=0.5))
        axes = plane(reach, on_line=self.on_line)
        return Sheet([Panel(*axes, [*layers, *examples])], words, 2.9, 2.9, lines=lines)


def curved(learner: Make, trace: Trace, whose: str) -> Curved | None:
    """Return the scene of a trace. A submission exposes no state, so the sums are the reference learner's."""
    points = np.array([np.asarray(row.instance, dtype=float) for row in trace.rounds])
    rounds, d = points.shape
    if d > 2 or rounds > MOST_ROUNDS:
        return None
    (kernel,) = trace.case.arguments()
    mistakes = tuple(bool(row.mistake) for row in by_reference(learner, trace).rounds)
    reach = 1.25 * float(np.abs(points).max()) or 1.0
    along = np.linspace(-reach, reach, GRID)
    across = along if d == 2 else np.array([-reach, reach])
    spots = [np.array(spot) for spot in (((x, y) for x in along for y in across) if d == 2 else ((x,) for x in along))]
    sums = [np.zeros(len(spots))]
    for x, label, mistake in zip(points, trace.rounds.labels, mistakes, strict=True):
        term = int(label) * np.array([float(kernel(x, spot)) for spot in spots]) if mistake else 0
        sums.append(sums[-1] + term)
    shape = (len(along), -1)
    laid_out = tuple(np.broadcast_to(values.reshape(shape), (len(along), len(across))) for values in sums)
    flat = points if d == 2 else np.column_stack((points, np.zeros(rounds)))
    fitted = REFERENCE if whose == YOURS else whose
    return Curved(flat, (along, across), laid_out, mistakes, d == 1, answers=answers(trace), whose=fitted)
