"""What pictures are made of, as data: layers in panels on a sheet, which `drawing.py` draws.

Places are in the coordinates of a panel's axes, unless a layer says otherwise. The sides of panels are in inches, and
the sizes of marks, letters and strokes in points.

Lines and letters take the colour of the surrounding text, so that a picture is readable on light and dark pages and on
paper. The series have the colours of Okabe and Ito, which colour-blind readers can tell apart, and distinct marks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.judging.around import Around

Colour = str
"""A name of `drawing.COLOURS`: ink, faint, blue, orange, green, yellow, sky, dark, light, black, white or none."""
Coordinates = Sequence[float] | Array
Places = Sequence[Coordinates] | Array
"""The x of points, and their y. A layer without points is an entry of the key alone."""


@dataclass(frozen=True)
class Points:
    """Marks at points.

    mark: a marker of matplotlib, or "" for none. strokes: the width of its lines.
    """

    at: Places
    mark: str = ""
    colour: Colour = "ink"
    name: str = ""
    size: float = 8
    strokes: float = 1.2
    hollow: bool = False
    opacity: float = 1


@dataclass(frozen=True)
class Line:
    """A line through points; NaN interrupts it. style: "-", "--", ":" or "-."; mark: a marker at each point."""

    at: Places
    colour: Colour = "ink"
    name: str = ""
    style: str = "-"
    width: float = 1.4
    mark: str = ""
    size: float = 4
    opacity: float = 1


@dataclass(frozen=True)
class Polygon:
    """A shaded polygon with these corners."""

    at: Places
    colour: Colour = "orange"
    name: str = ""
    opacity: float = 0.12


@dataclass(frozen=True)
class Region:
    """Where the values on a grid, given by its x and its y, are above a number: shaded, or only bordered."""

    grid: Sequence[Array]
    values: Array
    above: float
    shaded: bool = True
    border: Colour = "none"
    """The colour of the border; dashed if nothing is shaded."""
    name: str = ""


Box = tuple[float, float, float, float]
"""The left side, the lower side, the width and the height of a bar."""


@dataclass(frozen=True)
class Bars:
    """Bars, or cells, of one colour, which may be "none"."""

    boxes: Sequence[Box]
    colour: Colour
    name: str = ""
    edge: Colour = "none"
    opacity: float = 1


@dataclass(frozen=True)
class Text:
    """Words at a point, moved by so many points of the page. align: how they stand to it, as matplotlib names it."""

    x: float
    y: float
    words: str
    colour: Colour = "ink"
    align: tuple[str, str] = ("center", "center")
    moved: tuple[float, float] = (0, 0)
    circled: bool = False
    italic: bool = False


@dataclass(frozen=True)
class Arrow:
    """An arrow from the origin to a point."""

    tip: Coordinates
    colour: Colour = "ink"


Layer = Points | Line | Polygon | Region | Bars | Text | Arrow


@dataclass(frozen=True)
class Axis:
    """An axis between two limits. ticks: the words at some places; by default numbers, whole ones if `whole`."""

    low: float
    high: float
    label: str = ""
    ticks: Mapping[float, str] | None = None
    whole: bool = False
    log: bool = False


@dataclass(frozen=True)
class Panel:
    """Layers, each in front of those before it, between two axes. framed: whether the axes have lines."""

    x: Axis
    y: Axis
    layers: Sequence[Layer]
    title: str = ""
    framed: bool = True


@dataclass(frozen=True)
class Sheet:
    """Equal panels, row by row, and what they show in words, for those who cannot see it.

    width, height: of a panel. left: the room to the left of it. across: the panels in a row.
    columns: those of the key above each panel; 0 for a key below it, with room for at least so many `lines`.
    """

    panels: Sequence[Panel]
    words: str
    width: float
    height: float
    left: float = 0.75
    across: int = 1
    columns: int = 0
    lines: int = 0


class Scene:
    """What there is to see in a played case."""

    @property
    def key(self) -> str:
        """What the signs in the picture of the whole, and in those of the moments, mean."""
        return ""

    @property
    def telling(self) -> int:
        """How much there is to see: in a game, the number of rounds that change something."""
        raise NotImplementedError

    def parts(self) -> Sequence[tuple[Sheet, str]]:
        """Lay out the whole case, in one picture or several, each with what the signs in it mean."""
        return [(self.whole(), self.key)]

    def alone(self) -> Self | None:
        """The scene without the reference learner, for feedback that must not reveal it."""
        return self

    def with_own(self, around: Around) -> Self:
        """The scene with a submission's answers around its sample, where it shows them."""
        return self

    def whole(self) -> Sheet:
        """Lay out the whole case in one picture."""
        raise NotImplementedError

    def moment(self, number: int, over: bool) -> Sheet | None:
        """Lay out a round before its answer is judged or, if it is `over`, after the update; None without rounds."""
        return None


# ---- what several scenes show ----


def border(w: Array, reach: float, b: float = 0.0) -> Array:
    """Return the line ⟨w,x⟩ + b = 0 of a nonzero w across a panel that ends at `reach`, shape (2, 2)."""
    length = float(np.linalg.norm(w))
    foot, along = -b * w / length**2, np.array([-w[1], w[0]]) / length * 2 * reach
    return np.array([foot - along, foot + along]).T


def stacked(left: float, width: float, blocks: Iterable[tuple[float, Colour]]) -> list[tuple[Colour, Box]]:
    """Return blocks, each with its height and colour, as a stack of boxes from 0 upwards."""
    boxes: list[tuple[Colour, Box]] = []
    below = 0.0
    for height, colour in blocks:
        if height > 0:
            boxes.append((colour, (left, below, width, float(height))))
            below += float(height)
    return boxes


def by_colour(boxes: Sequence[tuple[Colour, Box]], names: Mapping[Colour, str]) -> list[Bars]:
    """Return the boxes as bars, one layer for each colour that has a name."""
    return [Bars([box for c, box in boxes if c == colour], colour, name, "white") for colour, name in names.items()]


def segments(ends: Iterable[Places]) -> Places:
    """Return segments, each as the x of its ends and the y of its ends, as one interrupted line."""
    pairs = [(x, y) for xs, ys in ends for x, y in ((xs[0], ys[0]), (xs[1], ys[1]), (np.nan, np.nan))]
    return np.array(pairs).reshape(-1, 2).T


WIDE = 30
"""An axis is logarithmic if the greatest value is more than this many times the least."""


def axis(values: Sequence[float], label: str = "") -> Axis:
    """Return an axis with room for these values and some more, logarithmic if they are far apart."""
    least, most = min(values), max(values)
    if least > 0 and most > WIDE * least:
        return Axis(least / 1.5, most * 1.6, label, log=True)
    room = 0.12 * ((most - least) or 1)
    return Axis(least - room, most + room, label, whole=all(float(value).is_integer() for value in values))


def plane(reach: float, name: str = "x", *, on_line: bool = False) -> tuple[Axis, Axis]:
    """Return the axes of the plane around the origin, for points with this name, or only their first one."""
    if on_line:
        return Axis(-reach, reach, name), Axis(-reach, reach, ticks={})
    return Axis(-reach, reach, f"{name}₁"), Axis(-reach, reach, f"{name}₂")
