"""Proofs that must fail: those of the identities behind regression, made wrong in one place each."""

from changes import bound, fact, proof, using
from sympy import And, Eq, Rational, exp

from learncheck.theorems.language.lemmas import GROWTH, a
from learncheck.theorems.notes.halfspaces.least_squares import least
from learncheck.theorems.notes.halfspaces.likelihood import DISAGREE, falls_with_loss, logarithm_of_product
from learncheck.theorems.notes.halfspaces.logistic_loss import (
    IN_ORDER,
    Z_POSITIVE,
    loss,
    middle,
    p,
    phi,
    q,
    z,
)
from learncheck.theorems.notes.halfspaces.logistic_separable import WEAKLY_SEPARATED, before, beyond_w
from learncheck.theorems.notes.halfspaces.minimisers import (
    HAS_THE_LEAST,
    PENROSE,
    UNSOLVED,
    between,
    form_is_square,
    invertible,
    loss_hat,
    loss_splits,
    loss_v,
    loss_w,
    norm_any,
    norm_hat,
    projects,
    shorter,
    spanning,
)

WRONG_PROOFS = {
    "least-squares-minimisers": [
        ("half of what lies between", bound(And(Eq(loss_v, loss_w + between / 2), loss_w <= loss_v))),
        ("the other way", bound(And(Eq(loss_v, loss_w + between), loss_w >= loss_v))),
        ("Aw = 2b", fact(0, shows=lambda: loss_splits.shows(1))),
        ("nothing known", proof(using=(), lines={})),
        ("Aw = b dropped", proof(means={})),
    ],
    "least-squares-invertible": [
        ("the other way round", bound(Eq(invertible, 1 - spanning))),
        ("cᵀAc = 2‖Xc‖²", fact(0, shows=lambda: form_is_square.shows(2))),
        ("the first half dropped", using(1)),
        ("the second half dropped", using(0)),
    ],
    "least-squares-pseudoinverse": [
        ("longer than the others", bound(And(Eq(UNSOLVED, 0), Eq(PENROSE, 0), norm_hat >= norm_any))),
        ("half of the least loss", bound(And(Eq(UNSOLVED, 0), Eq(PENROSE, 0), Eq(2 * loss_hat, least)))),
        ("D in place of D⁺", fact(0, shows=lambda: projects.shows("D"))),
        ("the projection dropped", proof(using=(HAS_THE_LEAST, shorter), lines={})),
        ("the loss dropped", using(0, 2)),
    ],
    "logistic-symmetry": [
        ("1/(1 + e^(−z))", bound(Eq(1 - phi(z), 1 / (1 + exp(-z))))),
        ("φ ≥ ½", bound(And(Eq(1 - phi(z), 1 / (1 + exp(z))), phi(z) >= Rational(1, 2)))),
        ("φ < ½", bound(And(Eq(1 - phi(z), 1 / (1 + exp(z))), phi(z) < Rational(1, 2)))),
    ],
    "logistic-loss-convex": [
        ("1% less", bound(2 * loss(middle) <= (loss(p) + loss(q)) * Rational(99, 100))),
        ("concave", bound(2 * loss(middle) >= loss(p) + loss(q))),
        ("not in the middle", proof(assuming={})),
        ("a third of the way", proof(using=(GROWTH.at({a: 3 * middle - p - 2 * q}),))),
        ("without 1 + a ≤ e^a", proof(using=())),
        ("less is concluded", proof(concludes=(1 + exp(-middle)) ** 2 <= 2 * (1 + exp(-p)) * (1 + exp(-q)))),
    ],
    "logistic-like-a-halfspace": [
        ("half of e^(−z)", bound(1 - phi(z) < exp(-z) / 2)),
        ("any z", lambda claim: claim.without(Z_POSITIVE)),
        ("without 1 + z ≤ e^z", proof(using=())),
        ("φ(z) > 2/3", bound(phi(z) > Rational(2, 3))),
    ],
    "logistic-loss-monotone": [
        ("any two margins", lambda claim: claim.without(IN_ORDER)),
        ("the other way", bound(1 + exp(-p) <= 1 + exp(-q))),
        ("without 1 + a ≤ e^a", proof(using=())),
        ("the growth of p − q", proof(using=(GROWTH.at({a: p - q}),))),
        ("strictly", bound(1 + exp(-q) < 1 + exp(-p))),
    ],
    "logistic-likelihood": [
        ("one pair disagrees", bound(Eq(DISAGREE, 1))),
        ("the sum of the losses, not less it", fact(0, shows=lambda: logarithm_of_product.shows(1))),
        ("the likelihood grows", fact(1, shows=lambda: falls_with_loss.shows(1))),
        ("the product dropped", using(1)),
        ("the order dropped", using(0)),
    ],
    "logistic-erm-needs-noise": [
        ("half of the loss", bound(beyond_w < before / 2)),
        ("labels of no w", lambda claim: claim.without(WEAKLY_SEPARATED)),
        ("nothing known", proof(using=())),
    ],
}
