"""Proofs that must fail: those of the claims on the Ellipsoid learner, made wrong in one place each."""

from dataclasses import replace

from changes import bound, edited, learner, proof, rounds, start, step, without
from mutants_geometry import ForgetsTheTwo, MovesTooFar, ShrinksTooMuch
from sympy import Eq, Rational, Symbol, exp, log

from learncheck.learners import Ellipsoid
from learncheck.learners.foils.ellipsoid import ForgetsEta
from learncheck.theorems.language import lemmas
from learncheck.theorems.language.step import Next
from learncheck.theorems.language.trusted import matrix_determinant
from learncheck.theorems.notes.halfspaces import ellipsoid
from learncheck.theorems.notes.halfspaces.ellipsoid import V2, M, d, n, q2, uv
from learncheck.theorems.notes.halfspaces.ellipsoid_mistakes import LOSES_VOLUME
from learncheck.theorems.notes.halfspaces.ellipsoid_version_space import Q

Never = edited(Ellipsoid.update, "Never cuts.", ("self.predict(x) != y", "False"))
InEveryRound = edited(Ellipsoid.update, "Cuts as if every round were a mistake.", ("self.predict(x) != y", "True"))
StartsWithTwo = edited(Ellipsoid.__init__, "Starts with a larger ball.", ("np.eye", "2 * np.eye"))


LEMMA = matrix_determinant(ellipsoid.delta, uv)


def also_named(symbol, term, relation):
    """The claim with another bound, and a name for a term in it."""
    return lambda claim: proof(names={**claim.proof.names, symbol: term})(claim.with_bound(relation))


def cut_by(learner):
    """The volume reduction from another learner's own update."""
    return lambda claim: replace(claim, proof=ellipsoid.shrinks_by(learner))


def only_given(name):
    """The proof with one of the two hypotheses of a mistake."""
    return lambda claim: rounds("a mistake", assuming={name: claim.proof.rounds["a mistake"].assuming[name]})(claim)


faster = Symbol("f")
MOST = d * (2 * d + 2) * log(d * n**2 + 1)

