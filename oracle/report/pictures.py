"""Pictures for pages, as inline SVG by matplotlib: the extra `pictures`. Without it pages have none and say so.

Lines and letters take the colour of the text around them, so that a picture reads on light, dark and paper. The
series' colours are Okabe and Ito's, which the colour-blind can tell apart; each series has a mark of its own too.
"""

import functools
import importlib.util
import io
import itertools
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from learncheck.oracle.engine.growth import ROUNDS, Growth
from learncheck.oracle.report.scenes import OURS, Boosted, Cells, Scene, Separators, Weights

INK, FAINT = "#010101", "#020202"
"""Stand for the colour of the text, and for a faint one; `_themed` puts those in."""
BLUE, ORANGE, GREEN, PURPLE, YELLOW, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"
SERIES = (BLUE, YELLOW, GREEN, PURPLE, SKY, ORANGE)

MOST_FRAMES = 16
"""A longer game shows so many of its rounds, the first and the last among them."""
WIDE = 30
"""Where the greatest value is more than this many times the least, the axis is logarithmic."""

BIG, SMALL = 10, 9.5
"""Sizes of letters in points: pages show them a third larger in pixels, and a phone somewhat smaller."""

_KEY: dict[str, Any] = dict(frameon=False, labelcolor=INK, fontsize=SMALL, borderaxespad=0.3, handletextpad=0.6)
_numbers = itertools.count()


@functools.cache
def available() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


MISSING = "Pictures need matplotlib: pip install 'learncheck[pictures]'."


# ---- whole pictures ----


def growth_picture(growth: Growth) -> str:
    """The worst observed against the bound, by size."""
    figure, axes = _sheet(4.9, 3.0, (0.75, 0.55, 0.2, 0.4))
    sizes = [each.size for each in growth.sizes]
    observed, bound = [each.observed for each in growth.sizes], [each.bound for each in growth.sizes]
    axes.vlines(sizes, observed, bound, color=FAINT, linewidth=0.6, alpha=0.5)
    axes.plot(sizes, bound, color=ORANGE, linestyle=_joined(bound) and "--", marker="s", markersize=6.5, linewidth=1.2,
              markerfacecolor="none", label="bound")  # fmt: skip
    axes.plot(sizes, observed, color=BLUE, linestyle=_joined(bound) and _joined(observed), marker="o", markersize=4,
              linewidth=1.2, label="worst observed")  # fmt: skip
    for name, values in (("x", sizes), ("y", [*observed, *bound])):
        _scale(axes, name, values)
    axes.set_xlabel("rounds of the game" if growth.measured == ROUNDS else growth.measured)
    axes.legend(**_KEY, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2)
    said = f"The worst observed and the bound over {growth.measured}, from {sizes[0]:g} to {sizes[-1]:g}"
    return _svg(figure, said)


def _joined(values: Sequence[float]) -> str:
    """The style of a line through the points. Where they rise and fall with other quantities, it would say too much."""
    rising = sorted(values)
    return "-" if list(values) in (rising, rising[::-1]) else ""


def picture(scene: Scene) -> str:
    """The whole game in one picture."""
    if isinstance(scene, Weights):
        return _weights(scene, len(scene.mistakes))
    if isinstance(scene, Boosted):
        return _boosted(scene)
    if isinstance(scene, Separators):
        return _separators(scene, len(scene.labels), trail=True)
    return _version_spaces(scene)


def frames(scene: Scene, rounds: int) -> dict[int, str]:
    """A picture a round, by the number of rounds that are over; none for what has no rounds to step through."""
    chosen = frame_numbers(rounds)
    if isinstance(scene, Separators):
        return {index: _separators(scene, index, trail=False) for index in chosen}
    if isinstance(scene, Cells):
        return {index: _version_space(scene, index) for index in chosen}
    if isinstance(scene, Weights):
        return {index: _weights(scene, index) for index in chosen}
    return {}


def frame_numbers(rounds: int) -> list[int]:
    """The rounds that are shown of a game of so many: all, or some spread evenly."""
    if rounds <= MOST_FRAMES:
        return list(range(1, rounds + 1))
    return sorted({round(1 + index * (rounds - 1) / (MOST_FRAMES - 1)) for index in range(MOST_FRAMES)})


# ---- halfspaces and ellipsoids ----


