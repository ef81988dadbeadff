"""Wrong proofs of how many mistakes Winnow can be made to make. None of them must go through."""

from changes import bound, proof, rounds, step, without
from sympy import And, Eq

from learncheck.theorems.language.step import Next
from learncheck_beyond import winnow_floor as floors
from learncheck_beyond.winnow_floor import M, P, R, W, k, n, p, q, r, w

WRONG_PROOFS = {
    "winnow-seesaw": [
        ("the bound is 1 more", bound(M - P >= 2 * (floors.BALANCE - W) / (n + 4) + 1)),
        ("n + 3 for n + 4", bound(M - P >= 2 * (floors.BALANCE - W) / (n + 3))),
        (
            "the first doubling adds nothing",
            step(floors.FIRST, And(Next(W) >= n - r, Eq(Next(R), r + 1), Eq(Next(P), 1))),
        ),
        (
            "a doubling adds 5 less",
            step(floors.DOUBLING, And(Next(W) >= W + n - (Next(R) - R) - 9, Eq(Next(P), P + 1))),
        ),
        ("a halving takes n", rounds("a halving", steps=(), holds={"it takes n": Next(W) >= W - n})),
        ("a halving doubles", rounds("a halving", holds={"P grows": Eq(Next(P), P + 1)})),
        ("the step of halvings is dropped", rounds("a halving", steps=())),
        ("no start", proof(start={M: 0, P: 0, W: 0, R: r})),
        ("any number of relevant variables", without(floors.FEW)),
        ("no invariant", proof(invariant={})),
    ],
    "winnow-mistakes-floor": [
        ("the floor and 1", bound(floors.FLOOR + 1 <= M)),
        ("nothing of what was halved", proof(steps=(floors.ENDS,))),
        ("it need not end", proof(steps=(floors.HALVED,))),
        ("they double k − 1 times", step(floors.ENDS, And(Eq(p, r * (k - 1)), Eq(q, r * 2**k), w <= n))),
        ("2n are left", step(floors.ENDS, And(Eq(p, r * k), Eq(q, r * 2**k), w <= 2 * n))),
        ("half of what was halved", step(floors.HALVED, M - p >= (floors.IN_THE_END - w) / (n + 4))),
    ],
}