WRONG_PROOFS = {
    "ellipsoid-contains-version-space": [
        ("a little inside", bound(Q <= Rational(9, 10))),
        ("a start outside", start({Q: 2})),
        ("any labels", without(ellipsoid.REALIZABLE)),
        ("any d", proof(means={})),
        ("nothing is known of a cut", rounds("a mistake", holds={})),
        ("a mistake leaves more inside than there was", rounds("a mistake", holds={"less": Next(Q) <= Q / 2})),
        ("a learner that cuts off too much", learner(ShrinksTooMuch)),
        ("a learner without the factor d²/(d²−1)", learner(ForgetsEta)),
        ("a learner that moves too far", learner(MovesTooFar)),
        ("a learner that cuts in every round", learner(InEveryRound)),
        ("a learner that starts elsewhere", learner(StartsWithTwo)),
    ],
    "ellipsoid-volume-bound": [
        ("e^(−1/(2d−2))", also_named(faster, exp(-1 / (d - 1)), ellipsoid.ratio2 <= exp(-1 / (d - 1)))),
        ("1% less", bound(ellipsoid.ratio2 <= exp(-1 / (d + 1)) * Rational(99, 100))),
        ("the lemma dropped", proof(using=())),
        ("d ≥ 1", proof(means={"d ≥ 1": d >= 1})),
        ("any d", proof(means={})),
        (
            "a lemma with e^(−2/(d+1))",
            lambda claim: replace(
                claim.with_bound(ellipsoid.ratio2 <= exp(-2 / (d + 1))),
                proof=replace(
                    claim.proof,
                    names={ellipsoid.power: ellipsoid.eta_d, ellipsoid.shrinking: exp(-2 / (d + 1))},
                    using=(ellipsoid.shrinking_by(ellipsoid.ratio2, exp(-2 / (d + 1))).at({lemmas.d: d}),),
                ),
            ),
        ),
        (
            "a lemma with 1 − 1/(d+1)",
            proof(
                using=(
                    ellipsoid.shrinking_by(ellipsoid.eta_d * (1 - 1 / (d + 1)), exp(-1 / (d + 1))).at({lemmas.d: d}),
                )
            ),
        ),
    ],
    "ellipsoid-volume-ratio": [
        ("1 − 1/(d+1)", bound(Eq(q2, ellipsoid.eta_d * (1 - 1 / (d + 1))))),
        ("1% less", bound(Eq(q2, ellipsoid.ratio2 * Rational(99, 100)))),
        ("the factor dropped", proof(steps=(ellipsoid.INNER,))),
        ("the inner product dropped", proof(steps=(ellipsoid.FACTOR,))),
        ("the inner product's sign turned", step(ellipsoid.INNER, Eq(uv, 2 / (d + 1)))),
        ("the factor without det(I + uvᵀ)", step(ellipsoid.FACTOR, Eq(q2, ellipsoid.eta_d))),
        ("without the determinant lemma", proof(using=())),
        ("the lemma with a minus", proof(using=(matrix_determinant(ellipsoid.delta, -uv),))),
        ("twice the inner product", proof(using=(replace(LEMMA, relation=Eq(ellipsoid.delta, 1 + 2 * uv)),))),
        ("a wrong line", proof(lines={"q²": Eq(q2, ellipsoid.eta_d)})),
    ],
    "ellipsoid-volume-shrinks": [
        ("e^(−1/(2d−2))", also_named(faster, exp(-1 / (d - 1)), q2 <= exp(-1 / (d - 1)))),
        ("1% less", bound(q2 <= exp(-1 / (d + 1)) * Rational(99, 100))),
        ("a learner that cuts off too little", cut_by(ForgetsTheTwo)),
        ("a learner without the factor d²/(d²−1)", cut_by(ForgetsEta)),
        ("a learner that never cuts", cut_by(Never)),
        ("the learner's update dropped", proof(using=(matrix_determinant(ellipsoid.delta, uv),), lines={})),
        (
            "the determinant lemma dropped",
            lambda claim: proof(using=(ellipsoid.updates_of(Ellipsoid), claim.proof.using[2]))(claim),
        ),
        ("the lemma dropped", proof(using=(ellipsoid.updates_of(Ellipsoid), matrix_determinant(ellipsoid.delta, uv)))),
        ("any d", proof(means={})),
    ],
    "ellipsoid-mistakes": [
        ("one mistake less", bound(M <= MOST - 1)),
        ("1% less", bound(M <= MOST * Rational(99, 100))),
        ("the printed bound", bound(M <= 2 * d * (2 * d + 2) * log(n))),
        ("the shrinking dropped", rounds("a mistake", steps=())),
        ("no shrinking", step(LOSES_VOLUME, Next(V2) <= V2)),
        ("the ball dropped", rounds("a mistake", using=())),
        ("labels of no w*", lambda claim: claim.without(ellipsoid.REALIZABLE)),
        ("instances off the grid", lambda claim: claim.without(ellipsoid.ON_THE_GRID)),
        ("realizable alone", only_given(ellipsoid.REALIZABLE)),
        ("the grid alone", only_given(ellipsoid.ON_THE_GRID)),
        ("a larger ball at the start", proof(start={M: 0, V2: 2})),
        ("a mistake at the start", proof(start={M: 1, V2: 1})),
        ("a mistake that is not counted", rounds("a mistake", sets={M: M})),
        ("no lemma at the start", proof(using=())),
        ("a learner that cuts off too little", learner(ForgetsTheTwo)),
        ("a learner that never cuts", learner(Never)),
        ("a learner that cuts in every round", learner(InEveryRound)),
        ("a learner that starts with a larger ball", learner(StartsWithTwo)),
    ],
}