def _separators(scene: Separators, upto: int, *, trail: bool) -> str:
    lines = 4 + (scene.other is not None)
    figure, axes = _sheet(3.9, 3.55 + 0.2 * lines, (0.6, 0.6 + 0.2 * lines, 0.1, 0.1))
    reach = _reach(scene)
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="x₁", ylabel="x₂")
    axes.axhline(0, color=FAINT, linewidth=0.5)
    axes.axvline(0, color=FAINT, linewidth=0.5)
    if scene.other is not None:
        _draw_state(axes, scene.other, upto, reach, INK, "--")
    for index in range(0 if trail else max(0, upto - 1), upto):
        _draw_past(axes, scene, index, reach, 0.3 + 0.4 * index / upto)
    _draw_state(axes, scene, upto, reach, GREEN, "-")
    places = _on_sheet(scene.points, reach)
    for label, colour, mark in ((1, BLUE, "+"), (-1, ORANGE, "_")):
        shown = [index for index in range(upto) if scene.labels[index] == label]
        if shown:
            axes.plot(places[shown, 0], places[shown, 1], linestyle="", marker=mark, color=colour, markersize=10,
                      markeredgewidth=2.4, label=f"label {'+1' if label == 1 else '−1'}")  # fmt: skip
    if upto:
        axes.plot(*places[upto - 1], linestyle="", marker="o", color=INK, markerfacecolor="none", markersize=13,
                  label=f"round {upto}{', a mistake' if scene.mistakes[upto - 1] else ''}")  # fmt: skip
    axes.legend(**_KEY, loc="upper left", bbox_to_anchor=(-0.17, -0.19), markerscale=0.8)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(_few())
    kind = "the ellipsoid" if scene.A else "the separator"
    after = "round by round" if trail else f"after round {upto}"
    beside = f", and beside it that of {scene.other.whose}" if scene.other is not None else ""
    return _svg(figure, f"The examples in the plane, and {kind} of {scene.whose} {after}{beside}")


def _draw_state(axes: Any, scene: Separators, index: int, reach: float, colour: str, style: str) -> None:
    """The learner's ellipsoid with its centre, or its separator with the side that it calls positive."""
    w = scene.w[index]
    if scene.A:
        axes.plot(*_ellipse(w, scene.A[index]), color=colour, linestyle=style, linewidth=1.8,
                  label=f"the ellipsoid of {scene.whose}")  # fmt: skip
        axes.plot(*w, marker="x", color=colour, markersize=7)
    elif w.any():
        axes.plot(*_line(w, reach), color=colour, linestyle=style, linewidth=2.0, label=f"⟨w,x⟩ = 0 of {scene.whose}")
        tip = w / np.linalg.norm(w) * reach * 0.38
        axes.annotate("", tip, (0, 0), arrowprops=dict(arrowstyle="->", color=colour, linewidth=1.6, mutation_scale=14))
        beside = tip + np.array([-tip[1], tip[0]]) * 0.25
        axes.text(*beside, "w", color=INK, ha="center", va="center", style="italic", fontsize=SMALL)


def _draw_past(axes: Any, scene: Separators, index: int, reach: float, strength: float) -> None:
    """Where the learner stood before, faintly."""
    w = scene.w[index]
    if scene.A:
        axes.plot(*_ellipse(w, scene.A[index]), color=GREEN, alpha=strength, linewidth=1.0)
    elif w.any():
        axes.plot(*_line(w, reach), color=GREEN, alpha=strength, linewidth=1.0)


def _line(w: NDArray[Any], reach: float) -> NDArray[Any]:
    """The line ⟨w,x⟩ = 0 from one end of the sheet to the other, shape (2, 2)."""
    along = np.array([-w[1], w[0]]) / np.linalg.norm(w) * 2 * reach
    return np.array([-along, along]).T


def _reach(scene: Separators) -> float:
    """How far the sheet goes: to the farthest example, or to the farthest end of an ellipsoid."""
    if not scene.A:
        return 1.15 * float(np.abs(scene.points).max(initial=0)) or 1.0
    ends = [
        float(np.abs(w).max() + np.sqrt(max(np.linalg.eigvalsh(A).max(), 0)))
        for each in (scene, scene.other)
        if each is not None
        for w, A in zip(each.w, each.A, strict=True)
    ]
    return 1.15 * max(ends)


