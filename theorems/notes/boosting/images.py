"""Integral images: how they give the features of Viola and Jones, and the number of these features."""

import sympy
from sympy import And, Eq

from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import up_to
from learncheck.strategies.samples import images
from learncheck.strategies.samples.images import ImageCheck, ImageSize, PixelImage, PlacesCounted
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always

S = quantity("S", "the entries of $I(A)$ that are no sum of pixels")
F = quantity("F", "the features from $I(A)$ that are not those from the pixels")
Q = quantity(
    "Q", "the most look-ups that a feature of type $A$, $B$, $C$ or $D$ takes beyond 6, 6, 8 and 9", integer=True
)
N = quantity("N", "the additions that $I(A)$ takes")
m = quantity("m", "the pixels of $A$")


def compared(trace: Trace[PixelImage, ImageCheck]) -> Values:
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
        images.pixel_images,
        exhaust=images.unit_images,
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

R = quantity("R", r"the rectangles in an $n \times n$ image")
n = quantity("n", "the side of the image")
C = quantity("C", "the features, of four types")

L = sympy.Symbol("L", nonnegative=True)
"""The number of intervals in a row of n places."""


def counted(trace: Trace[ImageSize, PlacesCounted]) -> Values:
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
