"""Proofs that must fail: those of the claims on Perceptron, made wrong in one place each."""

from changes import bound, fact, learner, no_step, part, proof, rounds, start, without
from sympy import And, Eq, Or, Rational

from learncheck.learners.foils.perceptron import (
    EveryRound,
    HalfAStep,
    LastMistake,
    StartsElsewhere,
    StaysAtZero,
    TurnsAway,
    TwoSteps,
    WithoutLabel,
)
from learncheck.theorems.language.step import Next
from learncheck.theorems.language.trusted import cauchy_schwarz
from learncheck.theorems.notes.halfspaces import perceptron_margins, perceptron_spiral
from learncheck.theorems.notes.halfspaces.perceptron_hinge import L, loss
from learncheck.theorems.notes.halfspaces.perceptron_spiral import MU, SPIRAL, T, step_back
from learncheck.theorems.notes.halfspaces.separators import (
    B2,
    R2,
    SEPARABLE,
    W2,
    X2,
    M,
    a,
    b,
    gamma,
    gamma2,
    least,
    m,
    rho2,
)


def step_on(symbol, claim):
    """The first step of the proof about the symbol."""
    steps = claim.proof.rounds[next(iter(claim.proof.rounds))].steps
    return next(step for step in steps if step.relation.has(symbol))


def step(symbol, relation):
    """The claim with this relation in the first step about the symbol."""
    return lambda claim: claim.with_step(step_on(symbol, claim), relation)


def without_step(symbol):
    """The proof without the first step about the symbol."""
    return lambda claim: no_step(step_on(symbol, claim), "a mistake")(claim)


def uncounted(claim):
    """The proof in which a mistake is not counted."""
    return rounds("a mistake", sets={**claim.proof.rounds["a mistake"].sets, M: M})(claim)


def wrong(most, progress, growth, length, more):
    """What all these proofs fail for: `most` mistakes, steps of `progress` and `growth`, the squared `length` of w*."""
    return [
        ("1% less", bound(M <= most * Rational(99, 100))),
        ("a strict bound", bound(M < most)),
        ("the first step dropped", without_step(a)),
        ("the second step dropped", without_step(b)),
        ("the first step's sign turned", step(a, Next(a) <= a + progress)),
        ("a first step that the code does not make", step(a, Next(a) >= a + 2 * progress + 1)),
        ("a second step that the code does not make", step(b, Next(b) <= b + growth / 2)),
        ("a mistake at the start", proof(start={**more, M: 1, a: 0, b: 0})),
        ("a length at the start", proof(start={**more, M: 0, a: 0, b: 1})),
        ("a mistake that is not counted", uncounted),
        ("no Cauchy–Schwarz", proof(using=())),
        ("Cauchy–Schwarz with twice the length", proof(using=(cauchy_schwarz(a, 2 * length, b),))),
        ("half a step", learner(HalfAStep)),
        ("two steps", learner(TwoSteps)),
        ("a learner without the label", learner(WithoutLabel)),
        ("an update in every round", learner(EveryRound)),
        ("no update at a tie", learner(StaysAtZero)),
        ("a learner that starts elsewhere", learner(StartsElsewhere)),
    ]


ROOM = next(words for words in perceptron_spiral.TIGHT_IN_3D.proof.invariant if words.startswith("if T < m"))


def room(back):
    """The proof in which the next example of a spiral is a step back by so much."""
    return part("invariant", ROOM, Or(Eq(T, 0), T > m - 1, back**2 <= (b - T**2) * (m - 1 + 2 * MU)))


def stepped_back(relation):
    """The proof in which a step back is said to be so."""
    stated = step_back.stated
    return fact(0, relation=stated.func(stated.args[0], relation))


WRONG_PROOFS = {
    "perceptron-tight-in-3d": [
        ("a mistake more", bound(And(M >= m + 1, R2 * B2 < m + 1))),
        ("(RB)² ≤ m", bound(And(M >= m, R2 * B2 <= m))),
        ("any examples", without(SPIRAL)),
        ("longer examples", proof(assuming={SPIRAL: And(R2 <= m + 1, B2 <= 1)})),
        ("a mistake at the start", start({M: 1})),
        ("another number of examples", proof(ends={"there are more": Eq(T, m + 1)})),
        ("nothing is said of the number of examples", proof(ends={})),
        ("steps back by 1 more", room(T + 1)),
        ("a step back that is too short", stepped_back(Eq(perceptron_spiral.u**2, perceptron_spiral.length))),
        ("2m are added to b", rounds(holds={"to a": Eq(Next(a), a + 1), "to b": Next(b) >= b + 2 * m})),
        ("a round that may be right", rounds(sets={M: M, T: T + 1})),
        ("half a step", learner(HalfAStep)),
        ("two steps", learner(TwoSteps)),
        ("a learner without the label", learner(WithoutLabel)),
        ("no update at a tie", learner(StaysAtZero)),
        ("a learner that starts elsewhere", learner(StartsElsewhere)),
    ],
    "perceptron-mistakes": [
        *wrong(R2 * B2, 1, R2, B2, {}),
        ("not separable", without(SEPARABLE)),
        ("without R", bound(M <= B2)),
        ("a learner that turns away", learner(TurnsAway)),
        ("a learner that remembers one mistake", learner(LastMistake)),
    ],
    "perceptron-margin": [
        *wrong(1 / gamma**2, gamma, Rational(1), W2, {}),
        ("1/γ in place of 1/γ²", bound(M <= 1 / gamma)),
        ("w* of any length", without(perceptron_margins.UNIT_TARGET)),
        ("instances of any length", without(perceptron_margins.UNIT_BALL)),
        ("labels that are not w*'s", without(perceptron_margins.A_MARGIN)),
    ],
    "perceptron-margin-general": [
        *wrong(W2 * X2 / gamma**2, gamma, X2, W2, {}),
        ("without ‖x‖", bound(M <= W2 / gamma**2)),
        ("labels that are not w*'s", without(perceptron_margins.A_MARGIN)),
    ],
    "perceptron-margin-separation": [
        *wrong(R2 / gamma2, 1, R2, W2, {}),
        ("a margin below 1", without(perceptron_margins.SEPARATES_BY_ONE)),
        ("any γ", proof(means={})),
    ],
    "perceptron-margin-distance": [
        *wrong(R2 / rho2, least, R2, W2, {}),
        ("a negative margin", without(perceptron_margins.LINEAR_SEPARABLE)),
        ("any ρ", proof(means={})),
    ],
    "perceptron-hinge": [
        *wrong(R2 * W2 + 2 * L, 1 - loss, R2, W2, {L: 0}),
        ("without the loss", bound(M <= R2 * W2)),
        ("the loss once", bound(M <= R2 * W2 + L)),
        ("1 whatever the loss", step(a, Next(a) >= a + 1)),
        ("some loss at the start", proof(start={M: 0, L: 1, a: 0, b: 0})),
    ],
}
