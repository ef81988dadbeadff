"""How the worst games grow against the bound."""

from collections.abc import Sequence

from learncheck.oracle.engine.growth import BOUND, ROUNDS, SizeGrowth
from learncheck.oracle.report.pictures.layers import Layer, Line, Panel, Points, Polygon, Sheet, Text, axis, segments


def worst_games(growth: SizeGrowth) -> Sheet:
    """Lay out the worst game of every size, the bound with its forbidden side, and violations in red."""
    sizes = [worst.size for worst in growth.sizes]
    observed, bound = [worst.observed for worst in growth.sizes], [worst.bound for worst in growth.sizes]
    x = axis(sizes, {ROUNDS: "rounds of the game", BOUND: "the bound"}.get(growth.measured, growth.measured))
    y = axis([*observed, *bound])
    edge = y.low if growth.lower else y.high
    name = f"bound: must lie {'above' if growth.lower else 'at or below'}"
    layers: list[Layer]
    if _monotone(bound):
        layers = [
            Polygon(([*sizes, sizes[-1], sizes[0]], [*bound, edge, edge])),
            Line((sizes, bound), style="--"),
        ]
    else:  # a line would mislead
        forbidden = segments(((size, size), (value, edge)) for size, value in zip(sizes, bound, strict=True))
        layers = [Line(forbidden, "orange", width=5, opacity=0.2)]
    layers.append(Points((sizes, bound), "_", name=name, size=12, strokes=1.6))
    for falls, mark, colour, meaning in ((False, "o", "blue", "worst game seen"), (True, "X", "orange", "violates it")):
        games = [worst for worst in growth.sizes if worst.falls is falls]
        if games:
            at = [worst.size for worst in games], [worst.observed for worst in games]
            layers.append(Points(at, mark, colour, meaning, 8 if falls else 5))
    side, up = ("bottom", 4) if growth.lower else ("top", -4)
    layers.append(Text(x.low, edge, "forbidden", align=("left", side), moved=(5, up), italic=True))
    fell = sum(worst.falls for worst in growth.sizes)
    words = f"The worst games seen and the bound over {growth.measured}, from {sizes[0]:g} to {sizes[-1]:g}"
    return Sheet([Panel(x, y, layers)], words + (f"; {fell} of them violate it" if fell else ""), 3.95, 2.0, columns=2)


def _monotone(values: Sequence[float]) -> bool:
    rising = sorted(values)
    return list(values) in (rising, rising[::-1])