def _on_sheet(points: NDArray[Any], reach: float) -> NDArray[Any]:
    """The points; those beyond the sheet at its rim, in their direction."""
    far = np.abs(points).max(axis=1, keepdims=True) / (0.93 * reach)
    places: NDArray[Any] = points / np.maximum(far, 1)
    return places


def _ellipse(w: NDArray[Any], A: NDArray[Any]) -> NDArray[Any]:
    """The border of {A^(1/2) u + w : ‖u‖ ≤ 1}, shape (2, points)."""
    values, vectors = np.linalg.eigh((A + A.T) / 2)
    angles = np.linspace(0, 2 * np.pi, 49)
    circle = np.array([np.cos(angles), np.sin(angles)])
    border: NDArray[Any] = vectors @ (np.sqrt(np.maximum(values, 0))[:, None] * circle) + w[:, None]
    return border


# ---- finite classes ----

DARK, DARK_INK = "#454545", "#b8b8b8"


def _version_space(scene: Cells, upto: int) -> str:
    rows, columns = scene.table.shape
    room = min(5.4, max(0.8, 0.4 * columns)) * (1 + 2 * bool(scene.trusted) / columns)
    figure, axes = _sheet(room + 0.6, min(7.0, 0.65 + 0.32 * rows), (0.5, 0.55, 0.1, 0.1))
    _draw_cells(axes, scene, upto)
    for i in range(rows):
        for j in range(columns):
            axes.text(j + 0.47, i + 0.5, "+" if scene.table[i, j] == 1 else "−", ha="center", va="center",
                      fontsize=SMALL, color="#111111" if scene.alive[upto][i] else DARK_INK)  # fmt: skip
        if scene.trusted and scene.trusted[upto][i]:
            axes.text(columns + 0.15, i + 0.5, "trusted", va="center", fontsize=SMALL, color=INK)
    axes.set(xlim=(-0.1, max(2, columns) + 2 * bool(scene.trusted)), ylim=(rows + 0.1, -0.1))
    axes.set_xticks(np.arange(columns) + 0.47, [str(j) for j in range(columns)])
    axes.set_yticks(np.arange(rows) + 0.5, [f"h{i}" for i in range(rows)])
    axes.set_xlabel("instance", loc="left")
    left = int(scene.alive[upto].sum())
    return _svg(figure, f"The class as a table after round {upto}: {left} of {rows} hypotheses are still possible")


