"""Pictures for pages, as inline SVG by matplotlib: the extra `pictures`. Without it pages have none and say so.

picture(scene)     the whole game in one picture
frames(scene)      two pictures a round: before the answer, and after the update
chart(chart)       the proof's quantities
"""

import functools
import importlib.util
from pathlib import Path

from learncheck.oracle.engine.growth import Growth
from learncheck.oracle.report.pictures import (
    boosting,
    fits,
    growth,
    proof,
    samples,
    separators,
    shattering,
    tables,
    weights,
)
from learncheck.oracle.report.pictures import ellipsoids as ellipsoids
from learncheck.oracle.report.scenes import (
    Boosted,
    Cells,
    Ellipsoids,
    Fit,
    ProofChart,
    Sample,
    Scene,
    Separators,
    Shattered,
    Tree,
    Weights,
)

MOST_FRAMES = 16
"""A longer game shows so many of its rounds, the first and the last among them."""

CHECKOUT = (Path(__file__).parents[3] / "pyproject.toml").is_file()
MISSING = (
    "Pictures need matplotlib: pip install -e '.[pictures]'"
    if CHECKOUT
    else ("Pictures need matplotlib: pip install matplotlib")
)

Moment = tuple[int, bool]
"""A round, and whether it is over: False before the answer is judged, True after the update."""


@functools.cache
def available() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def growth_picture(found: Growth) -> str:
    """The worst observed against the bound, by size."""
    return growth.draw(found)


def chart(found: ProofChart) -> str:
    """The proof's quantities against the round."""
    return proof.draw(found)


def picture(scene: Scene) -> str:
    """The whole game in one picture."""
    if isinstance(scene, Weights):
        return weights.draw(scene, len(scene.answers))
    if isinstance(scene, Boosted):
        return boosting.draw(scene)
    if isinstance(scene, Separators):
        return separators.draw_all(scene)
    if isinstance(scene, Ellipsoids):
        return ellipsoids.draw_all(scene)
    if isinstance(scene, Sample):
        return samples.draw(scene)
    if isinstance(scene, Fit):
        return fits.draw(scene)
    if isinstance(scene, Shattered):
        return shattering.draw_labellings(scene)
    if isinstance(scene, Tree):
        return shattering.draw_tree(scene)
    return tables.draw_all(scene)


def frames(scene: Scene, rounds: int) -> dict[Moment, str]:
    """Two pictures a round; none for what has no rounds to step through."""
    moments = [(number, over) for number in frame_numbers(rounds) for over in (False, True)]
    if isinstance(scene, Separators):
        return {moment: separators.draw(scene, *moment) for moment in moments}
    if isinstance(scene, Ellipsoids):
        return {moment: ellipsoids.draw(scene, *moment) for moment in moments}
    if isinstance(scene, Cells):
        return {moment: tables.draw(scene, *moment) for moment in moments}
    if isinstance(scene, Weights):
        return {moment: weights.draw(scene, *moment) for moment in moments}
    return {}


def frame_numbers(rounds: int) -> list[int]:
    """The rounds that are shown of a game of so many: all, or some spread evenly."""
    if rounds <= MOST_FRAMES:
        return list(range(1, rounds + 1))
    return sorted({round(1 + index * (rounds - 1) / (MOST_FRAMES - 1)) for index in range(MOST_FRAMES)})
