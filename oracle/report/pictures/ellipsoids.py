"""The ellipsoid of what is possible, in the space of w: the cut, the cone that labels allow, w*, the unit ball."""

from dataclasses import dataclass

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.report.pictures.layers import Arrow, Layer, Line, Panel, Points, Polygon, Sheet, border, plane
from learncheck.oracle.report.pictures.rounds import GameScene


@dataclass(frozen=True)
class Ellipsoids(GameScene):
    """The ellipsoids {A^(1/2) u + w : ‖u‖ ≤ 1} in the space of w, and a w* that all labels allow.

    Of an example, only the halfplane that it allows matters: y⟨w,x⟩ > 0.
    """

    points: Array
    w: tuple[Array, ...]
    A: tuple[Array, ...]
    target: Array | None = None

    @property
    def key(self) -> str:
        return (
            "The plane shows w, not x. The cross is the centre w, with which the learner predicts. Each example "
            "allows the half-plane on one side of its line; the shaded cone, which contains w*, is what all "
            "of them allow. The dotted circle is the ball in which the search begins."
        )

    @property
    def telling(self) -> int:
        return sum(answer.mistake for answer in self.answers)

    @property
    def reach(self) -> float:
        """How far the axes reach."""
        ends = [
            float(np.abs(w).max() + np.sqrt(max(np.linalg.eigvalsh(A).max(), 0)))
            for shown in (self, self.other)
            if shown is not None
            for w, A in zip(shown.w, shown.A, strict=True)
        ]
        return 1.1 * min(max(ends), 4.0)

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

    def moment(self, number: int, over: bool) -> Sheet:
        """Lay out the ellipsoid and the example's line, or the cut and the next ellipsoid around the half kept."""
        before, answer, reach = number - 1, self.answers[number - 1], self.reach
        x = self.points[before]
        layers = self._cone(number if over else before)
        colour = "blue" if answer.label == 1 else "yellow"
        layers.append(Line(border(x, reach), colour, "⟨w,x⟩ = 0, the example's line", "-.", 1.8))
        layers.append(Arrow(answer.label * x / np.linalg.norm(x) * reach * 0.25))
        if over:
            layers += self._state(before, "faint", ":", "before the update")
            if answer.mistake:
                cut = border(x, reach) + self.w[before][:, None]
                layers.append(Line(cut, "orange", "the cut through the old centre"))
        if self.other is not None and over:
            layers += self.other._state(number, "ink", "--", f"of {self.other.whose}")
        layers += self._state(number if over else before, "green", "-", f"the ellipsoid of {self.whose}")
        layers.append(Points(((), ()), name=answer.words))
        return self._sheet(layers, self.title(number, over), lines=7 + (self.other is not None))

    def whole(self) -> Sheet:
        """Lay out all ellipsoids, the last one strongest, and the cone that all labels allow."""
        rounds = len(self.answers)
        layers = self._cone(rounds)
        layers += [
            Line(_ellipse(self.w[index], self.A[index]), "green", width=1, opacity=0.3 + 0.4 * index / rounds)
            for index in range(rounds)
            if index == 0 or self.answers[index - 1].mistake
        ]
        layers += self._state(rounds, "green", "-", f"the ellipsoid of {self.whose} in the end")
        words = f"The plane of w: an ellipsoid around what is possible, after {self.telling} mistakes"
        return self._sheet(layers, words)

    def _sheet(self, layers: list[Layer], words: str, lines: int = 0) -> Sheet:
        ball = Line(_ellipse(np.zeros(2), np.eye(2)), "faint", style=":", width=0.9)
        return Sheet([Panel(*plane(self.reach, "w"), [ball, *layers])], words, 2.9, 2.9, lines=lines)

    def _cone(self, upto: int) -> list[Layer]:
        cone, reach = self.possible(upto), self.reach
        if cone is None:
            sides = (-reach, reach, reach, -reach), (-reach, -reach, reach, reach)
            layers: list[Layer] = [Polygon(sides, "sky", "possible: all directions")]
        else:
            angles = np.linspace(*cone, 25)
            at = [np.append(0, 3 * reach * along(angles)) for along in (np.cos, np.sin)]
            layers = [Polygon(at, "sky", "what the labels allow", 0.3)]
        if self.target is not None:
            star = self.target / np.linalg.norm(self.target)
            layers.append(Points(star[:, None], "*", name="w*, of length 1", size=11))
        return layers

    def _state(self, index: int, colour: str, style: str, name: str) -> list[Layer]:
        w = self.w[index]
        ellipse = Line(_ellipse(w, self.A[index]), colour, name, style, 1.8)
        return [ellipse, Points(w[:, None], "x", colour, size=7)]


def _ellipse(w: Array, A: Array) -> Array:
    """Return the border of {A^(1/2) u + w : ‖u‖ ≤ 1}, shape (2, points)."""
    values, vectors = np.linalg.eigh((A + A.T) / 2)
    angles = np.linspace(0, 2 * np.pi, 49)
    circle = np.array([np.cos(angles), np.sin(angles)])
    border: Array = vectors @ (np.sqrt(np.maximum(values, 0))[:, None] * circle) + w[:, None]
    return border
