"""A halfspace in the plane or on the line as it is learned, and the state that ellipsoids.py draws."""

from dataclasses import dataclass

import numpy as np

from learncheck.learners import Ellipsoid
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.inks import FAINT, GREEN, INK, ORANGE, SMALL
from learncheck.oracle.report.pictures.layers import MARKS, border, labelled, ringed
from learncheck.oracle.report.pictures.replayed import by_reference
from learncheck.oracle.report.pictures.rounds import OURS, REFERENCE, YOURS, RoundAnswer, answers, states
from learncheck.oracle.report.pictures.sheet import few_ticks, finished, sheet
from learncheck.oracle.report.pictures.svg import Axes, Figure
from learncheck.strategies.play.case import Trace


@dataclass(frozen=True)
class Separators:
    """Points of the plane, one per round, the answers, and the learner's w before the first round and after each.

    whose: whose state it is, in words. other: next to a submission, the right learner on the same examples. on_line:
    the points have one coordinate, and the second one here is 0.
    """

    points: Array
    answers: tuple[RoundAnswer, ...]
    w: tuple[Array, ...]
    whose: str = OURS
    other: "Separators | None" = None
    on_line: bool = False

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        return "The arrow w points to the side predicted +1; dashed or thin lines are earlier separators."


@dataclass(frozen=True)
class Ellipsoids:
    """The same in the space of w: the ellipsoids {A^(1/2) u + w : ‖u‖ ≤ 1}, and a w* that all labels allow.

    Of an example, only the halfplane that it allows matters: y⟨w,x⟩ > 0.
    """

    points: Array
    answers: tuple[RoundAnswer, ...]
    w: tuple[Array, ...]
    A: tuple[Array, ...]
    target: Array | None = None
    whose: str = OURS
    other: "Ellipsoids | None" = None

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        return (
            "The plane shows w, not x. The cross is the centre w, with which the learner predicts. Each example "
            "allows the half-plane on one side of its line; the shaded cone, which contains w*, is what all "
            "of them allow. The dotted circle is the ball in which the search begins."
        )

    def possible(self, upto: int) -> tuple[float, float] | None:
        """Return the cone of directions that the first labels allow, as two angles, or None for the whole plane."""
        low, high = -np.pi, np.pi
        limited = False
        base = self._inside(upto)
        if base is None:
            return None
        for x, answer in zip(self.points[:upto], self.answers[:upto], strict=True):
            normal = np.arctan2(*(answer.label * x)[::-1])
            turn = (normal - base + np.pi) % (2 * np.pi) - np.pi
            low, high, limited = max(low, turn - np.pi / 2), min(high, turn + np.pi / 2), True
        return (base + low, base + high) if limited and low < high else None

    def _inside(self, upto: int) -> float | None:
        """Return a direction that the first labels allow, or None."""
        signed = self.points[:upto] * np.array([answer.label for answer in self.answers[:upto]])[:, None]
        if not upto:
            return None
        if self.target is not None and (signed @ self.target > 0).all():
            return float(np.arctan2(self.target[1], self.target[0]))
        tried = np.linspace(-np.pi, np.pi, 3601)
        margins = (signed @ np.array([np.cos(tried), np.sin(tried)])).min(axis=0)
        return float(tried[margins.argmax()]) if margins.max() > 0 else None


def separators(learner: type | None, trace: Trace, whose: str) -> Separators | Ellipsoids | None:
    """Return the scene of a trace in the plane or on the line."""
    of_ellipsoid = learner is Ellipsoid
    (d,) = np.shape(trace.rounds[0].instance)
    if d > 2 or (d == 1 and of_ellipsoid):
        return None
    w = states(trace, "w")
    A = states(trace, "A") if of_ellipsoid else ()
    if not w or (of_ellipsoid and not A):
        if learner is None or learner.__name__ == "ModifiedPerceptron" or whose != YOURS:
            return None
        return separators(learner, by_reference(learner, trace), REFERENCE)
    points = np.array([np.asarray(row.instance, dtype=float) for row in trace.rounds])
    if d == 1:
        points, *padded = (np.concatenate((vectors, np.zeros_like(vectors)), axis=-1) for vectors in (points, *w))
        w = tuple(padded)
    other = None
    if whose == YOURS and learner is not None and learner.__name__ in ("Perceptron", "Ellipsoid"):
        other = separators(learner, by_reference(learner, trace), REFERENCE)
    if of_ellipsoid:
        return Ellipsoids(
            points, answers(trace), w, A, _target(trace), whose, other if isinstance(other, Ellipsoids) else None
        )
    return Separators(
        points, answers(trace), w, whose, other if isinstance(other, Separators) else None, on_line=d == 1
    )