def _version_spaces(scene: Cells) -> str:
    rounds = len(scene.asked)
    chosen = sorted({0, *(round(index * rounds / 5) for index in range(1, 6))})
    across = min(3, len(chosen))
    down = -(-len(chosen) // across)
    rows, columns = scene.table.shape
    cell = min(0.16, 1.8 / columns, 3.2 / rows)
    size = max(0.9, cell * columns + 0.3) * across, (cell * rows + 0.4) * down
    figure, panels = _sheet(*size, (0.05, 0.05, 0.05, 0.3), across, down)
    for axes, upto in zip(np.ravel(panels), chosen, strict=False):
        _draw_cells(axes, scene, upto)
        axes.set(xlim=(-0.1, columns + 0.1), ylim=(rows + 0.1, -0.1), aspect="equal", xticks=[], yticks=[])
        axes.set_title("at first" if upto == 0 else f"round {upto}", fontsize=SMALL, color=INK)
    for axes in np.ravel(panels)[len(chosen) :]:
        axes.remove()
    counts = ", ".join(str(int(scene.alive[upto].sum())) for upto in chosen)
    return _svg(figure, f"The class as a table, cells going dark: {counts} hypotheses are left")


def _draw_cells(axes: Any, scene: Cells, upto: int) -> None:
    """The cells, one shape a colour; the rows that are ruled out are dark; a frame around the instance of the round."""
    rows, columns = scene.table.shape
    cells: dict[str, list[tuple[float, float, float]]] = {SKY: [], YELLOW: [], DARK: []}
    for i in range(rows):
        if scene.alive[upto][i]:
            for j in range(columns):
                cells[SKY if scene.table[i, j] == 1 else YELLOW].append((j, i, 0.94))
        else:
            cells[DARK].append((0, i, columns - 0.06))
    for colour, found in cells.items():
        if found:
            axes.add_patch(_rectangles(found, facecolor=colour, edgecolor="none"))
    if upto:
        asked = scene.asked[upto - 1]
        axes.plot([asked - 0.03, asked + 0.97, asked + 0.97, asked - 0.03, asked - 0.03],
                  [-0.03, -0.03, rows - 0.03, rows - 0.03, -0.03], color=INK, linewidth=1.8, clip_on=False)  # fmt: skip
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def _rectangles(corners: Sequence[tuple[float, float, float]], **named: Any) -> Any:
    """Rectangles, each from its left and upper corner and its width, as one shape."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    outline = [(x + dx * width, y + dy) for x, y, width in corners
               for dx, dy in ((0, 0), (1, 0), (1, 0.94), (0, 0.94), (0, 0))]  # fmt: skip
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return PathPatch(Path(outline, codes * len(corners)), **named)


# ---- weights ----


def _weights(scene: Weights, upto: int) -> str:
    both = [scene] if scene.other is None else [scene, scene.other]
    titled = scene.whose != OURS
    figure, panels = _sheet(5.4, 2.7 * len(both), (0.65, 0.55, 1.25, 0.3 if titled else 0.1), 1, len(both))
    for axes, each in zip(np.ravel(panels), both, strict=True):
        _draw_weights(axes, each, upto)
        if titled:
            axes.set_title(each.whose, fontsize=BIG, color=INK, loc="left")
    share = scene.w[upto] / scene.w[upto].sum()
    ends = ", ".join(f"{value:.2f}" for value in share[:6])
    count = f"{len(share)} {scene.of}s"
    beside = f"; below, those of {scene.other.whose}" if scene.other is not None else ""
    return _svg(figure, f"The shares of {count} in the weight over {upto} rounds; in the end {ends}{beside}")


def _draw_weights(axes: Any, scene: Weights, upto: int) -> None:
    share = scene.w / scene.w.sum(axis=1, keepdims=True)
    n = share.shape[1]
    names = [f"{scene.of} {i + 1}" for i in range(n)] if n <= 6 else []
    colours = [SERIES[i % len(SERIES)] for i in range(n)]
    axes.stackplot(np.arange(upto + 1), share[: upto + 1].T, colors=colours, labels=names, edgecolor="white",
                   linewidth=0.4, alpha=0.9)  # fmt: skip
    wrong = [t for t in range(1, upto + 1) if scene.mistakes[t - 1] == 1]
    if wrong and len(wrong) <= 60:
        axes.plot(wrong, [1.05] * len(wrong), linestyle="", marker="x", color=INK, markersize=5, label="mistake",
                  clip_on=False)  # fmt: skip
    axes.set(xlim=(0, len(scene.mistakes)), ylim=(0, 1.08), xlabel="round", ylabel="share of the weight")
    _whole(axes.xaxis)
    if names or wrong:
        axes.legend(**_KEY, loc="upper left", bbox_to_anchor=(1.03, 1.04), reverse=True)


# ---- boosting ----


def _boosted(scene: Boosted) -> str:
    figure, axes = _sheet(5.0, 3.4, (0.6, 0.55, 0.15, 0.75))
    t = range(len(scene.bound))
    axes.plot(t, scene.bound, color=ORANGE, linestyle="--", label=f"exp(−2γ²T), γ = {scene.gamma[:12]}")
    whose = "" if scene.own is None else " of AdaBoost"
    if scene.product:
        axes.plot(t, scene.product, color=GREEN, linestyle="-.", marker="s", markersize=3, label=f"Z₁···Z_T{whose}")
    if scene.error:
        axes.plot(t, scene.error, color=BLUE, marker="o", markersize=3.5, label=f"training error{whose}")
    if scene.own is None:
        said = f"AdaBoost's training error under the product of the Z_t and exp(−2γ²T), for T up to {t[-1]}"
    else:
        axes.plot(t[-1], scene.own, linestyle="", marker="X", color=INK, markersize=10, clip_on=False, zorder=3,
                  label="your training error")  # fmt: skip
        said = (
            f"Your training error {scene.own:.3g} after {t[-1]} rounds, and exp(−2γ²T), which is {scene.bound[-1]:.3g}"
        )
        if scene.error:
            said += f"; AdaBoost's is {scene.error[-1]:.3g}"
    _whole(axes.xaxis)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("T")
    axes.legend(**_KEY, loc="lower left", bbox_to_anchor=(-0.1, 1.0), ncols=2)
    return _svg(figure, said)


# ---- two learners compared ----


def comparison_picture(sizes: Sequence[int], curves: Mapping[str, Mapping[str, Sequence[int]]]) -> str:
    """Mistakes as n grows, a panel for each kind of sequences and a curve for each learner, on logarithmic axes."""
    figure, panels = _sheet(7.0, 3.0, (0.6, 0.5, 0.15, 0.45), columns=len(curves))
    for axes, (kind, learners) in zip(panels, curves.items(), strict=True):
        for (name, counts), colour, mark in zip(learners.items(), (BLUE, ORANGE), ("o", "s"), strict=False):
            axes.plot(sizes, counts, color=colour, marker=mark, markersize=4, label=name)
        axes.set_title(f"{kind} sequences", color=INK, size=BIG)
        axes.set_xlabel("n")
        _scale(axes, "x", sizes, logarithmic=True)
        _scale(axes, "y", [count for counts in learners.values() for count in counts], logarithmic=True)
        axes.legend(**_KEY)
    panels[0].set_ylabel("mistakes")
    return _svg(figure, "Mistakes of both learners as n doubles: " + ", ".join(f"{kind} sequences" for kind in curves))


# ---- matplotlib ----


def _sheet(
    width: float, height: float, margins: tuple[float, float, float, float], columns: int = 1, rows: int = 1
) -> Any:
    """A figure and its panels; the margins left, below, right and above are inches, for no layout is computed."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    left, below, right, above = margins
    panels = figure.subplots(rows, columns)
    between = (below + above) / (height / rows - below - above)
    figure.subplots_adjust(left / width, below / height, 1 - right / width, 1 - above / height, hspace=between)
    for axes in np.ravel(panels):
        axes.set_facecolor("none")
        axes.tick_params(colors=INK, labelsize=BIG)
        for label in (axes.xaxis.label, axes.yaxis.label):
            label.set(color=INK, size=BIG)
        for name, side in axes.spines.items():
            side.set_visible(name in ("left", "bottom"))
            side.set_color(INK)
    return figure, panels


def _scale(axes: Any, name: str, values: Sequence[float], *, logarithmic: bool = False) -> None:
    """A logarithmic axis where the values are far apart, or in any case; ticks that read as plain numbers."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    axis = getattr(axes, f"{name}axis")
    least, most = min(values), max(values)
    if least > 0 and (logarithmic or most > WIDE * least):
        getattr(axes, f"set_{name}scale")("log")
        axis.set_major_locator(LogLocator(subs=(1, 2, 5) if most < 1000 * least else (1,), numticks=7))
        axis.set_minor_locator(NullLocator())
    elif all(each == int(each) for each in values):
        _whole(axis)
    axis.set_major_formatter(FuncFormatter(lambda value, _: _tick(value)))


def _tick(value: float) -> str:
    """A number for an axis: plain, and a power of ten where it is long."""
    if value == 0 or 1e-4 <= abs(value) < 1e6:
        return f"{value:g}".replace("-", "−")
    digits, _, power = f"{value:.2e}".partition("e")
    digits = f"{float(digits):g}".replace("-", "−")
    raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}" if digits == "1" else f"{digits}·10{raised}"


def _whole(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator("auto", integer=True))


def _few() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(5)


def _svg(figure: Any, said: str) -> str:
    """The figure as an `svg` element with its description, under ids of its own and in the page's colours."""
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "learncheck"}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return _themed(text[text.index("<svg") :], said)


