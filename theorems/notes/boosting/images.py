"""Integral images: two additions a pixel give all the features of Viola and Jones in at most 9 look-ups each.

An n × n image has (n(n+1)/2)² rectangles, and at most 4n⁴ features. Source: UML 10.4, Exercise 10.5.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, Self

import numpy as np
import sympy
from sympy import And, Eq

from learncheck.learners.arguments import require
from learncheck.strategies.play import operations
from learncheck.strategies.play.case import Case, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import Choices, up_to
from learncheck.strategies.samples.fitting import require_points
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always

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


def corner(integral: Image, i: int, j: int) -> int:
    """The sum of the pixels above row i and left of column j: one look-up, or none on the border."""
    return integral[i - 1][j - 1] if i and j else 0


def feature(integral: Image, kind: str, rectangle: Rectangle) -> int:
    """The feature of type A, B, C or D on the rectangle, from the integral image.

    A: right half minus left half. B: lower half minus upper half. C: middle third minus the outer two. D: the diagonal
    from the upper right minus the other. Each corner of the parts is looked up once: LOOK_UPS[kind] look-ups for a
    rectangle of any size. Raises ValueError if the mask does not fit.
    """
    rows, columns = _fitting(kind, rectangle)
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


def _sign(row: int, column: int) -> int:
    return 1 if (row + column) % 2 else -1


def _fitting(kind: str, rectangle: Rectangle) -> tuple[int, int]:
    require(kind in MASKS, f"kind = {kind!r}: give one of A, B, C, D")
    rows, columns = MASKS[kind]
    _, _, height, width = rectangle
    require(
        min(height, width) > 0 and height % rows == 0 and width % columns == 0,
        f"a feature of type {kind} has {rows} × {columns} equal parts, which {height} × {width} pixels do not have; "
        "give multiples",
    )
    return rows, columns


def pixel_feature(A: Image, kind: str, rectangle: Rectangle) -> int:
    """The feature by definition: each pixel of the rectangle is added or subtracted."""
    rows, columns = _fitting(kind, rectangle)
    top, left, height, width = rectangle
    return sum(
        _sign(i * rows // height, j * columns // width) * A[top + i][left + j]
        for i in range(height)
        for j in range(width)
    )


def rectangles(height: int, width: int) -> Iterator[Rectangle]:
    """Yield every axis-aligned rectangle of pixels in an image."""
    for top in range(height):
        for left in range(width):
            for h in range(1, height - top + 1):
                for w in range(1, width - left + 1):
                    yield top, left, h, w


def placements(kind: str, height: int, width: int) -> Iterator[Rectangle]:
    """The rectangles of an image that a feature of this type fits."""
    rows, columns = MASKS[kind]
    return (place for place in rectangles(height, width) if place[2] % rows == 0 and place[3] % columns == 0)


class CountedRow:
    """A row of an image that counts how often an entry is read."""

    def __init__(self, values: Sequence[int]) -> None:
        self.values = values
        self.reads = 0

    def __getitem__(self, j: int) -> int:
        self.reads += 1
        return self.values[j]


def counted_feature(integral: Image, kind: str, rectangle: Rectangle) -> tuple[int, int]:
    """The feature, and the number of entries of the integral image that were read for it."""
    rows = [CountedRow(row) for row in integral]
    value = feature(rows, kind, rectangle)  # type: ignore[arg-type]
    return value, sum(row.reads for row in rows)


def additions(A: Image) -> int:
    """The number of additions that `integral_image` makes."""
    count = operations.Count()
    integral_image(operations.counting(count)(np.array(A)).tolist())
    return count.operations


class ImageCheck(NamedTuple):
    """The numbers of wrong sums, of wrong features, of look-ups beyond the notes' count, and of additions."""

    wrong_sums: int
    wrong_features: int
    excess: int
    additions: int


class PixelImage(Case, frozen=True, tag="pixel-image"):
    """An image of integers, whose integral image and features are compared with sums over pixels."""

    pixels: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        require_points(self.pixels, "rows", "pixels")

    def play_alone(self) -> ImageCheck:
        A = self.pixels
        height, width = len(A), len(A[0])
        integral = integral_image(A)
        wrong_sums = sum(
            integral[i][j] != sum(A[k][x] for k in range(i + 1) for x in range(j + 1))
            for i in range(height)
            for j in range(width)
        )
        wrong_features, excess = 0, -max(LOOK_UPS.values())
        for kind in MASKS:
            for place in placements(kind, height, width):
                value, reads = counted_feature(integral, kind, place)
                wrong_features += value != pixel_feature(A, kind, place)
                excess = max(excess, reads - LOOK_UPS[kind])
        return ImageCheck(wrong_sums=wrong_sums, wrong_features=wrong_features, excess=excess, additions=additions(A))


def pixel_images(choices: Choices, *, size: int, brightest: int) -> PixelImage:
    """Images of at most size × size pixels, with values from -brightest to brightest. Shrinks to one pixel, 0."""
    height, width = choices.integer(1, size), choices.integer(1, size)
    return PixelImage(tuple(tuple(choices.integers(width, -brightest, brightest)) for _ in range(height)))


def unit_images(choices: Choices, *, size: int) -> PixelImage:
    """Every image with one bright pixel. Other images are linear combinations of these, and so are their features."""
    height, width = choices.integer(1, size), choices.integer(1, size)
    row, column = choices.integer(0, height - 1), choices.integer(0, width - 1)
    return PixelImage(tuple(tuple(int((i, j) == (row, column)) for j in range(width)) for i in range(height)))