def _target(trace: Trace) -> Array | None:
    target = getattr(trace.facts, "target", None)
    w = None if target is None else np.asarray(target, dtype=float)
    return w if w is not None and w.shape == (2,) and w.any() else None


def draw(scene: Separators, number: int, over: bool) -> str:
    """Draw a round: the separator by which the learner answers, or the one it has learned."""
    figure, axes, reach = _sheet(scene)
    labelled(axes, scene.points, [answer.label for answer in scene.answers[: number - 1]], 0.45)
    if scene.other is not None and over:
        _draw_state(axes, scene.other.w[number], reach, INK, "--", f"⟨w,x⟩ = 0 of {scene.other.whose}")
    if over:
        _draw_state(axes, scene.w[number - 1], reach, FAINT, ":", "before the update", arrow=False)
    _draw_state(axes, scene.w[number if over else number - 1], reach, GREEN, "-", f"⟨w,x⟩ = 0 of {scene.whose}")
    draw_asked(axes, scene.points[number - 1], scene.answers[number - 1])
    return finished(figure, axes, moment_title(scene.answers[number - 1], number, over), 0.19, scale=0.8)


def draw_all(scene: Separators) -> str:
    """Draw all examples, the last separator, and faintly those before it."""
    figure, axes, reach = _sheet(scene)
    rounds = len(scene.answers)
    for index in range(rounds):
        if scene.w[index].any():
            axes.plot(*border(scene.w[index], reach), color=GREEN, alpha=0.25 + 0.4 * index / rounds, linewidth=1.0)
    _draw_state(axes, scene.w[-1], reach, GREEN, "-", f"⟨w,x⟩ = 0 of {scene.whose}, in the end")
    labelled(axes, scene.points, [answer.label for answer in scene.answers], 1.0)
    amiss = [index for index, answer in enumerate(scene.answers) if answer.mistake]
    if amiss:
        ringed(axes, scene.points[amiss], "a mistake, when it was asked", 13)
    whose = "" if scene.whose != REFERENCE else " of the reference learner"
    words = f"The examples in the plane, and the separator{whose} round by round"
    return finished(figure, axes, words, 0.19, scale=0.8)


def moment_title(answer: RoundAnswer, number: int, over: bool) -> str:
    """Say what the frame shows."""
    return f"Round {number}, {'after the update' if over else 'before the update'}: {answer.words}"


def _sheet(scene: Separators) -> tuple[Figure, Axes, float]:
    figure, axes = sheet(3.95, 4.55, (0.65, 1.6, 0.1, 0.1))
    reach = 1.15 * float(np.abs(scene.points).max(initial=0)) or 1.0
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="x₁", ylabel="x₂")
    axes.axhline(0, color=FAINT, linewidth=0.5)
    axes.axvline(0, color=FAINT, linewidth=0.5)
    few_ticks(axes.xaxis, axes.yaxis)
    if scene.on_line:
        axes.set(xlabel="x", ylabel="", yticks=[])
    return figure, axes, reach


def draw_asked(axes: Axes, point: Array, answer: RoundAnswer) -> None:
    """Draw the example of the round with answer and label, in a square if it is a mistake and otherwise in a circle."""
    mark, colour = MARKS[answer.label]
    axes.plot(*point, linestyle="", marker=mark, color=colour, markersize=13, markeredgewidth=3)
    ringed(axes, point, answer.words, 16, *((ORANGE, "s") if answer.mistake else (INK, "o")))


def _draw_state(axes: Axes, w: Array, reach: float, colour: str, style: str, name: str, *, arrow: bool = True) -> None:
    """Draw the separator and an arrow to its positive side."""
    if not w.any():
        axes.plot([], [], color=colour, linestyle=style, label=f"{name}: w = 0, a tie" if arrow else "w was 0")
        return
    axes.plot(*border(w, reach), color=colour, linestyle=style, linewidth=2.0 if arrow else 1.4, label=name)
    if not arrow:
        return
    tip = w / np.linalg.norm(w) * reach * 0.38
    axes.annotate("", tip, (0, 0), arrowprops=dict(arrowstyle="->", color=colour, linewidth=1.6, mutation_scale=14))
    beside = tip + np.array([-tip[1], tip[0]]) * 0.25
    axes.text(beside[0], beside[1], "w", color=INK, ha="center", va="center", style="italic", fontsize=SMALL)
