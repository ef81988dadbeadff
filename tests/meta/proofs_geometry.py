"""Proofs that must fail: those of cuts, of the volume's floor and of ellipsoids, made wrong in one place each."""

from dataclasses import replace

from changes import bound, proof, without
from mutants_geometry import ForgetsTheTwo, MovesTooFar
from sympy import And, Eq, Implies, Rational

from learncheck.learners.foils.ellipsoid import ForgetsEta
from learncheck.theorems.language.trusted import matrix_determinant
from learncheck.theorems.notes.halfspaces.ellipsoid import ON_THE_GRID, REALIZABLE
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
    contained,
    d,
    least,
    n,
    updates,
)
from learncheck.theorems.notes.halfspaces.ellipsoid_floor import BALL_IS_LESS, BALL_STAYS, ROOM, UNIT, X, g
from learncheck.theorems.notes.halfspaces.ellipsoid_identities import (
    APART,
    BESIDE,
    delta,
    ellipsoids_agree,
    form_is_length,
    geometry_facts,
    inner,
    lengths,
    volume,
)


def updated_by(learner):
    """The half cut, from another learner's own update."""
    return proof(using=(updates(learner), *contained(), *least()))


TWICE = replace(geometry_facts()[3], shows=lambda: matrix_determinant.shows(2))


def geometry(**parts):
    """The identities with one of their proofs changed."""
    return proof(using=geometry_facts(**parts))


SETS = And(Eq(APART, 0), Eq(BESIDE, 0))

WRONG_PROOFS = {
    "ellipsoid-half-cut": [
        ("1% less than the least", bound(And(Eq(N, 0), V2 <= C2 * Rational(99, 100)))),
        ("something is not contained", bound(And(Eq(N, 1), Eq(V2, C2)))),
        ("no mistake", without(A_MISTAKE)),
        ("a smaller α", proof(using=(*contained(ALPHA * d**2 / (d**2 + 1), BETA), *least()))),
        ("β without the 2", proof(using=(*contained(ALPHA, BETA / 2), *least()))),
        ("a negative β", proof(using=(*contained(ALPHA, -BETA), *least()))),
        ("a lighter top", proof(using=(*contained(), *least(TOP / 2, RIM)))),
        ("a rim without the 2", proof(using=(*contained(), *least(TOP, 2 * RIM)))),
        ("weights that add up otherwise", proof(using=(*contained(), *least(2 * TOP, 2 * RIM)))),
        ("nothing contained", proof(using=least())),
        ("nothing least", proof(using=contained())),
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
        ("the ball dropped", proof(using=(BALL_IS_LESS,))),
        ("the volume dropped", proof(using=(BALL_STAYS,))),
        (
            "a ball whatever w* is",
            proof(using=(replace(BALL_STAYS, relation=Implies(And(g * n**2 >= 2, X <= 1), Eq(N, 0))), BALL_IS_LESS)),
        ),
    ],
    "ellipsoid-geometry": [
        ("1 − ⟨u,v⟩", bound(And(SETS, Eq(volume, lengths), Eq(delta, 1 - inner)))),
        ("the volume squared", bound(And(SETS, Eq(volume**2, lengths), Eq(delta, 1 + inner)))),
        ("M⁻¹ in place of M⁻²", geometry(form=lambda: form_is_length(1))),
        ("DUᵀ in place of UDUᵀ", geometry(sets=lambda: ellipsoids_agree(lambda U, D: D * U.T))),
        ("UUD in place of UDUᵀ", geometry(sets=lambda: ellipsoids_agree(lambda U, D: U * U * D))),
        ("rows less twice the last", proof(using=(*geometry_facts()[:3], TWICE))),
        ("the sets dropped", proof(using=geometry_facts()[1:])),
        ("the determinant dropped", proof(using=geometry_facts()[:3])),
    ],
}