def _themed(svg: str, said: str) -> str:
    """The drawing in the page's colours, without what matplotlib writes down twice or for nobody."""
    root = ElementTree.fromstring(re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.S))
    width, height = (float(each) for each in root.attrib["viewBox"].split()[2:])
    inside = "".join(_written(list(root)))
    marks = {
        mark: set(style.split(";")) for mark, style in re.findall(r'<path id="([^"]+)"[^>]*style="([^"]+)"', inside)
    }
    inside = re.sub(r'(<use href="#([^"]+)"[^>]*) style="([^"]+)"', lambda use: _used(use, marks), inside)
    used = dict.fromkeys(re.findall(r'(?:url\(#|href="#)([^")]+)', inside))
    own = {name: f"p{next(_numbers)}" for name in used}
    inside = re.sub(r' id="([^"]+)"', lambda found: f' id="{own[found[1]]}"' if found[1] in own else "", inside)
    inside = re.sub(r'(url\(#|href="#)([^")]+)', lambda found: found[1] + own[found[2]], inside)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' viewBox='0 0 {width:g} {height:g}' "
        f"width='{width * 4 / 3:.0f}' height='{height * 4 / 3:.0f}' fill='currentColor' font-size='{BIG}'>"
        f"<title>{escape(said)}</title>{inside}</svg>"
    )


