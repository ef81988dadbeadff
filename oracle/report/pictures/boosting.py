"""Draw AdaBoost: the training error under the product of the Z_t and the bound, the distributions, or the margins."""

from typing import Any

import numpy as np

from learncheck.oracle.report.pictures.inks import BLUE, GREEN, INK, KEY, ORANGE, SKY, SMALL
from learncheck.oracle.report.pictures.sheet import sheet, whole
from learncheck.oracle.report.pictures.svg import svg
from learncheck.oracle.report.scenes.boosted import Boosted


def draw(scene: Boosted) -> str:
    """Draw the panel that the scene shows."""
    figure, axes = sheet(4.4, 3.1, (0.65, 0.55, 0.25, 0.75))
    return svg(
        figure, {"errors": _errors, "distributions": _distributions, "margins": _margins}[scene.panel](axes, scene)
    )


def _errors(axes: Any, scene: Boosted) -> str:
    t = range(len(scene.bound))
    axes.plot(t, scene.bound, color=INK, linestyle="--", label=f"exp(−2γ²t), γ = {scene.gamma[:12]}")
    of = whose(scene)
    if scene.product:
        axes.plot(t, scene.product, color=GREEN, linestyle="-.", marker="s", markersize=3, label=f"Z₁···Zₜ{of}")
    if scene.error:
        axes.plot(t, scene.error, color=BLUE, marker="o", markersize=3.5, label=f"error{of}")
    top = max(1.0, *scene.bound)
    axes.fill_between(t, scene.bound, top * 1.05, color=ORANGE, alpha=0.12, linewidth=0)
    if scene.own is None:
        said = f"AdaBoost's training error under the product of the Zₜ and exp(−2γ²T), for T up to {t[-1]}"
    else:
        over = scene.own > scene.bound[-1]
        axes.plot(t[-1], scene.own, linestyle="", marker="X", color=ORANGE if over else INK, markersize=10,
                  clip_on=False, zorder=3, label="your error")  # fmt: skip
        said = (
            f"Your training error {scene.own:.3g} after {t[-1]} rounds, and exp(−2γ²T), which is {scene.bound[-1]:.3g}"
        )
        if scene.error:
            said += f"; AdaBoost's is {scene.error[-1]:.3g}"
    whole(axes.xaxis)
    axes.set_ylim(0, top * 1.05)
    axes.set_xlabel("round t", fontsize=SMALL)
    axes.set_ylabel("training error")
    axes.legend(**KEY, loc="lower left", bbox_to_anchor=(-0.14, 1.0), ncols=2)
    return said


def whose(scene: Boosted) -> str:
    """Return whose training the curves show, for the key of a submission's picture."""
    return "" if scene.own is None else " of AdaBoost"


def _distributions(axes: Any, scene: Boosted) -> str:
    assert scene.D is not None
    assert scene.wrong is not None
    rounds, count = scene.shown, scene.D.shape[1]
    wide = 0.72 / count
    for colour, errs, name in (
        (SKY, False, "weight of an example" if scene.own is None else "your Dₜ"),
        (ORANGE, True, "hₜ errs on it"),
    ):
        at = [(t + 1 - 0.36 + (i + 0.5) * wide, scene.D[t, i]) for t in rounds for i in range(count)
              if bool(scene.wrong[t, i]) is errs]  # fmt: skip
        if at:
            x, height = zip(*at, strict=True)
            axes.bar(x, height, width=wide * 0.9, color=colour, label=name)
    if scene.due is not None:
        across = [(t + 1 - 0.36 + i * wide, t + 1 - 0.36 + (i + 1) * wide, scene.due[t, i])
                  for t in rounds for i in range(count) if np.isfinite(scene.due[t, i])]  # fmt: skip
        left, right, height = zip(*across, strict=True)
        axes.hlines(height, left, right, color=INK, linewidth=1.6, label="AdaBoost's Dₜ")
    axes.set_ylabel("Dₜ")
    axes.set_xlabel("round t", fontsize=SMALL)
    axes.set_xticks([t + 1 for t in rounds])
    axes.legend(**KEY, loc="lower left", bbox_to_anchor=(-0.14, 1.0), ncols=2)
    return f"The distributions of rounds {rounds[0] + 1} to {rounds[-1] + 1}"


def _margins(axes: Any, scene: Boosted) -> str:
    assert scene.margins is not None
    margins = np.sort(scene.margins)
    share = np.arange(1, len(margins) + 1) / len(margins)
    axes.axvspan(-1, 0, color=ORANGE, alpha=0.12, linewidth=0)
    said = "share of the examples with at most this margin"
    axes.plot([-1, *np.repeat(margins, 2), 1], [0, 0, *np.repeat(share, 2)], color=BLUE, linewidth=1.6, label=said)
    axes.set(xlim=(-1.02, 1.02), ylim=(0, 1.05))
    axes.set_xlabel(f"margin y·f(x){whose(scene)}", fontsize=SMALL)
    axes.set_xticks((-1, -0.5, 0, 0.5, 1), ("−1", "−0.5", "0", "0.5", "1"))
    axes.legend(**KEY, loc="lower left", bbox_to_anchor=(-0.14, 1.0))
    return f"The margins in the end, from {margins[0]:.3g} to {margins[-1]:.3g}".replace("-", "−")
