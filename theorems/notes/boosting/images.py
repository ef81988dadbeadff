"""Integral images: two additions a pixel give all the features of Viola and Jones in at most 9 look-ups each.

Source: UML 10.4, Exercise 10.5.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from sympy import And, Eq

from learncheck.strategies.play import operations
from learncheck.strategies.play.case import Case, Trace
from learncheck.strategies.play.choices import Choices
from learncheck.strategies.samples.fitting import require_points
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity

S = quantity("S", "the entries of $I(A)$ that are no sum of pixels")
F = quantity("F", "the features from $I(A)$ that are not those from the pixels")
Q = quantity(
    "Q", "the most look-ups that a feature of type $A$, $B$, $C$ or $D$ takes beyond 6, 6, 8 and 9", integer=True
)
N = quantity("N", "the additions that $I(A)$ takes")
O = quantity("O", "the operations on the most expensive feature")  # noqa: E741
m = quantity("m", "the pixels of $A$")


class PixelImage(Case, frozen=True, tag="pixel-image"):
    """An image of integers. There is nothing to play."""

    pixels: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        require_points(self.pixels, "rows", "pixels")


def pixel_images(choices: Choices, *, size: int, brightest: int) -> PixelImage:
    """Images of at most size × size pixels, with values from -brightest to brightest. Shrinks to one pixel, 0."""
    height, width = choices.integer(1, size), choices.integer(1, size)
    return PixelImage(tuple(tuple(choices.integers(width, -brightest, brightest)) for _ in range(height)))


def unit_images(choices: Choices, *, size: int) -> PixelImage:
    """Every image with one bright pixel. Other images are linear combinations of these, and so are their features."""
    height, width = choices.integer(1, size), choices.integer(1, size)
    row, column = choices.integer(0, height - 1), choices.integer(0, width - 1)
    return PixelImage(tuple(tuple(int((i, j) == (row, column)) for j in range(width)) for i in range(height)))


def compared(trace: Trace[PixelImage, None], sums: "Callable[[Image], list[list[int]]] | None" = None) -> Values:
    """Measure S, F, Q, N, O and m, with the integral image from `sums`: by default from `integral_image`."""
    A = trace.case.pixels
    height, width = len(A), len(A[0])
    count = operations.Count()
    integral = (sums or integral_image)(operations.counting(count)(np.array(A)).tolist())
    additions = count.operations
    wrong_sums = sum(
        operations.plain(integral[i][j]) != sum(A[k][x] for k in range(i + 1) for x in range(j + 1))
        for i in range(height)
        for j in range(width)
    )
    wrong_features, excess, dearest = 0, -max(LOOK_UPS.values()), 0
    for kind in MASKS:
        for place in placements(kind, height, width):
            count.reset()
            rows = [CountedRow(row) for row in integral]
            value = operations.plain(feature(rows, kind, place))  # type: ignore[arg-type]
            dearest = max(dearest, count.operations)
            wrong_features += value != pixel_feature(A, kind, place)
            excess = max(excess, sum(row.reads for row in rows) - LOOK_UPS[kind])
    return {S: wrong_sums, F: wrong_features, Q: excess, N: additions, O: dearest, m: height * width}


INTEGRAL_IMAGE = Claim(
    "integral-image",
    r"$I(A)_{i,j}$, the sum of the $A_{i',j'}$ with $i' \le i$ and $j' \le j$, takes at most two additions a pixel, "
    "and every feature of the types A, B, C and D at most 6, 6, 8 and 9 look-ups in $I(A)$ and 20 operations, whatever "
    "the rectangle is.",
    sources=(UML("10.4"), UML("Exercise 10.5")),
    kind="batch",
    label="exact",
    cases=Family(
        pixel_images,
        exhaust=unit_images,
        extent="all images of one bright pixel with sides up to {size:sides ≤ _}",
        search=dict(size=3, brightest=3),
        scout=dict(size=4, brightest=255),
        quick=dict(size=4),
        full=dict(size=5),
    ),
    measure=compared,
    bound=And(N <= 2 * m, O <= 20, Q <= 0, Eq(S, 0), Eq(F, 0)),
    attained_by=lambda: [PixelImage(tuple(tuple(7 * i * i + 3 * i * j - j for j in range(8)) for i in range(8)))],
    remark="Both sides are linear in the image, so that the images of one bright pixel decide for all images of their "
    "size. At its border fewer look-ups suffice.",
)

Image = Sequence[Sequence[int]]
"""Rows of pixels, of equal length. They may be numbers that count the operations on them."""
Rectangle = tuple[int, int, int, int]

MASKS = {"A": (1, 2), "B": (2, 1), "C": (1, 3), "D": (2, 2)}
"""The rows and columns of parts in the four types of features. Neighbouring parts have opposite signs."""

LOOK_UPS = {"A": 6, "B": 6, "C": 8, "D": 9}
"""The number of corners of the parts, (rows + 1)(columns + 1), since parts share corners."""


def integral_image(A: Image) -> list[list[int]]:
    """I(A): entry (i, j) is the sum of the A_{i',j'} with i' ≤ i and j' ≤ j. Makes two additions per pixel.

    A: rows of equal length, at least 1. Returns rows of the same shape.
    """
    integral: list[list[int]] = []
    for i, row in enumerate(A):
        total = 0
        sums = []
        for j, pixel in enumerate(row):
            total = total + pixel
            sums.append(total + integral[i - 1][j] if i else total)
        integral.append(sums)
    return integral


def feature(integral: Image, kind: str, rectangle: Rectangle) -> int:
    """The feature of type A, B, C or D on the rectangle, from the integral image.

    A: right half minus left half. B: lower half minus upper half. C: middle third minus the outer two. D: the diagonal
    from the upper right minus the other. Each corner of the parts is looked up once: LOOK_UPS[kind] look-ups for a
    rectangle of any size that the mask fits.
    """
    rows, columns = MASKS[kind]
    top, left, height, width = rectangle
    corners = [
        [corner(integral, top + r * height // rows, left + c * width // columns) for c in range(columns + 1)]
        for r in range(rows + 1)
    ]
    return sum(
        _sign(r, c) * (corners[r + 1][c + 1] - corners[r][c + 1] - corners[r + 1][c] + corners[r][c])
        for r in range(rows)
        for c in range(columns)
    )


def corner(integral: Image, i: int, j: int) -> int:
    """The sum of the pixels above row i and left of column j: one look-up, or none on the border."""
    return integral[i - 1][j - 1] if i and j else 0


def _sign(row: int, column: int) -> int:
    return 1 if (row + column) % 2 else -1


class CountedRow:
    """A row of an image that counts how often an entry is read."""

    def __init__(self, values: Sequence[int]) -> None:
        self.values = values
        self.reads = 0

    def __getitem__(self, j: int) -> int:
        self.reads += 1
        return self.values[j]


def pixel_feature(A: Image, kind: str, rectangle: Rectangle) -> int:
    """The feature by definition: each pixel of the rectangle is added or subtracted."""
    rows, columns = MASKS[kind]
    top, left, height, width = rectangle
    return sum(
        _sign(i * rows // height, j * columns // width) * A[top + i][left + j]
        for i in range(height)
        for j in range(width)
    )


def placements(kind: str, height: int, width: int) -> Iterator[Rectangle]:
    """The rectangles of an image that a feature of this type fits."""
    rows, columns = MASKS[kind]
    return (place for place in rectangles(height, width) if place[2] % rows == 0 and place[3] % columns == 0)


def rectangles(height: int, width: int) -> Iterator[Rectangle]:
    """Yield every axis-aligned rectangle of pixels in an image."""
    for top in range(height):
        for left in range(width):
            for h in range(1, height - top + 1):
                for w in range(1, width - left + 1):
                    yield top, left, h, w
