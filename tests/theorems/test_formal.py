"""Formal numbers, vectors, rows and masks take nothing silently. What they compute is compared in every proof of code
with real rounds, and for each construct in test_allowed.py.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import sympy
from edits import edited

from learncheck import learners
from learncheck.learners import KernelPerceptron
from learncheck.oracle.prover.proof_text import summary, text
from learncheck.oracle.prover.prove import prove
from learncheck.theorems.formal.numbers import NotFormal, Real, paths
from learncheck.theorems.formal.rows import Mask, Point, PredictionTable, Row
from learncheck.theorems.formal.vector_runs import kernel_rounds, vector_rounds
from learncheck.theorems.formal.vectors import Space
from learncheck.theorems.notes.halfspaces.kernel_perceptron import MISTAKES, SEPARABLE
from learncheck.theorems.notes.halfspaces.separators import R2, M, a, b

p, q = sympy.symbols("p q", real=True)
P, Q = Real(p), Real(q)


def test_whether_a_comparison_holds_is_open_outside_of_paths() -> None:
    for ask in (bool, lambda truth: truth and 1, lambda truth: truth or 1, lambda truth: not truth):
        with pytest.raises(NotFormal, match="only a run under `paths` may ask"):
            ask(P > 0)
    with pytest.raises(NotFormal, match="only a run under"):
        _ = 0 < P < 1


def test_conditions_are_joined_without_dropping_one() -> None:
    assert ((P > 0) & (Q > 0)).relation == sympy.And(p > 0, q > 0)
    assert ((P > 0) | ~(Q > 0)).relation == sympy.Or(p > 0, q <= 0)
    for join in (lambda: (P > 0) & 1, lambda: (P > 0) == True):  # noqa: E712
        with pytest.raises(NotFormal):
            join()


def test_every_division_and_root_owes_that_it_is_defined() -> None:
    (path,) = paths(lambda: (P / Q) * Q)
    assert path.result.expression == p, "sympy cancels"
    assert path.owed == (sympy.Ne(q, 0),), "but the code divides by q"
    (path,) = paths(lambda: (P**0.5, Q**-1))
    assert path.owed == (p >= 0, sympy.Ne(q, 0))
    with pytest.raises(NotFormal, match="divides by 0"):
        list(paths(lambda: P / 0))


def test_a_vector_changed_in_place_is_changed_under_all_its_names() -> None:
    space = Space.of("u", "v")
    u = other = space.vector("u")
    u += space.vector("v")
    assert (other @ space.vector("v")).expression == space.product("u", "v") + space.product("v", "v")


U = Space.of("u").vector("u")
WEIGHTS = Row(sums={"on": p, "off": q})
INSTANCE = Row(values={"on": 1, "off": 0})
ALIVE = Mask({"on": p, "off": q})
POINT = Point()
TABLE = PredictionTable(POINT, {"on": 1, "off": -1})

REFUSED: list[Callable[[], Any]] = [
    lambda: float(P),
    lambda: int(P),
    lambda: [1, 2][P],  # type: ignore[call-overload]
    lambda: P + float("nan"),
    lambda: P * "2",
    lambda: P**Q,
    lambda: P // 2,
    lambda: np.sqrt(P),
    lambda: P + (P > 0),
    lambda: {P: 1},
    lambda: U[0],
    lambda: U + 1,
    lambda: U + np.ones(3),
    lambda: U * U,
    lambda: U.sum(),
    lambda: np.linalg.norm(U),
    lambda: len(U),
    lambda: bool(U),
    lambda: U == U,
    lambda: U @ Space.of("u").vector("u"),
    lambda: U @ Space({("u", "u"): p}).vector("v"),
    lambda: U @ np.ones(3),
    lambda: WEIGHTS + 1,
    lambda: WEIGHTS * WEIGHTS,
    lambda: WEIGHTS / WEIGHTS,
    lambda: WEIGHTS > 0,
    lambda: WEIGHTS**2,
    lambda: 1 / WEIGHTS,
    lambda: WEIGHTS * Row(values={"on": 1, "elsewhere": 0}),
    lambda: WEIGHTS[0],
    lambda: len(WEIGHTS),
    lambda: WEIGHTS.max(),
    lambda: INSTANCE.sum(),
    lambda: Row(values={"on": p, "off": 0}) == 1,
    lambda: INSTANCE & INSTANCE,
    lambda: ~INSTANCE,
    lambda: bool(INSTANCE),
    lambda: bool(INSTANCE == 1),
    lambda: np.exp(INSTANCE),
    lambda: len(ALIVE),
    lambda: bool(ALIVE),
    lambda: ALIVE & ALIVE,
    lambda: ALIVE == ALIVE,
    lambda: ALIVE[0],
    lambda: ~ALIVE,
    lambda: TABLE[0],
    lambda: TABLE[:, 0],
    lambda: TABLE[1:2, POINT],
    lambda: TABLE[ALIVE, 0],
]
"""What has no formal meaning, or asks for more than is known: entries, sizes, sums of squares."""


@pytest.mark.parametrize("use", REFUSED)
def test_what_is_not_known_is_refused(use: Callable[[], Any]) -> None:
    with pytest.raises((TypeError, AttributeError)):
        use()


def test_the_first_index_lies_in_any_block_that_has_one() -> None:
    results = [(path.result, path.comparisons[-1]) for path in paths(lambda: TABLE[ALIVE.argmax(), POINT])]
    assert results[:2] == [(1, p >= 1), (-1, q >= 1)]
    assert {answer for answer, _ in results[2:]} == {1, -1}, "an empty set has its first index anywhere"


# ---- rounds ----


def counting(answer: str) -> type:
    """The kernel Perceptron with another answer, by the number of its examples too."""
    count = "score, number = 0, 0\n        for x_i, y_i in self.mistakes:\n            number = number + 1"
    edits = ("score: float = 0", count), ("return sign(score)", f"return {answer}")
    return edited(KernelPerceptron.predict, f"Answers {answer}.", *edits)


KERNELS = {
    "an empty list": counting("sign(score) if number > 0 else 1"),
    "the sixtieth example": counting("sign(score) if number != 60 else -1"),
    "the last example": counting("sign(score * y_i)"),
    "its examples in a sum": edited(
        KernelPerceptron.predict, "Looks.", ("self.kernel(x_i, x)", "self.kernel(x_i, x if self.mistakes else x_i)")
    ),
    "the sizes of its answers": edited(
        KernelPerceptron.predict, "Sizes.", ("self.kernel(x_i, x)", "abs(self.kernel(x_i, x))")
    ),
    "the sum of its labels": edited(
        KernelPerceptron.predict, "Labels.", ("self.kernel(x_i, x)", "self.kernel(x_i + x, x)")
    ),
    "the last example of another loop": edited(
        KernelPerceptron.predict,
        "Last.",
        (
            "        for x_i",
            "        for u, v in self.mistakes:\n            score += v * self.kernel(u, x)\n        for x_i",
        ),
        ("self.kernel(x_i, x)", "self.kernel(x_i, u)"),
    ),
    "a sum of cubes": edited(KernelPerceptron.predict, "Cubes.", ("self.kernel(x_i, x)", "self.kernel(x_i, x) ** 3")),
}


@pytest.mark.parametrize("what", KERNELS)
def test_a_kernel_learner_reads_no_more_of_its_examples_than_their_image(what: str) -> None:
    rounds = kernel_rounds(lambda w, target: {p: w @ w}).rounds
    assert list(rounds(KernelPerceptron))
    with pytest.raises(NotFormal, match="not in the language"):
        list(rounds(KERNELS[what]))


def test_a_proof_of_an_author_about_kernels_says_from_which_states_it_is_run() -> None:
    theirs = prove(replace(MISTAKES, id="kernels-of-an-author", proof=replace(MISTAKES.proof, code=kernel_code)))
    assert theirs.grade == "proved-from-assumptions", summary(theirs)
    (covered,) = (line for line in text(theirs) if "run on formal quantities" in line)
    assert "for any kernel" in covered
    assert "from any examples" in covered


def kernel_code() -> Any:
    return kernel_rounds(
        lambda w, target: {a: target @ w, b: w @ w},
        assuming=lambda round: {SEPARABLE: round.label * (round.target @ round.x) >= 1},
        means=lambda round: {"R is the greatest length": round.x @ round.x <= R2},
        counts=M,
    )


def test_a_prediction_that_is_no_label_is_refused() -> None:
    class Margin(learners.Perceptron):
        def predict(self, x: Any) -> Any:
            return self.w @ x

    with pytest.raises(NotFormal, match="not a label"):
        list(vector_rounds(lambda w, target: {p: w @ w}).rounds(Margin))


def test_relations_about_a_round_are_relations() -> None:
    run = vector_rounds(lambda w, target: {p: w @ w}, means=lambda round_: {"x": True})  # type: ignore[dict-item]
    with pytest.raises(NotFormal, match="no relation of formal quantities"):
        list(run.rounds(learners.Perceptron))
