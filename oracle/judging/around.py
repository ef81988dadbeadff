"""The points around a sample at which a batch learner's hypothesis is asked, so that it can be drawn."""

from typing import NamedTuple

import numpy as np

from learncheck.learners.arrays import Array

GRID = 90
"""The points of the grid along each side of a plane; a line has four times as many."""


class Around(NamedTuple):
    """Answers on a grid: the coordinates along each axis, and one answer for each point, shape (len(axis), ...)."""

    axes: tuple[Array, ...]
    answers: Array


def axes_around(points: Array) -> tuple[Array, ...]:
    """Return the axes of a grid around points on the line or in the plane. Every point is on the grid."""
    d = points.shape[1]
    spread = points.max(axis=0) - points.min(axis=0)
    alone = 0.5 * (spread.max() or np.abs(points).max() or 1.0)
    room = np.where(spread > 0, 0.15 * spread, alone)
    low, high = points.min(axis=0) - room, points.max(axis=0) + room
    axes = [np.linspace(a, b, GRID if d == 2 else 4 * GRID) for a, b in zip(low, high, strict=True)]
    return tuple(np.unique([*along, *points[:, i]]) for i, along in enumerate(axes))


def rows_of(axes: tuple[Array, ...]) -> Array:
    """Return the points of the grid, one row each, in the order of `Around.answers`."""
    return np.stack([coordinates.ravel() for coordinates in np.meshgrid(*axes, indexing="ij")], axis=1)
