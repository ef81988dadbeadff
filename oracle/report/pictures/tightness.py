"""How close the worst games came to their bounds, one line per claim."""

from collections.abc import Sequence

import numpy as np

from learncheck.oracle.report.pictures.layers import Axis, Layer, Line, Panel, Points, Sheet, segments


def tightness(rows: Sequence[tuple[str, float, bool]]) -> Sheet:
    """Lay out one line per row: a claim's id, its worst observed / bound, and whether the bound is attained exactly."""
    places = [(place, min(max(ratio, 0.0), 1.0), attained) for place, (_, ratio, attained) in enumerate(rows)]
    y = Axis(len(rows) - 0.4, -0.6, ticks=dict(enumerate(name for name, _, _ in rows)))
    layers: list[Layer] = [
        Line(((1, 1), (y.low, y.high)), style="--"),
        Line(segments(((0, ratio), (place, place)) for place, ratio, _ in places), "faint", width=0.6, opacity=0.5),
    ]
    for attained, mark, name in ((True, "D", "attained exactly"), (False, "o", "closest game seen")):
        at = np.array([(ratio, place) for place, ratio, met in places if met is attained])
        if len(at):
            layers.append(Points(at.T, mark, "blue", name, 6, hollow=not attained))
    words = ", ".join(f"{name} {ratio:.2f}" for name, ratio, _ in rows)
    left = 0.085 * max(len(name) for name, _, _ in rows) + 0.2
    return Sheet(
        [Panel(Axis(0, 1.02, "worst observed / bound"), y, layers)],
        f"The worst observed as a share of the bound: {words}", 2.75, 0.245 * len(rows), left, columns=2,
    )  # fmt: skip
