"""Compare two or three counts on logarithmic axes."""

from collections.abc import Mapping, Sequence

from learncheck.oracle.report.pictures.inks import BIG, BLUE, GREEN, INK, KEY, ORANGE
from learncheck.oracle.report.pictures.sheet import scale, sheet
from learncheck.oracle.report.pictures.svg import svg


def comparison_picture(sizes: Sequence[int], curves: Mapping[str, Mapping[str, Sequence[int]]], told: str) -> str:
    """Draw mistakes as n grows: one panel for each title, with up to three named curves, on logarithmic axes.

    told: what the picture shows, without its titles.
    """
    figure, panels = sheet(7.0, 3.0, (0.6, 0.5, 0.15, 0.45), columns=len(curves))
    for axes, (title, counted) in zip(panels, curves.items(), strict=True):
        for (name, counts), colour, mark in zip(counted.items(), (BLUE, ORANGE, GREEN), "os^", strict=False):
            axes.plot(sizes, counts, color=colour, marker=mark, markersize=4, label=name)
        axes.set_title(title, color=INK, size=BIG)
        axes.set_xlabel("n")
        scale(axes, "x", sizes, logarithmic=True)
        scale(axes, "y", [count for counts in counted.values() for count in counts], logarithmic=True)
        axes.legend(**KEY)
    panels[0].set_ylabel("mistakes")
    return svg(figure, f"{told}: {', '.join(curves)}")