S = quantity("S", "the entries of $I(A)$ that are no sum of pixels")
F = quantity("F", "the features from $I(A)$ that are not those from the pixels")
Q = quantity(
    "Q", "the most look-ups that a feature of type $A$, $B$, $C$ or $D$ takes beyond 6, 6, 8 and 9", integer=True
)
N = quantity("N", "the additions that $I(A)$ takes")
m = quantity("m", "the pixels of $A$")


def compared(trace: Trace[PixelImage, ImageCheck]) -> Values:
    """Measure S, F, Q, N and m."""
    facts = trace.facts
    return {
        S: facts.wrong_sums,
        F: facts.wrong_features,
        Q: facts.excess,
        N: facts.additions,
        m: len(trace.case.pixels) * len(trace.case.pixels[0]),
    }


INTEGRAL_IMAGE = Claim(
    "integral-image",
    r"$I(A)_{i,j}$, the sum of the $A_{i',j'}$ with $i' \le i$ and $j' \le j$, takes at most two additions a pixel, "
    "and every feature of the types A, B, C and D at most 6, 6, 8 and 9 look-ups in $I(A)$, whatever the rectangle is.",
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
    bound=And(N <= 2 * m, Q <= 0, Eq(S, 0), Eq(F, 0)),
    attained_by=lambda: [PixelImage(tuple(tuple(7 * i * i + 3 * i * j - j for j in range(8)) for i in range(8)))],
    remark="Both sides are linear in the image, so that the images of one bright pixel decide for all images of their "
    "size. At its border fewer look-ups suffice.",
)


class PlacesCounted(NamedTuple):
    """The numbers of rectangles and of features."""

    rectangles: int
    features: int


class ImageSize(Case, frozen=True, tag="image-size"):
    """An n × n image, whose rectangles and features are counted one by one."""

    n: Positive

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, PlacesCounted]:
        """Each round adds a row and a column; the state counts the rectangles, and the stretches of a row."""
        states = [{"n": n, "stretches": stretches(n), "rectangles": count_places(n)[0]} for n in range(1, self.n + 1)]
        return Trace(self, Rounds.of_nobody(states, range(2, self.n + 1)), PlacesCounted(*count_places(self.n)))


def stretches(n: int) -> int:
    """The number of contiguous stretches in a row of n places, counted one by one."""
    return sum(1 for last in range(n) for _ in range(last + 1))


@cache
def count_places(n: int) -> tuple[int, int]:
    """The numbers of rectangles and of features in an n × n image, counted one by one."""
    sizes = Counter((height, width) for _, _, height, width in rectangles(n, n))
    features = sum(
        count * sum(height % rows == 0 and width % columns == 0 for rows, columns in MASKS.values())
        for (height, width), count in sizes.items()
    )
    return sizes.total(), features


R = quantity("R", r"the rectangles in an $n \times n$ image")
n = quantity("n", "the side of the image")
C = quantity("C", "the features, of four types")

L = sympy.Symbol("L", nonnegative=True)
"""The number of intervals in a row of n places."""


def counted(trace: Trace[ImageSize, PlacesCounted]) -> Values:
    """Measure R, C and n."""
    return {R: trace.facts.rectangles, n: trace.case.n, C: trace.facts.features}


SIZES = Family(
    up_to(ImageSize, n=(1, "size")),
    extent="n = 1, ..., {size:n ≤ _}",
    search=dict(size=8),
    scout=dict(size=4),
    quick=dict(size=12),
    full=dict(size=24),
)

ENDS_THERE = Step(
    "of a row with a place more, $n + 1$ stretches more end in the new place", Eq(Next(L), L + Next(n)), always
)
TWO_STRETCHES = Step("a rectangle is a stretch of the rows and one of the columns", Eq(Next(R), Next(L) ** 2), always)

RECTANGLES = Claim(
    "rectangle-count",
    r"An $n \times n$ image has $(n(n+1)/2)^2$ rectangles, at most $n^4$: 90,000 of at most $24^4$ where $n = 24$.",
    sources=(UML("10.4"),),
    label="tight",
    cases=SIZES,
    measure=counted,
    bound=And(R <= n**4, Eq(R, (n * (n + 1) / 2) ** 2)),
    state=lambda state, values, trace: {R: state["rectangles"], L: state["stretches"], n: state["n"]},
    proof=Induction(
        start={n: 1, L: 1, R: 1},
        rounds={
            "a row and a column more": Transition(steps=(ENDS_THERE, TWO_STRETCHES), sets={n: n + 1}, when=always),
        },
        invariant={"$L = n(n+1)/2$": Eq(2 * L, n * (n + 1)), "$R = L^2$": Eq(R, L**2), r"$n \ge 1$": n >= 1},
        lines={r"$n(n+1)/2 \le n^2$": n * (n + 1) / 2 <= n**2},
        matched="every rectangle and every stretch is counted, one by one",
        reading="$24^4$ pairs of pixels are what the notes count.",
    ),
    attained_by=lambda: [ImageSize(1), ImageSize(24)],
    remark="$n^4$ is attained for $n = 1$ alone; at 24 the count is 0.27 of it.",
)

FEATURES = Claim(
    "viola-jones-count",
    r"There are at most $24^4\cdot4$ features of four types in a 24 $\times$ 24 image, and at most $4n^4$ in an "
    r"$n \times n$ image.",
    sources=(UML("10.4"),),
    cases=SIZES,
    measure=counted,
    bound=C <= 4 * n**4,
    attained_by=lambda: [ImageSize(24)],
    remark="134,736 where $n = 24$, against 1,327,104. With the masks of three parts on top of each other, 27,600 "
    "more, these are the 162,336 known from the literature. A mask fits where its parts consist of whole pixels.",
)
