"""Pictures for pages, as inline SVG drawn by matplotlib (the extra `pictures`). Without it, pages say so.

whole(scene)       the whole game: one picture, or a few that belong together
picture(scene)     the whole game in one picture
frames(scene)      two pictures per round: before the answer, and after the update
chart(chart)       the proof's quantities
"""

import functools
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass

from learncheck.oracle.report.pictures import (
    boosting,
    ellipsoids,
    fits,
    growth,
    kernels,
    proof,
    samples,
    separators,
    shares,
    shattering,
    tables,
    weights,
)
from learncheck.oracle.report.scenes import (
    Boosted,
    Cells,
    Curved,
    Ellipsoids,
    Fit,
    Sample,
    Scene,
    Separators,
    Shares,
    Shattered,
    Tree,
    Weights,
)

MOST_FRAMES = 16
"""The most rounds of a game that are shown, the first and the last among them."""

MISSING = "Pictures need matplotlib: pip install matplotlib"


@dataclass(frozen=True)
class Picture:
    """A picture, and what the signs in it mean."""

    svg: str
    key: str


Moment = tuple[int, bool]
"""A round, and False for the moment before the answer is judged, or True for that after the update."""


@functools.cache
def available() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


growth_picture, chart = growth.draw, proof.draw
"""Draw the worst observed against the bound, by size; and the proof's quantities by round."""

WHOLE: dict[type, Callable[..., str]] = {
    Boosted: boosting.draw,
    Cells: tables.draw_all,
    Curved: kernels.draw_all,
    Ellipsoids: ellipsoids.draw_all,
    Fit: fits.draw,
    Sample: samples.draw,
    Separators: separators.draw_all,
    Shares: shares.draw_all,
    Shattered: shattering.draw_labellings,
    Tree: shattering.draw_tree,
    Weights: weights.draw_all,
}
MOMENTS: dict[type, Callable[..., str]] = {
    Cells: tables.draw,
    Curved: kernels.draw,
    Ellipsoids: ellipsoids.draw,
    Separators: separators.draw,
    Shares: shares.draw,
    Weights: weights.draw,
}
"""What draws a scene as a whole, and what draws one moment of it."""


def on_paper(svg: str) -> str:
    """Return the drawing as a self-contained file, with a white background and black letters."""
    return svg.replace("<svg ", "<svg font-family='sans-serif' style='background:white;color:black' ", 1) + "\n"


def whole(scene: Scene) -> list[Picture]:
    """Draw the whole game: one picture, three of the training of a booster, none of a sample that is a table."""
    if isinstance(scene, Sample) and scene.as_table:
        return []
    parts = scene.parts if isinstance(scene, Boosted) else (scene,)
    return [Picture(picture(each), each.key) for each in parts]


def picture(scene: Scene) -> str:
    """Draw the whole game in one picture."""
    return WHOLE[type(scene)](scene)


def frames(scene: Scene, rounds: int) -> dict[Moment, str]:
    """Draw two pictures per round, or none if the scene has no rounds to step through."""
    draw = MOMENTS.get(type(scene))
    moments = [] if draw is None else [(number, over) for number in frame_numbers(rounds) for over in (False, True)]
    return {moment: draw(scene, *moment) for moment in moments if draw is not None}


def frame_numbers(rounds: int) -> list[int]:
    """Return the rounds to show of a game with this many: all, or some spread evenly."""
    if rounds <= MOST_FRAMES:
        return list(range(1, rounds + 1))
    return sorted({round(1 + index * (rounds - 1) / (MOST_FRAMES - 1)) for index in range(MOST_FRAMES)})