def _used(use: re.Match[str], marks: Mapping[str, set[str]]) -> str:
    """A mark that is used, without the style that it has already."""
    kept = [each for each in use[3].split(";") if each not in marks.get(use[2], ())]
    return use[1] + (f' style="{";".join(kept)}"' if kept else "")


def _written(elements: Sequence[Any]) -> list[str]:
    """The elements as text: groups that say nothing are opened, and a style that follows itself is said once."""
    flat = [(style, text) for each in elements for style, text in _flat(each)]
    written = []
    for style, run in itertools.groupby(flat, key=lambda each: each[0]):
        texts = [text for _, text in run]
        if len(texts) > 1 and style and not re.search(r"(?<!-)opacity", style):
            written.append(f'<g style="{style}">{"".join(text.replace(_STYLE, "") for text in texts)}</g>')
        else:
            written.append("".join(text.replace(_STYLE, f' style="{style}"' if style else "") for text in texts))
    return written


_STYLE = "\0"
"""Stands for an element's style until it is known whether its neighbours share it."""


def _flat(element: Any) -> list[tuple[str, str]]:
    """The element as text with its style apart; a group without attributes as what it holds."""
    tag = element.tag.rpartition("}")[2]
    named = {name.rpartition("}")[2]: value for name, value in element.attrib.items()}
    used_elsewhere = tag in ("defs", "clipPath") or ("id" in named and tag != "g")
    style = _style(named.pop("style", ""))
    if tag == "g" and not style and not set(named) - {"id"}:
        return [each for inner in element for each in _flat(inner)]
    if tag == "path" and style == "fill:none" and "id" not in named:
        return []  # the sheet behind the drawing
    if tag == "defs" and not len(element):
        return []
    if "d" in named:
        named["d"] = _path(named["d"])
    if named.get("transform", "").startswith("rotate(-0 "):
        del named["transform"]
    attributes = "".join(f' {name}="{escape(_rounded(value))}"' for name, value in named.items())
    inside = escape(element.text.strip()) if element.text and element.text.strip() else ""
    inside += "".join(_written(list(element)))
    hold = f' style="{style}"' if used_elsewhere and style else "" if used_elsewhere else _STYLE
    text = f"<{tag}{attributes}{hold}>{inside}</{tag}>" if inside else f"<{tag}{attributes}{hold}/>"
    return [("" if used_elsewhere else style, text)]


_SAID = ("fill:currentColor", f"font-size:{BIG}px", "stroke-linejoin:miter")
"""What the whole drawing says, or a browser does anyway."""


def _style(style: str) -> str:
    """The style without spaces, in the colour of the text where that is meant, which is the drawing's own."""
    found = re.sub(r"\s*([:;])\s*", r"\1", style).replace(INK, "currentColor").replace(FAINT, "currentColor")
    kept = [
        _rounded(each) for each in found.split(";") if each and not each.startswith("font-family") and each not in _SAID
    ]
    return ";".join(kept)


def _rounded(text: str) -> str:
    """Numbers with one decimal, but for shares of opacity and the widths of lines."""
    return text if "opacity" in text or "width" in text else re.sub(r"(\.\d)\d+", r"\1", text).replace(".0 ", " ")


def _path(d: str) -> str:
    """The path with one decimal; lines along an axis by the one coordinate that changes."""
    x = y = ""
    written = []
    for command, numbers in re.findall(r"([MLCQz])([^MLCQz]*)", d):
        found = [f"{float(each):.1f}".removesuffix(".0").replace("-0", "0") if float(each) == 0 else
                 f"{float(each):.1f}".removesuffix(".0") for each in numbers.split()]  # fmt: skip
        if command == "L" and found[0] == x:
            written.append("" if found[1] == y else f"V{found[1]}")
        elif command == "L" and found[1] == y:
            written.append(f"H{found[0]}")
        else:
            written.append(command + " ".join(found))
        if found:
            x, y = found[-2:]
    return "".join(written)
