"""Set up figures with their panels, axes and ticks."""

from collections.abc import Callable, Sequence
from typing import Protocol, Self, TypeVar

from learncheck.oracle.report.pictures.inks import BIG, INK, SMALL
from learncheck.oracle.report.pictures.rounds import OURS
from learncheck.oracle.report.pictures.svg import Axes, Axis, Figure, svg
from learncheck.theorems.language.sentence import RAISED


class _BesideAnother(Protocol):
    """A scene, and the same of the reference learner where it is a submission's."""

    @property
    def whose(self) -> str: ...

    @property
    def other(self) -> Self | None: ...


Compared = TypeVar("Compared", bound=_BesideAnother)

WIDE = 30
"""An axis is logarithmic if the greatest value is more than this many times the least."""


Margins = tuple[float, float, float, float]


def sheet(width: float, height: float, margins: Margins) -> tuple[Figure, Axes]:
    """Return a figure with one panel. The margins left, below, right and above are in inches; no layout is computed."""
    figure, (axes,) = sheet_of_panels(width, height, margins, 1, 1)
    return figure, axes


def sheet_of_panels(
    width: float, height: float, margins: Margins, columns: int, rows: int
) -> tuple[Figure, Sequence[Axes]]:
    """Return a figure and its panels, row by row, with the margins around each row."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    left, below, right, above = margins
    panels: Sequence[Axes] = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    between = (below + above) / (height / rows - below - above)
    figure.subplots_adjust(left / width, below / height, 1 - right / width, 1 - above / height, hspace=between)
    for axes in panels:
        axes.set_facecolor("none")
        axes.tick_params(colors=INK, labelsize=BIG)
        for label in (axes.xaxis.label, axes.yaxis.label):
            label.set(color=INK, size=BIG)
        for name, side in axes.spines.items():
            side.set_visible(name in ("left", "bottom"))
            side.set_color(INK)
    return figure, panels


def finished(figure: Figure, axes: Axes, words: str, below: float = 0.17, scale: float = 1.0) -> str:
    """Put the key, if there is any, below a square panel that has room for it, and return the figure as SVG.

    scale: the size of the marks in the key, as a share of those in the panel.
    """
    if axes.get_legend_handles_labels()[0]:
        _key(axes, "upper left", (-0.17, -below), scale=scale)
    return svg(figure, words)


def key_above(axes: Axes, at: float, columns: int = 1, *, side: str = "left", spacing: float = 2.0) -> None:
    """Put the key above a panel, its left or right side at this share of the panel's width."""
    _key(axes, f"lower {side}", (at, 1.0), columns, spacing)


def _key(
    axes: Axes, corner: str, at: tuple[float, float], columns: int = 1, spacing: float = 2.0, scale: float = 1.0
) -> None:
    axes.legend(
        loc=corner, bbox_to_anchor=at, ncols=columns, columnspacing=spacing, markerscale=scale, frameon=False,
        labelcolor=INK, fontsize=SMALL, borderaxespad=0.3, handletextpad=0.6,
    )  # fmt: skip


LINE = 0.22
"""The height of a line of the key, in inches."""


def key_below(figure: Figure, axes: Axes, body: float) -> None:
    """Put the key below a single panel, and make room for its lines: `body` inches stay for the panel and its axis."""
    handles, names = axes.get_legend_handles_labels()
    width, _ = figure.get_size_inches()
    place = axes.get_position()
    left, right = place.x0, place.x1
    below = 0.55 + LINE * len(names)
    height = body + below
    figure.set_size_inches(width, height)
    figure.subplots_adjust(left, below / height, right, 1 - 0.25 / height)  # room for a power of ten above the axis
    if handles:
        _key(axes, "upper left", (-0.15, -0.45 / body), scale=0.7)


def scale(axes: Axes, name: str, values: Sequence[float]) -> None:
    """Make an axis logarithmic if the values are far apart, with ticks that are plain numbers."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    axis = getattr(axes, f"{name}axis")
    least, most = min(values), max(values)
    if least > 0 and most > WIDE * least:
        getattr(axes, f"set_{name}scale")("log")
        axis.set_major_locator(LogLocator(subs=(1, 2, 5) if most < 1000 * least else (1,), numticks=7))
        axis.set_minor_locator(NullLocator())
    elif all(value == int(value) for value in values):
        integer_ticks(axis)
    axis.set_major_formatter(FuncFormatter(lambda value, _: tick(value)))


def tick(value: float) -> str:
    """Format a number for an axis: plainly, or with a power of ten if it is very large or very small."""
    if value == 0 or 1e-4 <= abs(value) < 1e6:
        return f"{value:g}".replace("-", "−")
    digits, _, power = f"{value:.2e}".partition("e")
    digits = f"{float(digits):g}".replace("-", "−")
    raised = str(int(power)).translate(RAISED)
    return f"10{raised}" if digits == "1" else f"{digits}·10{raised}"


def integer_ticks(axis: Axis) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator("auto", integer=True))


def few_ticks(*axes: Axis) -> None:
    """Give these axes few ticks."""
    from matplotlib.ticker import MaxNLocator

    for axis in axes:
        axis.set_major_locator(MaxNLocator(5))


def one_below_the_other(scene: Compared, panel: Callable[[Axes, Compared], None]) -> tuple[Figure, str]:
    """Draw the scene, and below it, next to a submission, the reference learner's. Returns the figure, and words."""
    both = [scene] if scene.other is None else [scene, scene.other]
    titled = scene.whose != OURS
    figure, panels = sheet_of_panels(5.3, 2.9 * len(both), (0.85, 0.55, 0.15, 0.75 if titled else 0.55), 1, len(both))
    for axes, drawn in zip(panels, both, strict=True):
        panel(axes, drawn)
        if titled:
            axes.set_title(drawn.whose, fontsize=BIG, color=INK, loc="left", pad=26)
    return figure, f"; below, those of {scene.other.whose}" if scene.other is not None else ""
