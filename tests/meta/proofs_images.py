"""Wrong proofs of the count of rectangles."""

from changes import Change, bound, proof, rounds, step
from sympy import And, Eq, Rational

from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.boosting.rectangle_counts import ENDS_THERE, TWO_STRETCHES, L, R, n

COUNT = Eq(R, (n * (n + 1) / 2) ** 2)

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "rectangle-count": [
        ("n³", bound(And(R <= n**3, COUNT))),
        ("1% less", bound(And(R <= Rational(99, 100) * n**4, COUNT))),
        ("n stretches more", step(ENDS_THERE, Eq(Next(L), L + n))),
        ("at least so many more", step(ENDS_THERE, Next(L) >= L + Next(n))),
        ("ordered stretches", step(TWO_STRETCHES, Eq(Next(R), 2 * Next(L) ** 2))),
        ("squares alone", step(TWO_STRETCHES, Eq(Next(R), Next(L)))),
        ("the first step dropped", rounds(steps=(TWO_STRETCHES,))),
        ("the second step dropped", rounds(steps=(ENDS_THERE,))),
        ("it starts without a pixel", proof(start={n: 0, L: 0, R: 0})),
        ("it starts with two rectangles", proof(start={n: 1, L: 1, R: 2})),
        ("two rows at once", rounds(sets={n: n + 2})),
    ]
}
