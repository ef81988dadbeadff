"""An n × n image has (n(n+1)/2)² rectangles, at most n⁴, and at most 4n⁴ features of four types.

Source: UML 10.4.
"""

from collections import Counter
from functools import cache
from typing import Self

import sympy
from sympy import And, Eq

from learncheck.strategies.play.case import Case, Make, Positive, Rounds, Trace
from learncheck.strategies.play.choices import up_to
from learncheck.theorems.language.claim import UML, Claim, Family, Values, quantity
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step, always
from learncheck.theorems.notes.boosting.images import MASKS, rectangles

R = quantity("R", r"the rectangles in an $n \times n$ image")
n = quantity("n", "the side of the image")
C = quantity("C", "the features, of four types")

L = sympy.Symbol("L", nonnegative=True)
"""The number of intervals in a row of n places."""


class ImageSize(Case, frozen=True, tag="image-size"):
    """An n × n image, whose rectangles and features are counted one by one."""

    n: Positive

    def play(self, make: Make | None, watch: tuple[str, ...] = ()) -> Trace[Self, None]:
        """Each round adds a row and a column; the state counts the rectangles, and the stretches of a row."""
        states = [{"n": n, "stretches": stretches(n), "rectangles": count_places(n)[0]} for n in range(1, self.n + 1)]
        return Trace(self, Rounds.of_nobody(states, range(2, self.n + 1)))


def counted(trace: Trace[ImageSize, None]) -> Values:
    """Measure R, C and n."""
    rectangles, features = count_places(trace.case.n)
    return {R: rectangles, n: trace.case.n, C: features}


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
