"""Which point sets closed balls shatter, decided exactly.

- `ball_labelling`: a ball that gives a labelling, or none, both verified
- `BallSet`: the largest subset of some points that balls shatter, and how many labellings they give the points
- `LiftedBall`: a ball in R^d, and the halfspace in R^(d+1) that it is on φ(x) = (x, ‖x‖²)

A ball labels the points inside +1 and the others -1. On finitely many points a ball can be made a little larger, so
that none of them lies on its sphere. Source: UML Exercise 9.6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import product

from learncheck.exact.certificates import confirmed
from learncheck.exact.linear_programming import Row
from learncheck.exact.separation import (
    Dependence,
    Vector,
    inner,
    separate,
)
from learncheck.learners.arguments import require
from learncheck.strategies.halfspaces.vectors import any_vector, axes
from learncheck.strategies.play.case import Case, Positive
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.points.sets import largest_shattered
from learncheck.strategies.samples.fitting import require_points

Point = tuple[int, ...]
Labelling = tuple[int, ...]


@dataclass(frozen=True)
class Ball:
    """{x : ‖x − v‖² <= r²}, with r² > 0."""

    center: Row
    radius_squared: Fraction

    def verify(self, points: Sequence[Point], labelling: Labelling) -> bool:
        """Whether the ball gives the labelling, with no point on its sphere."""
        return self.radius_squared > 0 and all(
            y * (self.radius_squared - distance_squared(self.center, x)) > 0
            for x, y in zip(points, labelling, strict=True)
        )


def distance_squared(v: Vector, x: Vector) -> Fraction:
    """‖x − v‖²."""
    return Fraction(sum((a - b) ** 2 for a, b in zip(v, x, strict=True)))


def lift(x: Point) -> Point:
    """φ(x) = (x, ‖x‖²)."""
    return (*x, sum(v * v for v in x))


def ball_labelling(points: Sequence[Point], labelling: Labelling) -> Ball | None:
    """A verified ball that gives the labelling; None where a verified dependence shows that there is none.

    Balls are the halfspaces ⟨u,x⟩ − s‖x‖² + c >= 0 with s > 0: of centre u/2s and r² = c/s + ‖u/2s‖².
    """
    d = len(points[0])
    if max(labelling) < 0:  # a small ball beyond all points
        beyond = max(x[0] for x in points) + 2
        ball = Ball((Fraction(beyond), *(Fraction(0),) * (d - 1)), Fraction(1))
    else:
        lifted = [*((*x, -sum(v * v for v in x), 1) for x in points), (0,) * d + (1, 0)]
        answer = separate(lifted, (*labelling, 1))
        if isinstance(answer, Dependence):
            confirmed(answer.verify(lifted, (*labelling, 1)), f"that no ball gives {points} the labels {labelling}")
            return None
        *u, s, c = answer.w
        center = tuple(v / (2 * s) for v in u)
        ball = Ball(center, c / s + inner(center, center))
    confirmed(ball.verify(points, labelling), f"that {ball} gives {points} the labels {labelling}")
    return ball


def ball_labellings(points: Sequence[Point]) -> dict[Labelling, Ball]:
    """All labellings of the points by balls, each with a ball."""
    found = {}
    for labelling in product((1, -1), repeat=len(points)):
        ball = ball_labelling(points, labelling)
        if ball is not None:
            found[labelling] = ball
    return found


@cache
def shattered_by_balls(points: tuple[Point, ...]) -> bool:
    """Whether balls shatter the points, with verified evidence for either answer."""
    return all(ball_labelling(points, labelling) is not None for labelling in product((1, -1), repeat=len(points)))


# ---- cases ----


class BallSet(Case, frozen=True, tag="ball-set"):
    """Points with integer coordinates, shape (m, d), all different."""

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        require_points(self.points)
        require(len(set(self.points)) == len(self.points), f"the points are {self.points}: name each of them once")

    def shattered(self) -> tuple[Point, ...]:
        """A largest subset that balls shatter."""
        return largest_shattered(self.points, shattered_by_balls)

    def simplex(self) -> tuple[Point, ...]:
        """The simplex in as many dimensions, which balls are shown to shatter."""
        corners = simplex(len(self.points[0]))
        confirmed(shattered_by_balls(corners), f"that balls shatter the points {corners}")
        return corners

    def labellings(self) -> int:
        """How many labellings balls give."""
        return len(ball_labellings(self.points))


def simplex(d: int) -> tuple[Point, ...]:
    """0, e_1, ..., e_d."""
    return ((0,) * d, *axes(d))


class LiftedBall(Case, frozen=True, tag="lifted-ball"):
    """A ball in R^d, of integer centre and r² > 0, and integer points."""

    center: Point
    radius_squared: Positive
    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        require(
            len(self.points) > 0 and {len(x) for x in self.points} == {len(self.center)} != {0},
            f"the points {self.points} and the centre {self.center}: give all as many coordinates, at least one",
        )

    def distances(self) -> list[Fraction]:
        """‖x − v‖² of each point."""
        return [distance_squared(self.center, x) for x in self.points]


def ball_sets(choices: Choices, *, dimension: int, more: int, largest: int) -> BallSet:
    """Up to `more` points more than balls shatter, in at most `dimension` dimensions, coordinates up to `largest`."""
    d = choices.integer(1, dimension)
    size = choices.integer(1, d + 1 + more)
    points = tuple(any_vector(choices, d, largest) for _ in range(size))
    return BallSet(tuple(dict.fromkeys(points)))


def small_ball_sets(choices: Choices, *, dimension: int, largest: int) -> BallSet:
    """All sets of d + 2 points: on the line at 0..2·largest, in the plane at 0..largest, in space at 0 and 1."""
    d = choices.integer(1, dimension)
    top = {1: 2 * largest, 2: largest}.get(d, 1)
    grid = list(product(range(top + 1), repeat=d))
    return BallSet(choices.subset(d + 2, grid))


def lifted_balls(choices: Choices, *, dimension: int, points: int, largest: int) -> LiftedBall:
    """Balls and points with coordinates of at most `largest` in absolute value. Shrinks to the unit ball at 0."""
    d = choices.integer(1, dimension)

    point = partial(any_vector, choices, d, largest)
    return LiftedBall(point(), choices.integer(1, d * largest**2), choices.many(point, least=1, most=points))


def small_lifted_balls(choices: Choices, *, largest: int) -> LiftedBall:
    """All balls in the plane with centres on the grid 0..largest, and all points of a larger grid."""
    grid = tuple(product(range(-1, largest + 2), repeat=2))
    center = (choices.integer(0, largest), choices.integer(0, largest))
    return LiftedBall(center, choices.integer(1, 2 * largest**2), grid)


def corners(d: int) -> BallSet:
    """The simplex and the point (2, ..., 2): d + 2 points."""
    return BallSet((*simplex(d), (2,) * d))


def on_a_moment_curve(m: int) -> BallSet:
    """m points (i, i²) of the plane, no four of which lie on a circle and no three on a line."""
    return BallSet(tuple((i, i * i) for i in range(m)))


def labelled_by_balls(choices: Choices, *, points: int, largest: int) -> BallSet:
    """At most `points` points of the line or the plane, coordinates 0..largest."""
    d = choices.integer(1, 2)
    return BallSet(choices.distinct(lambda: tuple(choices.integers(d, 0, largest)), most=points))


def small_labelled_by_balls(choices: Choices, *, points: int, largest: int) -> BallSet:
    """All sets of at most `points` points of the plane, coordinates 0..largest and 0, 1, 2."""
    grid = list(product(range(largest + 1), range(3)))
    return BallSet(choices.subset(choices.integer(1, points), grid))
