"""The notes' example of a cut: the unit ball, cut along the first axis."""

from sympy import And, Eq, Rational

from learncheck.learners import Ellipsoid
from learncheck.strategies.play.case import Trace
from learncheck.strategies.play.choices import Choices
from learncheck.theorems.language.claim import LEC, Claim, Family, Values, as_printed, quantity
from learncheck.theorems.notes.halfspaces.ellipsoid_cuts import HalfCut

ALONG_THE_FIRST_AXIS = HalfCut(((1, 0), (0, 1)), (0, 0), 1, (1, 0), 1)


def worked_example(choices: Choices) -> HalfCut:
    """The first round of the notes' example: x = (1, 0), y = 1."""
    return ALONG_THE_FIRST_AXIS


A11 = quantity("A_11", "the entry of $A_2$", real=True)
A12 = quantity("A_12", "the entry of $A_2$", real=True)
A22 = quantity("A_22", "the entry of $A_2$", real=True)
w1 = quantity("w_1", "the first coordinate of $w_2$", real=True)
w2 = quantity("w_2", "the second coordinate of $w_2$", real=True)


def second_state(trace: Trace) -> Values:
    after = trace.rounds[0].after
    (a, b), (_, c) = after["A"]
    return {A11: a, A12: b, A22: c, w1: after["w"][0], w2: after["w"][1]}


EXAMPLE = Claim(
    "ellipsoid-half-cut-example",
    "For $x_1 = (1, 0)$ and $y_1 = 1$ the Ellipsoid learner has $w_2 = (1/3, 0)$ and "
    r"$A_2 = \operatorname{diag}(4/9, 4/3)$.",
    sources=(LEC("Intuition"),),
    kind="identity",
    learner=Ellipsoid,
    cases=Family(
        worked_example, search={}, scout={}, exhaust=worked_example, quick={}, full={}, extent="the one example"
    ),
    measure=second_state,
    bound=And(Eq(A11, Rational(4, 9)), Eq(A22, Rational(4, 3)), Eq(A12, 0), Eq(w1, Rational(1, 3)), Eq(w2, 0)),
    watch=("w", "A"),
    attained_by=lambda: [ALONG_THE_FIRST_AXIS],
    repairs="ellipsoid-half-cut-example-as-printed",
    judged=False,
    remark="Computed by the learner in exact arithmetic; ellipsoid-half-cut proves that this update makes the "
    "least ellipsoid around the half ball.",
)

EXAMPLE_AS_PRINTED = as_printed(
    EXAMPLE,
    "For $x_1 = (1, 0)$ and $y_1 = 1$ the Ellipsoid learner has $w_2 = (1/3, 0)$ and "
    r"$A_2 = \operatorname{diag}(4/3, 4/9)$.",
    bound=And(Eq(A11, Rational(4, 3)), Eq(A22, Rational(4, 9)), Eq(A12, 0), Eq(w1, Rational(1, 3)), Eq(w2, 0)),
    flaw="The diagonal is the wrong way round. The cut shortens $E$ along $x_1$, so with $E = E(A^{1/2}, w)$ it "
    "is $A_{11}$ that shrinks to 4/9; the ellipsoid with the printed $A_2$ around $w_2$ does not even "
    "contain the point (0, 1) of the half.",
    worked=(
        "Take d = 2, A_1 = I and x_1 = (1, 0): then A_1x_1 = (1, 0) and x_1ᵀA_1x_1 = 1.",
        "The update is A_2 = 4/3·(I − 2/3·diag(1, 0)) = diag({A_11}, {A_22}), and w_2 = ({w_1}, {w_2}).",
        "The notes give diag(4/3, 4/9). For v = (0, 1) it gives (v−w_2)ᵀA_2⁻¹(v−w_2) = 1/12 + 9/4 > 1.",
    ),
)
