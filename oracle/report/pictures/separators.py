"""A halfspace in the plane or on the line as it is learned."""

from dataclasses import dataclass

import numpy as np

from learncheck.learners import Ellipsoid
from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.ellipsoids import Ellipsoids
from learncheck.oracle.report.pictures.layers import Arrow, Layer, Line, Panel, Points, Sheet, Text, border, plane
from learncheck.oracle.report.pictures.replayed import by_reference
from learncheck.oracle.report.pictures.rounds import REFERENCE, YOURS, GameScene, answers, asked, labelled, states
from learncheck.strategies.play.case import Trace


@dataclass(frozen=True)
class Separators(GameScene):
    """Points of the plane, one per round, and the learner's w before the first round and after each.

    on_line: the points have one coordinate, and the second one here is 0.
    """

    points: Array
    w: tuple[Array, ...]
    on_line: bool = False

    @property
    def key(self) -> str:
        return "The arrow w points to the side predicted +1; dashed or thin lines are earlier separators."

    @property
    def telling(self) -> int:
        turned = [w / np.linalg.norm(w) for w in self.w if w.any()]
        return len({tuple(np.round(direction, 6).tolist()) for direction in turned})

    @property
    def reach(self) -> float:
        """How far the axes reach."""
        return 1.15 * float(np.abs(self.points).max(initial=0)) or 1.0

    def moment(self, number: int, over: bool) -> Sheet:
        """Lay out the separator by which the learner answers, or the one it has learned."""
        layers: list[Layer] = [*labelled(self.points, [answer.label for answer in self.answers[: number - 1]], 0.45)]
        if self.other is not None and over:
            layers += self._state(self.other.w[number], "ink", "--", f"⟨w,x⟩ = 0 of {self.other.whose}")
        if over:
            layers += self._earlier(self.w[number - 1])
        layers += self._state(self.w[number if over else number - 1], "green", "-", f"⟨w,x⟩ = 0 of {self.whose}")
        layers += asked(self.points[number - 1], self.answers[number - 1])
        return self._sheet(layers, self.title(number, over), lines=5 + (self.other is not None))

    def whole(self) -> Sheet:
        """Lay out all examples, the last separator, and faintly those before it."""
        rounds = len(self.answers)
        layers: list[Layer] = [
            Line(border(w, self.reach), "green", width=1, opacity=0.25 + 0.4 * index / rounds)
            for index, w in enumerate(self.w[:rounds])
            if w.any()
        ]
        layers += self._state(self.w[-1], "green", "-", f"⟨w,x⟩ = 0 of {self.whose}, in the end")
        layers += labelled(self.points, [answer.label for answer in self.answers])
        amiss = [index for index, answer in enumerate(self.answers) if answer.mistake]
        if amiss:
            name = "a mistake, when it was asked"
            layers.append(Points(self.points[amiss].T, "o", name=name, size=13, hollow=True))
        whose = "" if self.whose != REFERENCE else " of the reference learner"
        return self._sheet(layers, f"The examples in the plane, and the separator{whose} round by round")

    def _sheet(self, layers: list[Layer], words: str, lines: int = 0) -> Sheet:
        reach = self.reach
        cross: list[Layer] = [Line(((-reach, reach), (0, 0)), "faint", width=0.5)]
        cross.append(Line(((0, 0), (-reach, reach)), "faint", width=0.5))
        axes = plane(reach, on_line=self.on_line)
        return Sheet([Panel(*axes, [*cross, *layers])], words, 2.9, 2.9, lines=lines)

    def _state(self, w: Array, colour: str, style: str, name: str) -> list[Layer]:
        """Return the separator and an arrow to its positive side."""
        if not w.any():
            return [Line(((), ()), colour, f"{name}: w = 0, a tie", style)]
        tip = w / np.linalg.norm(w) * self.reach * 0.38
        x, y = tip + np.array([-tip[1], tip[0]]) * 0.25
        line = Line(border(w, self.reach), colour, name, style, 2)
        return [line, Arrow(tip, colour), Text(x, y, "w", italic=True)]

    def _earlier(self, w: Array) -> list[Layer]:
        if not w.any():
            return [Line(((), ()), "faint", "w was 0", ":")]
        return [Line(border(w, self.reach), "faint", "before the update", ":")]


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
        beside = other if isinstance(other, Ellipsoids) else None
        return Ellipsoids(points, w, A, _target(trace), answers=answers(trace), whose=whose, other=beside)
    return Separators(
        points, w, d == 1, answers=answers(trace), whose=whose, other=other if isinstance(other, Separators) else None
    )


def _target(trace: Trace) -> Array | None:
    target = getattr(trace.facts, "target", None)
    w = None if target is None else np.asarray(target, dtype=float)
    return w if w is not None and w.shape == (2,) and w.any() else None
