"""A correction of PLA moves w towards w_f, but does not always reduce the angle: LIN, More about PLA."""

from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from sympy import And, Eq, Symbol, sqrt

from learncheck.exact.separation import inner
from learncheck.learners import Perceptron
from learncheck.strategies.play.case import Round, Trace
from learncheck.theorems.language.claim import LIN, UML, Claim, Values, quantity
from learncheck.theorems.language.proof import Induction, Transition
from learncheck.theorems.language.step import Next, Step
from learncheck.theorems.notes.halfspaces.perceptron_margins import (
    DISTANCE,
    LINEAR_SEPARABLE,
    at_a_distance,
    axes_target,
    family_of_targets,
    measures_of_distance,
)
from learncheck.theorems.notes.halfspaces.separators import (
    FREE,
    R2,
    W2,
    M,
    a,
    b,
    exact,
    least,
    least_margin,
    rho2,
    rounds_of_code,
    target,
    towards_target,
    weights,
)

gain = Symbol("gain", real=True)
"""The amount that a round adds to y⟨w,x⟩, the margin of its own example."""


def gain_of(round: Round, values: Values, trace: Trace) -> Values:
    before, after = weights(round.before, trace), weights(round.after, trace)
    x = exact(round.instance)
    return {gain: round.label * (inner(after, x) - inner(before, x))}


def measures_of_alignment(trace: Trace) -> Values:
    """Measure T (as M), R², ρ², ‖w_f‖², μ, and a and b of the final weights. Raises NotExposed."""
    w = weights(trace.rounds.last_state, trace)
    aim = target(trace)
    return {**measures_of_distance(trace), a: inner(aim, w), b: inner(w, w)}


CORRECTS = Step(r"a correction does not lower $y\langle w,x\rangle$ on its own example", gain >= 0)

ALIGNS = Step(
    r"a correction adds to $a = \langle w_f,w\rangle$, at least $\min y\langle w_f,x\rangle$", Next(a) >= a + least
)

ALIGNS_STRICTLY = Step(r"a correction raises $a = \langle w_f,w\rangle$", Next(a) > a)

GROWS_SLOWLY = Step(r"a correction adds at most $\max\|x\|^2$ to $b = \|w\|^2$", Next(b) <= b + R2)


ALIGNMENT = Claim(
    "perceptron-alignment",
    r"If $w_f$ separates the data with $\rho = \min y\langle w_f,x\rangle/\|w_f\| > 0$, after $T$ corrections the "
    r"cosine of $w_f$ and $w_T$ is at least $\sqrt{T}\cdot\rho/R$: "
    r"$\langle w_f,w_T\rangle R \ge \sqrt{T}\cdot\rho\|w_f\|\|w_T\|$.",
    sources=(LIN("PLA Fact: w_t Gets More Aligned with w_f"), LIN("PLA Fact: w_t Does Not Grow Too Fast")),
    label="tight",
    learner=Perceptron,
    cases=family_of_targets(fine=2),
    assuming=(LINEAR_SEPARABLE,),
    measure=measures_of_alignment,
    bound=a * sqrt(R2) >= sqrt(M * rho2) * sqrt(W2 * b),
    watch=("w",),
    needs_state=True,
    state=towards_target,
    during=gain_of,
    proof=Induction(
        assuming={LINEAR_SEPARABLE: And(least > 0, R2 > 0)},
        means=DISTANCE,
        start={M: 0, a: 0, b: 0},
        rounds={
            "a mistake": Transition(
                steps=(CORRECTS, ALIGNS, ALIGNS_STRICTLY, GROWS_SLOWLY),
                holds={"a square is not negative": Next(b) >= 0},
                sets={M: M + 1},
            ),
            "no mistake": Transition(keeps=(M, a, b)),
        },
        invariant={
            r"$T$ corrections add $T\mu$ to a": M * least <= a,
            "$T$ corrections add no more than $TR^2$ to $b$": b <= M * R2,
            "$b$ is a square": b >= 0,
        },
        lines={
            r"$a^2 \ge T^2\mu^2$": a**2 >= M**2 * least**2,
            r"$T^2\mu^2R^2 \ge T\mu^2\|w_T\|^2$": M**2 * least**2 * R2 >= M * least**2 * b,
            r"$a^2R^2 \ge T\rho^2\|w_f\|^2\|w_T\|^2$": a**2 * R2 >= M * rho2 * W2 * b,
        },
        code=lambda: rounds_of_code(
            means=at_a_distance,
            during=lambda round: {gain: round.label * (round.after @ round.x) - round.label * (round.before @ round.x)},
        ),
        reading=r"The cosine of $w_f$ and $w_T$ is $a/(\|w_f\|\|w_T\|)$. It is at most 1, so that $T \le R^2/\rho^2$.",
    ),
    attained_by=lambda: map(axes_target, (1, 2, 5, 20)),
    remark=r"$M$ stands for the notes' $T$. Attained by $e_1$, ..., $e_m$ and $w_f = (1, \dots, 1)$, where both "
    r"sides are 1 in the end. A correction need not make the example right: it only raises $y\langle "
    r"w,x\rangle$, by $\|x\|^2$.",
)

