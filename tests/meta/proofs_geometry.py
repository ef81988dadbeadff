"""Proofs that must fail: those of cuts, of the volume's floor and of ellipsoids, made wrong in one place each."""

from changes import bound, fact, no_fact, proof, using, without
from mutants_geometry import ForgetsTheTwo, MovesTooFar
from sympy import And, Eq, Implies, Rational

from learncheck.learners.foils.ellipsoid import ForgetsEta
from learncheck.theorems.notes.halfspaces.ellipsoid import ON_THE_GRID, REALIZABLE
from learncheck.theorems.notes.halfspaces.ellipsoid_code import d
from learncheck.theorems.notes.halfspaces.ellipsoid_cuts import (
    A_MISTAKE,
    ALPHA,
    BETA,
    C2,
    F2,
    RIM,
    TOP,
    V2,
    N,
    half_is_contained,
    identity_holds,
    scatter_is_the_cut,
    updates,
)
from learncheck.theorems.notes.halfspaces.ellipsoid_floor import ROOM, UNIT, X, g, n
from learncheck.theorems.notes.halfspaces.ellipsoid_identities import (
    APART,
    BESIDE,
    delta,
    ellipsoids_agree,
    form_is_length,
    inner,
    lengths,
    volume,
)


def updated_by(learner):
    """The half cut, from another learner's own update."""
    return lambda claim: proof(using=(updates(learner), *claim.proof.using[1:]))(claim)


def containing(alpha, beta):
    """The half cut, with other multipliers."""
    identity = fact(1, shows=lambda: identity_holds.shows(alpha, beta))
    return lambda claim: fact(2, shows=lambda: half_is_contained.shows(alpha, beta))(identity(claim))


SETS = And(Eq(APART, 0), Eq(BESIDE, 0))

WRONG_PROOFS = {
    "ellipsoid-half-cut": [
        ("1% less than the least", bound(And(Eq(N, 0), V2 <= C2 * Rational(99, 100)))),
        ("something is not contained", bound(And(Eq(N, 1), Eq(V2, C2)))),
        ("no mistake", without(A_MISTAKE)),
        ("a smaller α", containing(ALPHA * d**2 / (d**2 + 1), BETA)),
        ("β without the 2", containing(ALPHA, BETA / 2)),
        ("a negative β", containing(ALPHA, -BETA)),
        ("a lighter top", fact(3, shows=lambda: scatter_is_the_cut.shows(TOP / 2, RIM))),
        ("a rim without the 2", fact(3, shows=lambda: scatter_is_the_cut.shows(TOP, 2 * RIM))),
        ("weights that add up otherwise", fact(3, shows=lambda: scatter_is_the_cut.shows(2 * TOP, 2 * RIM))),
        ("nothing contained", using(0, 3, 4)),
        ("nothing least", using(0, 1, 2)),
        ("a line too strong", proof(lines={"all else is larger": F2 >= 2 * C2})),
        ("a learner that cuts off too little", updated_by(ForgetsTheTwo)),
        ("a learner without the factor d²/(d²−1)", updated_by(ForgetsEta)),
        ("a learner that moves too far", updated_by(MovesTooFar)),
    ],
    "ellipsoid-volume-floor": [
        ("y⟨w*,x⟩ ≥ 2/n²", bound(And(Eq(N, 0), V2 >= n ** (-4 * d), g >= 2 / n**2))),
        ("1% more volume", bound(And(Eq(N, 0), V2 >= n ** (-4 * d) * Rational(101, 100), g >= 1 / n**2))),
        ("labels of no w*", without(REALIZABLE)),
        ("instances off the grid", without(ON_THE_GRID)),
        ("instances of any length", without(UNIT)),
        ("w* of any length", without(ROOM)),
        ("the ball dropped", using(1)),
        ("the volume dropped", using(0)),
        ("a ball whatever w* is", fact(0, relation=Implies(And(g * n**2 >= 2, X <= 1), Eq(N, 0)))),
    ],
    "ellipsoid-geometry": [
        ("1 − ⟨u,v⟩", bound(And(SETS, Eq(volume, lengths), Eq(delta, 1 - inner)))),
        ("the volume squared", bound(And(SETS, Eq(volume**2, lengths), Eq(delta, 1 + inner)))),
        ("M⁻¹ in place of M⁻²", fact(1, shows=lambda: form_is_length.shows(1))),
        ("DUᵀ in place of UDUᵀ", fact(0, shows=lambda: ellipsoids_agree.shows(lambda U, D: D * U.T))),
        ("UUD in place of UDUᵀ", fact(0, shows=lambda: ellipsoids_agree.shows(lambda U, D: U * U * D))),
        ("twice the inner product", fact(3, relation=Eq(delta, 1 + 2 * inner))),
        ("the sets dropped", no_fact(0)),
        ("the determinant dropped", no_fact(3)),
    ],
}
