"""Draw how close the worst games came to their bounds, one line per claim."""

from collections.abc import Sequence

import numpy as np

from learncheck.oracle.report.pictures.inks import BLUE, FAINT, INK, SMALL
from learncheck.oracle.report.pictures.sheet import key_above, sheet
from learncheck.oracle.report.pictures.svg import svg


def draw(rows: Sequence[tuple[str, float, bool]]) -> str:
    """Draw one line per row: a claim's id, its worst observed / bound, and whether the bound is attained exactly."""
    names = [name for name, _, _ in rows]
    room = 0.085 * max(map(len, names)) + 0.2
    figure, axes = sheet(room + 2.9, 0.245 * len(rows) + 1.05, (room, 0.5, 0.15, 0.55))
    at = np.arange(len(rows))
    ratios = np.array([min(max(ratio, 0.0), 1.0) for _, ratio, _ in rows])
    met = np.array([attained for _, _, attained in rows])
    axes.axvline(1, color=INK, linewidth=1.4, linestyle="--")
    axes.hlines(at, 0, ratios, color=FAINT, linewidth=0.6, alpha=0.5)
    if met.any():
        axes.plot(ratios[met], at[met], linestyle="", marker="D", color=BLUE, markersize=6, clip_on=False,
                  label="attained exactly")  # fmt: skip
    if not met.all():
        axes.plot(ratios[~met], at[~met], linestyle="", marker="o", color=BLUE, markerfacecolor="none", markersize=6,
                  clip_on=False, label="closest game seen")  # fmt: skip
    axes.set(xlim=(0, 1.02), ylim=(len(rows) - 0.4, -0.6))
    axes.set_yticks(at, names, fontsize=SMALL, color=INK)
    axes.tick_params(axis="y", length=0, pad=8)
    axes.set_xlabel("worst observed / bound", fontsize=SMALL)
    key_above(axes, 1.02, 2, side="right")
    words = ", ".join(f"{name} {ratio:.2f}" for name, ratio, _ in rows)
    return svg(figure, f"The worst observed as a share of the bound: {words}")
