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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracle.growth import ROUNDS, Growth
from oracle.scenes import Boosted, Cells, Scene, Separators, Weights

INK, FAINT = "#010101", "#020202"
"""Stand for the colour of the text, and for a faint one; `_themed` puts those in."""
BLUE, ORANGE, GREEN, PURPLE, YELLOW, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"
SERIES = (BLUE, YELLOW, GREEN, PURPLE, SKY, ORANGE)

MOST_FRAMES = 16
"""A longer game shows so many of its rounds, the first and the last among them."""
WIDE = 30
"""Where the greatest value is more than this many times the least, the axis is logarithmic."""

_numbers = itertools.count()


@functools.cache
def available() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


MISSING = "Pictures need matplotlib: pip install 'learncheck[pictures]'."


# ---- whole pictures ----


def growth_picture(growth: Growth) -> str:
    """The worst observed against the bound, by size."""
    figure, axes = _sheet(4.6, 2.9, (0.7, 0.5, 0.1, 0.35))
    sizes = [each.size for each in growth.sizes]
    observed, bound = [each.observed for each in growth.sizes], [each.bound for each in growth.sizes]
    # where the bound depends on more than the size, a line from case to case would promise too much
    joined = "-" if list(bound) == sorted(bound) else ""
    axes.vlines(sizes, observed, bound, color=FAINT, linewidth=0.6, alpha=0.5)
    axes.plot(sizes, bound, color=ORANGE, linestyle=joined and "--", marker="s", markersize=6.5, linewidth=1.2,
              markerfacecolor="none", label="bound")  # fmt: skip
    axes.plot(sizes, observed, color=BLUE, linestyle=joined, marker="o", markersize=4, linewidth=1.2,
              label="worst observed")  # fmt: skip
    for name, values in (("x", sizes), ("y", [*observed, *bound])):
        _scale(axes, name, values)
    axes.set_xlabel("rounds of the game" if growth.measured == ROUNDS else growth.measured)
    axes.legend(frameon=False, labelcolor=INK, fontsize=9, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=2)
    said = f"The worst observed and the bound over {growth.measured}, from {sizes[0]:g} to {sizes[-1]:g}"
    return _svg(figure, said)


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
    figure, axes = _sheet(3.6, 4.0, (0.55, 1.0, 0.1, 0.1))
    reach = _reach(scene)
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="x₁", ylabel="x₂")
    axes.axhline(0, color=FAINT, linewidth=0.5)
    axes.axvline(0, color=FAINT, linewidth=0.5)
    first = 0 if trail else max(0, upto - 1)
    for index in range(first, upto + 1):
        now = index == upto
        strength = 1.0 if now else 0.3 + 0.4 * index / max(1, upto)
        if scene.A:
            if scene.other and now:
                ring = _ellipse(*scene.other[index])
                axes.plot(*ring, color=ORANGE, linestyle=":", linewidth=1.6, label=scene.others)
            ring = _ellipse(scene.w[index], scene.A[index])
            axes.plot(*ring, color=GREEN, alpha=strength, linewidth=1.8 if now else 1.0,
                      label=f"the ellipsoid of {scene.whose}" if now else None)  # fmt: skip
            axes.plot(*scene.w[index], marker="x", color=GREEN, alpha=strength, markersize=6)
        elif scene.w[index].any():
            normal = scene.w[index] / np.linalg.norm(scene.w[index])
            along = np.array([-normal[1], normal[0]]) * 2 * reach
            line = np.array([-along, along])
            axes.plot(line[:, 0], line[:, 1], color=GREEN, alpha=strength, linewidth=2.0 if now else 1.0,
                      label=f"⟨w,x⟩ = 0 of {scene.whose}" if now else None)  # fmt: skip
            if now:
                tip = normal * reach * 0.35
                axes.plot(*np.array([[0, 0], tip]).T, color=GREEN, linewidth=1.2)
                axes.text(*(tip * 1.25), "w", color=GREEN, ha="center", va="center", style="italic", fontsize=9)
    for label, colour, mark in ((1, BLUE, "+"), (-1, ORANGE, "_")):
        shown = [index for index in range(upto) if scene.labels[index] == label]
        if shown:
            points = scene.points[shown]
            axes.plot(points[:, 0], points[:, 1], linestyle="", marker=mark, color=colour, markersize=9,
                      markeredgewidth=2.2, label=f"label {'+1' if label == 1 else '−1'}")  # fmt: skip
    if upto:
        last = scene.points[upto - 1]
        axes.plot(
            *last, linestyle="", marker="o", color=INK, markerfacecolor="none", markersize=15, label=f"round {upto}"
        )
    axes.legend(frameon=False, labelcolor=INK, fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    kind = "the ellipsoid" if scene.A else "the separator"
    after = "round by round" if trail else f"after round {upto}"
    return _svg(figure, f"The examples in the plane, and {kind} of {scene.whose} {after}")


def _reach(scene: Separators) -> float:
    reach = float(np.abs(scene.points).max(initial=0))
    for w, A in zip(scene.w, scene.A, strict=False):
        reach = max(reach, float(np.abs(w).max() + np.sqrt(max(np.linalg.eigvalsh(A).max(), 0))))
    return 1.15 * reach or 1.0


def _ellipse(w: NDArray[Any], A: NDArray[Any]) -> NDArray[Any]:
    """The border of {A^(1/2) u + w : ‖u‖ ≤ 1}, shape (2, points)."""
    values, vectors = np.linalg.eigh((A + A.T) / 2)
    angles = np.linspace(0, 2 * np.pi, 61)
    circle = np.array([np.cos(angles), np.sin(angles)])
    border: NDArray[Any] = vectors @ (np.sqrt(np.maximum(values, 0))[:, None] * circle) + w[:, None]
    return border


# ---- finite classes ----


def _version_space(scene: Cells, upto: int) -> str:
    rows, columns = scene.table.shape
    figure, axes = _sheet(min(5.5, 1.5 + 0.36 * columns), min(6.0, 0.6 + 0.28 * rows), (0.4, 0.5, 0.1, 0.05))
    _draw_cells(axes, scene, upto, labels=True)
    left = int(scene.alive[upto].sum())
    return _svg(figure, f"The class as a table after round {upto}: {left} of {rows} hypotheses are still possible")


def _version_spaces(scene: Cells) -> str:
    rounds = len(scene.asked)
    chosen = sorted({0, *(round(index * rounds / 5) for index in range(1, 6))})
    rows, columns = scene.table.shape
    size = min(9.5, len(chosen) * (0.45 + 0.14 * columns)), min(4.5, 0.4 + 0.16 * rows)
    figure, panels = _sheet(*size, (0.05, 0.05, 0.05, 0.3), len(chosen))
    for axes, upto in zip(panels, chosen, strict=True):
        _draw_cells(axes, scene, upto, labels=False)
        axes.set_title("at first" if upto == 0 else f"round {upto}", fontsize=9, color=INK)
    counts = ", ".join(str(int(scene.alive[upto].sum())) for upto in chosen)
    return _svg(figure, f"The class as a table, cells going dark: {counts} hypotheses are left")


def _draw_cells(axes: Any, scene: Cells, upto: int, *, labels: bool) -> None:
    rows, columns = scene.table.shape
    alive = scene.alive[upto]
    colours = {True: SKY, False: YELLOW}
    for i in range(rows):
        bars = [(j, 0.94) for j in range(columns)]
        shown = [colours[value == 1] if alive[i] else "#3a3a3a" for value in scene.table[i].tolist()]
        axes.broken_barh(bars, (i, 0.94), facecolors=shown, edgecolors="none")
        for j in range(columns) if labels else ():
            sign = "+" if scene.table[i, j] == 1 else "−"
            axes.text(j + 0.47, i + 0.5, sign, ha="center", va="center", fontsize=8,
                      color="#000000" if alive[i] else "#9a9a9a")  # fmt: skip
    if upto:
        asked = scene.asked[upto - 1]
        axes.add_patch(_rectangle((asked - 0.03, -0.03), 1.0, rows, fill=False, edgecolor=INK, linewidth=1.6))
    if labels and scene.trusted:
        for i in np.flatnonzero(scene.trusted[upto]).tolist():
            axes.text(columns + 0.15, i + 0.5, "trusted", va="center", fontsize=7, color=INK)
    axes.set(xlim=(-0.1, columns + (1.3 if labels and scene.trusted else 0.1)), ylim=(rows + 0.1, -0.1))
    if labels:
        axes.set_xticks(np.arange(columns) + 0.47, [str(j) for j in range(columns)])
        axes.set_yticks(np.arange(rows) + 0.5, [f"h{i}" for i in range(rows)])
        axes.set_xlabel("instance", fontsize=8)
    else:
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_aspect("equal")
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def _rectangle(*arguments: Any, **named: Any) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle(*arguments, **named)


# ---- weights ----


def _weights(scene: Weights, upto: int) -> str:
    figure, axes = _sheet(5.0, 2.8, (0.6, 0.5, 1.1, 0.1))
    share = scene.w / scene.w.sum(axis=1, keepdims=True)
    rounds, n = len(scene.mistakes), share.shape[1]
    shown = np.arange(upto + 1)
    names = [f"{scene.of} {i + 1}" for i in range(n)] if n <= 6 else []
    colours = [SERIES[i % len(SERIES)] for i in range(n)]
    axes.stackplot(
        shown, share[: upto + 1].T, colors=colours, labels=names, edgecolor="white", linewidth=0.4, alpha=0.9
    )
    wrong = [t for t in range(1, upto + 1) if scene.mistakes[t - 1] is True or scene.mistakes[t - 1] == 1.0]
    if wrong and len(wrong) <= 60:
        axes.plot(wrong, [1.04] * len(wrong), linestyle="", marker="x", color=INK, markersize=4, label="mistake")
    axes.set(xlim=(0, rounds), ylim=(0, 1.08), xlabel="round", ylabel="share of the weight")
    _whole(axes.xaxis)
    if names or wrong:
        axes.legend(frameon=False, labelcolor=INK, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    ends = ", ".join(f"{value:.2f}" for value in share[upto][:6])
    return _svg(figure, f"The shares of {n} {scene.of}s in the weight over {upto} rounds; in the end {ends}")


# ---- boosting ----


def _boosted(scene: Boosted) -> str:
    figure, axes = _sheet(4.8, 3.0, (0.5, 0.5, 0.15, 0.35))
    t = range(len(scene.bound))
    axes.plot(t, scene.bound, color=ORANGE, linestyle="--", label=f"exp(−2γ²T), γ = {scene.gamma[:12]}")
    if scene.own is None:
        axes.plot(t, scene.product, color=GREEN, linestyle="-.", marker="s", markersize=3, label="Z₁···Z_T")
        axes.step(t, scene.error, where="post", color=BLUE, marker="o", markersize=3.5, label="training error")
        said = f"AdaBoost's training error under the product of the Z_t and exp(−2γ²T), for T up to {t[-1]}"
    else:
        axes.plot(t[-1], scene.own, linestyle="", marker="X", color=BLUE, markersize=9, label="your training error")
        said = (
            f"Your training error {scene.own:.3g} after {t[-1]} rounds, and exp(−2γ²T), which is {scene.bound[-1]:.3g}"
        )
    _whole(axes.xaxis)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("T")
    axes.legend(frameon=False, labelcolor=INK, fontsize=8, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)
    return _svg(figure, said)


# ---- two learners compared ----


def comparison_picture(sizes: Sequence[int], curves: Mapping[str, Mapping[str, Sequence[int]]]) -> str:
    """Mistakes as n grows, a panel for each kind of sequences and a curve for each learner, on logarithmic axes."""
    figure, panels = _sheet(7.0, 3.0, (0.6, 0.5, 0.15, 0.45), columns=len(curves))
    for axes, (kind, learners) in zip(panels, curves.items(), strict=True):
        for (name, counts), colour, mark in zip(learners.items(), (BLUE, ORANGE), ("o", "s"), strict=False):
            axes.plot(sizes, counts, color=colour, marker=mark, markersize=4, label=name)
        axes.set_title(f"{kind} sequences", color=INK, size=9)
        axes.set_xlabel("n")
        _scale(axes, "x", sizes, logarithmic=True)
        _scale(axes, "y", [count for counts in learners.values() for count in counts], logarithmic=True)
        axes.legend(frameon=False, labelcolor=INK, fontsize=8)
    panels[0].set_ylabel("mistakes")
    return _svg(figure, "Mistakes of both learners as n doubles: " + ", ".join(f"{kind} sequences" for kind in curves))


# ---- matplotlib ----


def _sheet(width: float, height: float, margins: tuple[float, float, float, float], columns: int = 1) -> Any:
    """A figure and its panels; the margins left, below, right and above are inches, for no layout is computed."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    left, below, right, above = margins
    panels = figure.subplots(1, columns)
    figure.subplots_adjust(left / width, below / height, 1 - right / width, 1 - above / height)
    for axes in np.atleast_1d(panels):
        axes.set_facecolor("none")
        axes.tick_params(colors=INK, labelsize=9)
        for label in (axes.xaxis.label, axes.yaxis.label):
            label.set(color=INK, size=9)
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
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axis.set_minor_locator(NullLocator())
    elif all(each == int(each) for each in values):
        _whole(axis)


def _whole(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator("auto", integer=True))


def _svg(figure: Any, said: str) -> str:
    """The figure as an `svg` element with its description, under ids of its own and in the page's colours."""
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "learncheck"}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return _themed(text[text.index("<svg") :], said)


def _themed(svg: str, said: str) -> str:
    from html import escape

    own = f"p{next(_numbers)}-"
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.S)
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg))
    svg = re.sub(r' id="([^"]+)"', lambda found: f' id="{own}{found[1]}"' if found[1] in used else "", svg)
    svg = re.sub(r'(url\(#|href="#)', lambda found: found[1] + own, svg)
    svg = re.sub(r"; font-family: [^;\"]*", "", svg)
    svg = re.sub(r' transform="rotate\(-0 [^"]*"', "", svg)
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\.\d)\d+", r"\1", tag[0]), svg)
    svg = svg.replace(INK, "currentColor").replace(FAINT, "currentColor")
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    head, rest = svg.split(">", 1)
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', head)
    assert size is not None
    width, height = (round(float(each) * 4 / 3) for each in size.groups())
    opened = (
        f"<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' role='img' "
        f"viewBox='0 0 {size[1]} {size[2]}' width='{width}' height='{height}'><title>{escape(said)}</title>"
    )
    return opened + rest.strip()
