"""Wrong variants of the claims on balls."""

from typing import Any

from changes import Change, bound, other
from sympy import And, Eq

from learncheck.theorems.notes.vc.balls import D, S, above, d, lifted_halfspace, r2, sides


def halfspace(wrong: Any) -> Change:
    """The claim with another halfspace for a ball."""
    return other(measure=lambda trace: sides(trace, wrong))


MUTANTS = {
    "balls-are-lifted-halfspaces": [
        ("w = (v, −1)", halfspace(lambda v, r2: ((*v, -1), r2 - sum(a * a for a in v)))),
        ("b = r²", halfspace(lambda v, r2: ((*(2 * a for a in v), -1), r2))),
        ("balls without their sphere", halfspace(lambda v, r2: lifted_halfspace(v, r2 - 1))),
        ("half of it", bound(Eq(2 * above, r2 - D))),
    ],
    "vc-balls": [("at most d", bound(And(S >= d, S <= d))), ("at least d + 2", bound(And(S >= d + 2, S <= d + 2)))],
}