fallen = quantity("F", "the corrections after which the cosine of $w_f$ and $w$ is less than before")

turned = quantity("G", r"the least that a correction adds to $\langle w_f,w\rangle$", real=True)


def after_corrections(trace: Trace) -> list[Any]:
    """Return w after each correction. Raises NotExposed if it is not exposed."""
    return [weights(round.after, trace) for round in trace.rounds if round.mistake]


def falls_of_the_cosine(trace: Trace) -> Values:
    """Measure F by the squares of the cosines, which fall exactly when the cosines do, as ⟨w_f,w⟩ > 0."""
    aim = target(trace)
    sides = [(inner(aim, w) ** 2, inner(w, w)) for w in after_corrections(trace)]
    return {fallen: sum(a2 * b < a1 * b2 for (a1, b), (a2, b2) in pairwise(sides))}


def gains_along_the_target(trace: Trace) -> Values:
    """Measure G, which is μ if there was no correction, and μ."""
    aim, smallest = target(trace), least_margin(trace)
    along = [Fraction(0), *(inner(aim, w) for w in after_corrections(trace))]
    return {turned: min((after - before for before, after in pairwise(along)), default=smallest), least: smallest}


about_the_angle = partial(Claim, learner=Perceptron, watch=("w",), judged=False, needs_state=True)
"""A claim about the angle of w to the target's, which the mistakes alone do not show."""

MORE_ALIGNED_AS_PRINTED = about_the_angle(
    "perceptron-more-aligned-as-printed",
    "If $w_f$ separates the data, $w_t$ gets more and more aligned with $w_f$: no correction lowers the cosine of "
    "$w_f$ and $w_t$.",
    sources=(LIN("PLA Fact: w_t Gets More Aligned with w_f"), LIN("More about PLA")),
    cases=family_of_targets(fine=2),
    assuming=(LINEAR_SEPARABLE,),
    measure=falls_of_the_cosine,
    bound=fallen <= 0,
    flaw="The inner product with $w_f$ rises, and the length is to be bounded: “really?”, the notes add. A "
    "correction may turn $w$ away from $w_f$ all the same; what rises is the lower bound "
    r"$\sqrt{T}\cdot\rho/R$ of the cosine. Two corrections are the fewest, since the first starts from $w = "
    "0$.",
    worked=(
        "Take w_f = (3, 1) and two customers, x = (1, 1) and x = (1, −2), both approved. The first correction gives "
        "w = (1, 1), with the squared cosine 4²/(10·2) = 4/5.",
        "Of x = (1, −2) the score is −1. The second gives w = (2, −1), with 5²/(10·5) = 1/2.",
        "So the cosine fell {F} time, and the notes say that it rises with each correction.",
    ),
)

MORE_ALIGNED = about_the_angle(
    "perceptron-more-aligned",
    r"If $w_f$ separates the data, each correction raises $\langle w_f,w\rangle$ by at least "
    r"$\mu = \min y\langle w_f,x\rangle > 0$.",
    sources=(LIN("PLA Fact: w_t Gets More Aligned with w_f"),),
    label="tight",
    cases=family_of_targets(fine=2),
    assuming=(LINEAR_SEPARABLE,),
    measure=gains_along_the_target,
    bound=And(turned >= least, turned > 0),
    attained_by=lambda: map(axes_target, (1, 2, 5, 20)),
    repairs="perceptron-more-aligned-as-printed",
    remark=r"The correction adds $y\langle w_f,x\rangle$. What becomes of the cosine is perceptron-alignment: "
    r"after $T$ corrections it is at least $\sqrt{T}\cdot\rho/R$, though it may fall in between.",
)

greatest = quantity(
    "D_max", r"the greatest difference between what a correction adds to $y\langle w,x\rangle$ and $\|x\|^2$"
)


def away_from_square(trace: Trace) -> Values:
    mistakes = [(round, exact(round.instance)) for round in trace.rounds if round.mistake]
    off = (abs(gain_of(round, {}, trace)[gain] - inner(x, x)) for round, x in mistakes)
    return {greatest: max(off, default=0)}


CORRECTION = about_the_angle(
    "perceptron-correction",
    "An update makes the weights more correct on their example: "
    r"$y\langle w′,x\rangle = y\langle w,x\rangle + \|x\|^2$.",
    sources=(UML("9.1.2"), LIN("Fun Time after PLA")),
    cases=FREE,
    measure=away_from_square,
    bound=Eq(greatest, 0),
    remark=r"More correct is not correct: $y\langle w',x\rangle$ may still be negative. Submissions that scale "
    "their weights round them; perceptron-conforms judges these.",
)
