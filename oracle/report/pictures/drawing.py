"""Draw sheets with matplotlib. No other module imports it, and this one is imported when something is drawn."""

import io
from collections.abc import Mapping

import matplotlib
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from learncheck.oracle.report.pictures import layers
from learncheck.oracle.report.pictures.layers import Bars, Layer, Panel, Points, Region, Sheet
from learncheck.oracle.report.pictures.svg import BIG, FAINT, INK, SMALL, embedded
from learncheck.theorems.language.sentence import RAISED

COLOURS: Mapping[layers.Colour, str] = {
    "ink": INK, "faint": FAINT, "blue": "#0072b2", "orange": "#d55e00", "green": "#009e73", "yellow": "#e69f00",
    "sky": "#56b4e9", "dark": "#454545", "light": "#b8b8b8", "black": "#111111",
    "white": "white", "none": "none",
}  # fmt: skip
RIGHT, ABOVE, BELOW, BARE = 0.15, 0.12, 0.55, 0.06
"""The room around a panel, in inches: below it for its ticks and label, and where it has none."""
LINE = 0.22
"""The height of a line of the key or of a title, in inches."""


def svg(sheet: Sheet) -> str:
    """Return the sheet as an `svg` element. Its layout depends on the data alone; no letters are measured."""
    names = max(sum(bool(_name(layer)) for layer in panel.layers) for panel in sheet.panels)
    titles = max(panel.title.count("\n") + bool(panel.title) for panel in sheet.panels)
    key = LINE * (-(-names // sheet.columns) if sheet.columns else max(names, sheet.lines))
    ticked = any(panel.x.label or panel.x.ticks != {} for panel in sheet.panels)
    above = ABOVE + LINE * titles + key * bool(sheet.columns)
    below = (BELOW if ticked else BARE) + key * (not sheet.columns)
    across, down = sheet.left + sheet.width + RIGHT, above + sheet.height + below
    rows = -(-len(sheet.panels) // sheet.across)
    wide, high = across * sheet.across, down * rows
    figure = Figure(figsize=(wide, high))
    for index, panel in enumerate(sheet.panels):
        row, column = divmod(index, sheet.across)
        corner = column * across + sheet.left, high - row * down - above - sheet.height
        axes = figure.add_axes((corner[0] / wide, corner[1] / high, sheet.width / wide, sheet.height / high))
        _draw(axes, panel, sheet)
    out = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "learncheck"}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return embedded(out.getvalue(), sheet.words)


def _name(layer: Layer) -> str:
    """Return the layer's entry in the key, or ""."""
    return "" if isinstance(layer, layers.Text | layers.Arrow) else layer.name


def _draw(axes: Axes, panel: Panel, sheet: Sheet) -> None:
    axes.set_facecolor("none")
    axes.tick_params(colors=INK, labelsize=BIG, length=3.5 if panel.framed else 0)
    for name, side in axes.spines.items():
        side.set(visible=panel.framed and name in ("left", "bottom"), color=INK)
    axes.set_xlabel(panel.x.label, color=INK, fontsize=BIG)
    axes.set_ylabel(panel.y.label, color=INK, fontsize=BIG, rotation=90 * (len(panel.y.label) > 3), labelpad=6)
    for name, axis, scale in (("x", panel.x, axes.xaxis), ("y", panel.y, axes.yaxis)):
        axes.set(**{f"{name}scale": "log" if axis.log else "linear", f"{name}lim": (axis.low, axis.high)})
        _ticks(scale, axis)
    entries = []
    for index, layer in enumerate(panel.layers):
        artist = _layer(axes, layer)
        artist.set_zorder(1 + index / len(panel.layers))
        if name := _name(layer):
            entries.append((artist, name))
    above = 0.0
    if entries:
        above = LINE * -(-len(entries) // sheet.columns) if sheet.columns else 0.0
        corner, at = ("lower left", 1.0) if sheet.columns else ("upper left", -0.5 / sheet.height)
        axes.legend(
            *zip(*entries, strict=True), loc=corner, bbox_to_anchor=(-0.45 / sheet.width, at), ncols=sheet.columns or 1,
            markerscale=0.8, frameon=False, labelcolor=INK, fontsize=SMALL, borderaxespad=0.3, handletextpad=0.6,
            columnspacing=1.2,
        )  # fmt: skip
    if panel.title:
        axes.set_title(panel.title, fontsize=SMALL, color=INK, loc="left", pad=6 + 72 * above)


def _ticks(scale: Axis, axis: layers.Axis) -> None:
    if axis.ticks is not None:
        scale.set_ticks(list(axis.ticks), list(axis.ticks.values()))
        return
    if axis.log:
        subs = (1, 2, 5) if axis.high < 2000 * axis.low else (1,)
        scale.set_major_locator(LogLocator(subs=subs, numticks=7))
        scale.set_minor_locator(NullLocator())
    else:
        scale.set_major_locator(MaxNLocator(8 if axis.whole else 6, steps=(1, 2, 2.5, 5, 10), integer=axis.whole))
    scale.set_major_formatter(FuncFormatter(lambda value, _: tick(value)))


def tick(value: float) -> str:
    """Format a number for an axis: plainly, or with a power of ten if it is very large or very small."""
    if value == 0 or 1e-4 <= abs(value) < 1e6:
        return f"{value:g}".replace("-", "−")
    digits, _, power = f"{value:.2e}".partition("e")
    digits = f"{float(digits):g}".replace("-", "−")
    raised = str(int(power)).translate(RAISED)
    return f"10{raised}" if digits == "1" else f"{digits}·10{raised}"


def _layer(axes: Axes, layer: Layer) -> Artist:
    """Draw a layer, and return what stands for it in the key."""
    colour = "none" if isinstance(layer, Region) else COLOURS[layer.colour]
    match layer:
        case Points():
            (marks,) = axes.plot(
                *layer.at, linestyle="", marker=layer.mark, color=colour, markersize=layer.size,
                markeredgewidth=layer.strokes, markerfacecolor="none" if layer.hollow else colour,
                alpha=layer.opacity, clip_on=not _inside(axes, layer),
            )  # fmt: skip
            return marks
        case layers.Line():
            (line,) = axes.plot(
                *layer.at, linestyle=layer.style, linewidth=layer.width, color=colour, marker=layer.mark,
                markersize=layer.size, alpha=layer.opacity, solid_capstyle="butt",
            )  # fmt: skip
            return line
        case layers.Polygon():
            return axes.fill(*layer.at, color=colour, alpha=layer.opacity, linewidth=0)[0]
        case Bars():
            return _bars(axes, layer)
        case Region():
            return _region(axes, layer)
        case layers.Text():
            return axes.annotate(
                layer.words, (layer.x, layer.y), layer.moved, textcoords="offset points", annotation_clip=False,
                ha=layer.align[0], va=layer.align[1], color=colour, fontsize=SMALL,
                style="italic" if layer.italic else "normal",
                bbox=dict(boxstyle="circle,pad=0.3", facecolor="white", edgecolor=INK) if layer.circled else None,
            )  # fmt: skip
        case layers.Arrow():
            style = dict(arrowstyle="->", color=colour, linewidth=1.6, mutation_scale=14)
            return axes.annotate("", (layer.tip[0], layer.tip[1]), (0, 0), arrowprops=style)


def _inside(axes: Axes, layer: Points) -> bool:
    """Return whether all points lie within the limits, so that their marks may reach beyond them."""
    limits = zip(layer.at, (axes.get_xlim(), axes.get_ylim()), strict=True)
    return all(min(ends) <= value <= max(ends) for values, ends in limits for value in values)


def _bars(axes: Axes, layer: Bars) -> Artist:
    """Draw all bars as one shape."""
    corners = [(x + dx * width, y + dy * height) for x, y, width, height in layer.boxes
               for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))]  # fmt: skip
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * len(layer.boxes)
    path = Path(np.reshape(corners, (-1, 2)), codes)
    width = 0 if layer.edge == "none" else 1.2 if layer.colour == "none" else 0.5
    shape = PathPatch(
        path, facecolor=COLOURS[layer.colour], edgecolor=COLOURS[layer.edge], linewidth=width, alpha=layer.opacity
    )
    return axes.add_patch(shape)


def _region(axes: Axes, layer: Region) -> Artist:
    """Shade a region, or draw its border, if there is any, and return its entry in the key."""
    least, most, grid = layer.values.min(), layer.values.max(), (*layer.grid, layer.values.T)
    if layer.shaded and least > layer.above:
        axes.axvspan(layer.grid[0][0], layer.grid[0][-1], color=COLOURS["sky"], alpha=0.3, linewidth=0, zorder=0)
    elif layer.shaded and most > layer.above:
        axes.contourf(*grid, levels=[layer.above, most + 1], colors=[COLOURS["sky"]], alpha=0.3, zorder=0)
    colour, style = COLOURS[layer.border], "solid" if layer.shaded else "dashed"
    if layer.border != "none" and least <= layer.above < most:
        axes.contour(*grid, levels=[layer.above], colors=[colour], linewidths=1.2, linestyles=style, zorder=1)
    if not layer.shaded:
        return axes.plot([], [], color=colour, linestyle=style)[0]
    mark = "s" if most > layer.above else ""
    return axes.plot([], [], linestyle="", marker=mark, color=COLOURS["sky"], alpha=0.5)[0]
