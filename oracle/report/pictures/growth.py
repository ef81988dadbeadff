"""Draw how the worst games grow against the bound."""

from collections.abc import Sequence

from learncheck.oracle.engine.growth import BOUND, ROUNDS, SizeGrowth
from learncheck.oracle.report.pictures.inks import BLUE, INK, ORANGE, SMALL
from learncheck.oracle.report.pictures.sheet import key_above, scale, sheet
from learncheck.oracle.report.pictures.svg import svg


def draw(growth: SizeGrowth) -> str:
    """Draw the worst game of every size, the bound with its forbidden side, and violations in red."""
    figure, axes = sheet(4.9, 3.2, (0.75, 0.55, 0.2, 0.62))
    sizes = [worst.size for worst in growth.sizes]
    observed, bound = [worst.observed for worst in growth.sizes], [worst.bound for worst in growth.sizes]
    fell = [worst for worst in growth.sizes if worst.falls]
    fine = [worst for worst in growth.sizes if not worst.falls]
    for name, values in (("x", sizes), ("y", [*observed, *bound])):
        scale(axes, name, values)
    least, most = axes.get_ylim()
    if axes.get_yscale() == "linear":
        spread = (max(*observed, *bound) - min(*observed, *bound)) or 1
        least, most = min(*observed, *bound) - 0.08 * spread, max(*observed, *bound) + 0.15 * spread
    else:
        least, most = min(*observed, *bound) / 1.5, max(*observed, *bound) * 1.8
    axes.set_ylim(least, most)
    edge = least if growth.lower else most
    if _joined(bound):
        axes.fill_between(sizes, bound, edge, color=ORANGE, alpha=0.12, linewidth=0)
    else:
        axes.vlines(sizes, bound, edge, color=ORANGE, alpha=0.2, linewidth=5)
    axes.plot(sizes, bound, color=INK, linestyle=_joined(bound) and "--", marker="_", markersize=12,
              markeredgewidth=1.6, linewidth=1.2,
              label=f"bound: must lie {'above' if growth.lower else 'at or below'}")  # fmt: skip
    if fine:
        axes.plot([worst.size for worst in fine], [worst.observed for worst in fine], color=BLUE, linestyle="",
                  marker="o", markersize=5, label="worst game seen")  # fmt: skip
    if fell:
        axes.plot([worst.size for worst in fell], [worst.observed for worst in fell], color=ORANGE, linestyle="",
                  marker="X", markersize=8, label="violates it")  # fmt: skip
    axes.text(0.02, 0.03 if growth.lower else 0.93, "forbidden", transform=axes.transAxes, color=INK, fontsize=SMALL,
              style="italic")  # fmt: skip
    axes.set_xlabel({ROUNDS: "rounds of the game", BOUND: "the bound"}.get(growth.measured, growth.measured))
    key_above(axes, -0.12, 2)
    words = f"The worst games seen and the bound over {growth.measured}, from {sizes[0]:g} to {sizes[-1]:g}"
    return svg(figure, words + (f"; {len(fell)} of them violate it" if fell else ""))


def _joined(values: Sequence[float]) -> str:
    """Return the style of a line through the points: none if they are not monotone, since a line would then mislead."""
    rising = sorted(values)
    return "-" if list(values) in (rising, rising[::-1]) else ""
