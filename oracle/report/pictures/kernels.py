"""A kernel's separator in the plane or on the line: where the sum over the kept examples is positive."""

from dataclasses import dataclass

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.inks import FAINT, SKY
from learncheck.oracle.report.pictures.layers import in_key, labelled, ringed, shaded
from learncheck.oracle.report.pictures.replayed import by_reference
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS, RoundAnswer, answers
from learncheck.oracle.report.pictures.separators import draw_asked, moment_title
from learncheck.oracle.report.pictures.sheet import few_ticks, finished, sheet
from learncheck.oracle.report.pictures.svg import Axes, Figure
from learncheck.strategies.play.case import Make, Trace

GRID = 41
MOST_ROUNDS = 40


@dataclass(frozen=True)
class Curved:
    """Points of the plane, one per round, and the sums Σ yᵢ K(xᵢ, x) on a grid before the first round and after each.

    mistakes: for each round, whether the learner whose sums these are made one, so that the example is a term of them
    from then on. on_line: the points have one coordinate, and the second one here is 0.
    """

    points: Array
    answers: tuple[RoundAnswer, ...]
    axes: tuple[Array, Array]
    sums: tuple[Array, ...]
    mistakes: tuple[bool, ...]
    whose: str = OURS
    on_line: bool = False

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        given = ", given the same examples," if self.whose == REFERENCE else ""
        return f"Blue is where {self.whose}{given} says +1, that is where Σ yᵢ K(xᵢ, x) > 0. Circles mark its xᵢ."


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
    return Curved(flat, answers(trace), (along, across), laid_out, mistakes, fitted, on_line=d == 1)


def draw(scene: Curved, number: int, over: bool) -> str:
    """Draw a round: the sum by which the learner answers, or the sum that includes an example it now keeps."""
    figure, axes = _sheet(scene, number if over else number - 1)
    labelled(axes, scene.points, [answer.label for answer in scene.answers[: number - 1]], 0.45)
    draw_asked(axes, scene.points[number - 1], scene.answers[number - 1])
    return finished(figure, axes, moment_title(scene.answers[number - 1], number, over), scale=0.8)


def draw_all(scene: Curved) -> str:
    """Draw all examples, and the final sum."""
    rounds = len(scene.answers)
    figure, axes = _sheet(scene, rounds)
    labelled(axes, scene.points, [answer.label for answer in scene.answers], 1.0)
    words = f"The examples, and where the sum of {scene.whose} is positive after {rounds} rounds"
    return finished(figure, axes, words, scale=0.8)


def _sheet(scene: Curved, upto: int) -> tuple[Figure, Axes]:
    figure, axes = sheet(3.9, 4.65, (0.6, 1.7, 0.1, 0.1))
    xs, ys = scene.axes
    sums = scene.sums[upto]
    shaded(axes, xs, ys, sums, 0)
    in_key(axes, f"{scene.whose}: {'says +1' if sums.any() else 'a tie everywhere'}", SKY, "s", 0.5)
    terms = [t for t in range(upto) if scene.mistakes[t]]
    if terms:
        ringed(axes, scene.points[terms], "a term of the sum", 15)
    axes.set(xlim=(xs[0], xs[-1]), ylim=(xs[0], xs[-1]), aspect="equal", xlabel="x₁", ylabel="x₂")
    few_ticks(axes.xaxis, axes.yaxis)
    if scene.on_line:
        axes.axhline(0, color=FAINT, linewidth=0.5)
        axes.set(xlabel="x", ylabel="", yticks=[])
    return figure, axes
