"""Wrong variants of the claims on integral images."""

from typing import Any

from changes import bound, other
from sympy import And, Eq, sqrt

from learncheck.strategies.play.case import Trace
from learncheck.theorems.language.claim import Values
from learncheck.theorems.notes.boosting.images import (
    F,
    N,
    O,
    Q,
    S,
    compared,
    corner,
    feature,
    integral_image,
    m,
    pixel_feature,
    placements,
)
from learncheck.theorems.notes.boosting.rectangle_counts import C, R, n


def comparing(wrong: Any) -> Any:
    """The claim on another way to calculate the features of type A."""

    def measure(trace: Trace) -> Values:
        A = trace.case.pixels
        integral = integral_image(A)
        places = placements("A", len(A), len(A[0]))
        return {**compared(trace), F: sum(wrong(integral, place) != pixel_feature(A, "A", place) for place in places)}

    return other(measure=measure)


def swapped(integral: Any, rectangle: Any) -> Any:
    """The left half less the right one."""
    return -feature(integral, "A", rectangle)


def added(integral: Any, rectangle: Any) -> Any:
    """Both halves together."""
    top, left, height, width = rectangle
    (a, b), (c, d) = ([corner(integral, i, j) for j in (left, left + width)] for i in (top, top + height))
    return d - b - c + a


def shifted(integral: Any, rectangle: Any) -> Any:
    """The rectangle one pixel to the left, where there is one."""
    top, left, height, width = rectangle
    return feature(integral, "A", (top, max(left - 1, 0), height, width))


def sums_anew(A: Any) -> Any:
    """Sums all pixels above and left of each one."""
    return [[sum(A[k][x] for k in range(i + 1) for x in range(j + 1)) for j in range(len(A[0]))] for i in range(len(A))]


MUTANTS = {
    "integral-image": [
        ("one addition a pixel", bound(And(m >= N, Q <= 0, Eq(S, 0), Eq(F, 0)))),
        ("O(√m)", bound(N <= 10 * sqrt(m))),
        ("one look-up fewer", bound(And(N <= 2 * m, Q <= -1, Eq(S, 0), Eq(F, 0)))),
        ("a feature costs less than its look-ups", bound(O <= 9)),
        ("sums anew", other(measure=lambda trace: compared(trace, sums_anew))),
        ("the halves change places", comparing(swapped)),
        ("the halves are added", comparing(added)),
        ("one pixel to the left", comparing(shifted)),
    ],
    "rectangle-count": [
        ("n³", bound(R <= n**3)),
        ("a rectangle has two pixels a side at least", bound(Eq(R, (n * (n - 1) / 2) ** 2))),
    ],
    "viola-jones-count": [
        ("n⁴/10", bound(C <= n**4 / 10)),
        ("as many as rectangles", bound(C <= (n * (n + 1) / 2) ** 2)),
    ],
}
