"""Wrong proofs of the count of rectangles."""

from learncheck.theorems.images import R, n
from proofs_weak_learning import Change, bound, proof
from sympy import And, Eq, Rational

COUNT = Eq(R, (n * (n + 1) / 2) ** 2)

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "rectangle-count": [
        ("n³", bound(And(R <= n**3, COUNT))),
        ("1% less", bound(And(R <= Rational(99, 100) * n**4, COUNT))),
        ("any n", proof(means={"a row has as many places as two of its n + 1 ends": COUNT})),
        ("n ≥ 1/2", proof(means={"a row has as many places as two of its n + 1 ends": COUNT, "n ≥ 1": 2 * n >= 1})),
        ("the count is dropped", proof(means={"n ≥ 1": n >= 1})),
        ("ordered pairs", proof(means={"a row has as many places": Eq(R, (n * (n + 1)) ** 2), "n ≥ 1": n >= 1})),
    ],
}
