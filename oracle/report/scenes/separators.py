"""A halfspace in the plane or on the line as it is learned, and the ellipsoid of what is possible."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from learncheck.learners import Ellipsoid
from learncheck.oracle.report.scenes.replayed import by_reference
from learncheck.oracle.report.scenes.rounds import OURS, REFERENCE, YOURS, Answer, Array, answers, states
from learncheck.strategies.play.case import Trace


@dataclass(frozen=True)
class Separators:
    """Points of the plane, one per round, the answers, and the learner's w before the first round and after each.

    whose: whose state it is, in words. other: next to a submission, the right learner on the same examples. on_line:
    the points have one coordinate, and the second one here is 0.
    """

    points: Array
    answers: tuple[Answer, ...]
    w: tuple[Array, ...]
    whose: str = OURS
    other: "Separators | None" = None
    on_line: bool = False

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        return "The arrow w points to the side that is called +1; dashed or thin lines show where the separator was."


@dataclass(frozen=True)
class Ellipsoids:
    """The same in the space of w: the ellipsoids {A^(1/2) u + w : ‖u‖ ≤ 1}, and a w* that all labels allow.

    Of an example, only the halfplane that it allows matters: y⟨w,x⟩ > 0.
    """

    points: Array
    answers: tuple[Answer, ...]
    w: tuple[Array, ...]
    A: tuple[Array, ...]
    target: Array | None = None
    whose: str = OURS
    other: "Ellipsoids | None" = None

    @property
    def key(self) -> str:
        """What the signs in the picture mean."""
        return (
            "The plane is that of w, not of x. A cross is the centre w, by which the learner answers. An example "
            "allows the halfplane on one side of its line; what all so far allow is shaded, a cone with w* in it. The "
            "dotted circle is the ball in which the search begins."
        )

    def possible(self, upto: int) -> tuple[float, float] | None:
        """Return the cone of directions that the first labels allow, as two angles, or None for the whole plane."""
        low, high = -np.pi, np.pi
        limited = False
        base = self._inside(upto)
        if base is None:
            return None
        for x, each in zip(self.points[:upto], self.answers[:upto], strict=True):
            normal = np.arctan2(*(each.label * x)[::-1])
            turn = (normal - base + np.pi) % (2 * np.pi) - np.pi
            low, high, limited = max(low, turn - np.pi / 2), min(high, turn + np.pi / 2), True
        return (base + low, base + high) if limited and low < high else None

    def _inside(self, upto: int) -> float | None:
        """Return a direction that the first labels allow, or None."""
        signed = self.points[:upto] * np.array([each.label for each in self.answers[:upto]])[:, None]
        if not upto:
            return None
        if self.target is not None and (signed @ self.target > 0).all():
            return float(np.arctan2(self.target[1], self.target[0]))
        tried = np.linspace(-np.pi, np.pi, 3601)
        margins = (signed @ np.array([np.cos(tried), np.sin(tried)])).min(axis=0)
        return float(tried[margins.argmax()]) if margins.max() > 0 else None


def separators(learner: Any, trace: Trace, whose: str) -> Separators | Ellipsoids | None:
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
    points = np.array([np.asarray(each.instance, dtype=float) for each in trace.rounds])
    if d == 1:
        points, *padded = (np.concatenate((each, np.zeros_like(each)), axis=-1) for each in (points, *w))
        w = tuple(padded)
    other: Any = None
    if whose == YOURS and learner is not None and learner.__name__ in ("Perceptron", "Ellipsoid"):
        other = separators(learner, by_reference(learner, trace), REFERENCE)
    if of_ellipsoid:
        return Ellipsoids(points, answers(trace), w, A, _target(trace), whose, other)
    return Separators(points, answers(trace), w, whose, other, on_line=d == 1)


def _target(trace: Trace) -> Array | None:
    target = getattr(trace.facts, "target", None)
    found = None if target is None else np.asarray(target, dtype=float)
    return found if found is not None and found.shape == (2,) and found.any() else None
