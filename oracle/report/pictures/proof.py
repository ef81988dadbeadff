"""Draw the proof's quantities by round, with what each step allows and the broken round in red."""

from typing import Any

from learncheck.oracle.report.pictures.inks import BLUE, INK, KEY, ORANGE, SMALL
from learncheck.oracle.report.pictures.sheet import WIDE, scale, sheet
from learncheck.oracle.report.pictures.svg import svg
from learncheck.oracle.report.scenes.proof import ProofChart, Quantity
from learncheck.oracle.report.scenes.rounds import YOURS

MOST_MARKS = 40


def draw(chart: ProofChart) -> str:
    """Draw one panel per quantity, one below the other."""
    count = len(chart.quantities)
    figure, panels = sheet(5.1, 2.75 * count, (0.95, 0.55, 0.2, 0.62), 1, count)
    others = chart.other.quantities if chart.other is not None else ()
    for axes, each in zip(panels.ravel() if count > 1 else [panels], chart.quantities, strict=True):
        _panel(axes, chart, each, next((other for other in others if other.name == each.name), None))
    said = "; ".join(f"{each.name} after each round: {each.words}" for each in chart.quantities)
    broke = f". The {chart.by} breaks in round {chart.broken}" if chart.broken is not None else ""
    return svg(figure, f"{said}, of {chart.whose}{broke}")


def _panel(axes: Any, chart: ProofChart, quantity: Quantity, other: Quantity | None) -> None:
    rounds = range(len(quantity.values))
    limits = [each.value for each in quantity.limits if abs(each.value) < 1e300]
    shown = [*quantity.values, *limits, *chart.best, *(other.values if other is not None else ())]
    scale(axes, "x", rounds)
    least, most = min(shown), max(shown)
    if least > 0 and most > WIDE * least:
        scale(axes, "y", shown)
        axes.set_ylim(least / 1.4, most * 1.5)
    else:
        room = 0.12 * ((most - least) or 1)
        axes.set_ylim(least - room, most + room)
    low, high = axes.get_ylim()
    marks = "o" if len(quantity.values) <= MOST_MARKS else ""
    for each in quantity.limits:
        colour = ORANGE if each.broken else INK
        between = (low, each.value) if each.above else (each.value, high)
        axes.fill_between([each.round - 0.42, each.round + 0.42], *between, color=ORANGE, linewidth=0,
                          alpha=0.4 if each.broken else 0.13)  # fmt: skip
        axes.plot([each.round - 0.42, each.round + 0.42], [each.value] * 2, color=colour,
                  linewidth=2.4 if each.broken else 1.4)  # fmt: skip
    axes.plot([], [], color=INK, linewidth=1.4, label=f"what the {chart.by} allows")
    if chart.best:
        axes.plot(rounds, chart.best, color=INK, linestyle=":", linewidth=1.2, label="the best comparator so far")
    if other is not None:
        axes.plot(range(len(other.values)), other.values, color=INK, linestyle="--", linewidth=1, marker="s",
                  markersize=3, markerfacecolor="none", label="the reference learner")  # fmt: skip
    yours = "yours" if chart.whose == YOURS else quantity.name
    axes.plot(rounds, quantity.values, color=BLUE, linewidth=1.4, marker=marks, markersize=4.5, label=yours)
    if quantity.broken:
        broken = list(quantity.broken)
        axes.plot(broken, [quantity.values[t] for t in broken], color=ORANGE, linestyle="", marker="X", markersize=10,
                  label=f"broken in round {broken[0]}", zorder=4)  # fmt: skip
    axes.set_xlim(-0.5, len(quantity.values) - 0.4)
    axes.set_ylabel(f"{quantity.name}", rotation=0, labelpad=10, style="italic")
    axes.set_xlabel("after round", fontsize=SMALL)
    axes.legend(**KEY, loc="lower left", bbox_to_anchor=(-0.14, 1.0), ncols=2)
