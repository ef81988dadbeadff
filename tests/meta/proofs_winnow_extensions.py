"""Wrong proofs about Winnow with the factor 1 + ε. None of them must go through."""

from collections.abc import Callable
from dataclasses import replace

from changes import (
    Change,
    bound,
    edited,
    joined,
    learner,
    no_invariant,
    no_kind,
    no_step,
    proof,
    start,
    step,
    using,
    without,
)
from mutants_winnow_extensions import NeverDemotes, NeverLearns, NeverPromotes, ScalesEverything
from sympy import And, Eq, Rational, log

from learncheck.learners import WinnowKOfR
from learncheck.theorems.language.derivations import Derivation
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.winnow import halfspaces, margins
from learncheck.theorems.notes.winnow.followed import (
    NO_MISTAKE,
    NOT_NEGATIVE,
    ON_NEGATIVE,
    ON_POSITIVE,
    M,
    W,
    negative,
    positive,
    r,
)
from learncheck.theorems.notes.winnow.halfspaces import N, w0
from learncheck.theorems.notes.winnow.k_of_r import K_OF_R, MAJORITY, NOTES_STEP, SIZES, STEPS, k, n, u
from learncheck.theorems.notes.winnow.margins import MARGIN, OURS, STEPS_BY_MARGIN, g
from learncheck.theorems.notes.winnow.orders import derived, order
from learncheck.theorems.notes.winnow.targets import OFF, ON, D, eps, first_half

HalfTheThreshold = edited(WinnowKOfR.predict, "Predicts + from n/2 on.", ("self.n", "self.n / 2"))
EveryRound = edited(WinnowKOfR.update, "Updates whether it erred or not.", ("self.predict(x) != y", "True"))
WithoutLabel = edited(WinnowKOfR.update, "Multiplies on every mistake.", (" if y == 1 else self.w / factor", ""))
Subtracts = edited(
    WinnowKOfR.update,
    "Multiplies by 1 − 2ε in the place of dividing, which can leave weights negative.",
    ("/ factor", "* (1 - 2 * self.epsilon * x)"),
)
StartsWithTwo = edited(WinnowKOfR.__init__, "All weights are 2.", ("np.ones", "2 * np.ones"))


def derivation(change: Callable[[Derivation], Derivation]) -> Change:
    """A wrong derivation in the place of that for ε = γ/(w₀* − γ)."""

    wrong = change(margins.TUNED).at(OURS)
    return lambda claim: proof(using=(*claim.proof.using[:3], wrong, *claim.proof.using[4:]))(claim)


def from_nothing(derivation: Derivation) -> Derivation:
    """The last line follows from nothing."""
    return replace(derivation, lines={"from nothing": (derivation.concludes, ())})


def from_what_is_not_there(derivation: Derivation) -> Derivation:
    """The last line follows from itself."""
    last = list(derivation.lines)[-1]
    return replace(derivation, lines={last: (derivation.concludes, (last,))})


COMMON_LEARNERS = [
    ("threshold n/2", learner(HalfTheThreshold)),
    ("an update in every round", learner(EveryRound)),
    ("multiplies on every mistake", learner(WithoutLabel)),
    ("scales everything", learner(ScalesEverything)),
    ("starts with 2", learner(StartsWithTwo)),
]
HIGHEST = 1 + log(n) / log(1 + eps)

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "winnow-k-of-r-relevant-weights": [
        ("1% less", bound(first_half(K_OF_R).lhs <= Rational(99, 100) * r * HIGHEST)),
        ("without the 1", bound(first_half(K_OF_R).lhs <= r * (HIGHEST - 1))),
        ("any labels", without(MAJORITY)),
        ("k + 1 are raised", step(STEPS.raises, Next(D) >= D + k + 1)),
        ("k − 2 are lowered", step(STEPS.lowers, Next(D) >= D - (k - 2))),
        ("at most n", step(STEPS.never_above, Next(u) <= n)),
        ("raising is dropped", no_step(STEPS.raises, ON_POSITIVE + OFF)),
        ("lowering is dropped", no_step(STEPS.lowers, ON_NEGATIVE + ON)),
        ("rounds without a mistake are no kind", no_kind(NO_MISTAKE)),
        ("the weight starts with 2", start({u: 2})),
        ("a mistake has been made", start({positive: 1})),
        ("log(1 + ε) may be anything", using(0)),
        ("the counts do not add up", using(1)),
        ("never learns", learner(NeverLearns)),
        *COMMON_LEARNERS[1:],
    ],
    "winnow-k-of-r-total-weight": [
        ("1% less", bound(eps * n * negative / (1 + eps) <= Rational(99, 100) * (n + eps * n * positive))),
        ("strict", bound(eps * n * negative / (1 + eps) < n + eps * n * positive)),
        ("εn/2 is added", step(STEPS.adds, Next(W) <= W + eps * n / 2)),
        ("εn is taken", step(STEPS.takes, Next(W) <= W - eps * n)),
        ("not negative is dropped", no_step(NOT_NEGATIVE, ON_NEGATIVE)),
        ("adding is dropped", no_step(STEPS.adds, ON_POSITIVE)),
        ("taking is dropped", no_step(STEPS.takes, ON_NEGATIVE)),
        ("it starts with 2n", start({W: 2 * n})),
        ("it starts with n/2", start({W: n / 2})),
        ("the total weight may be negative", no_invariant("W ≥ 0")),
        ("never demotes", learner(NeverDemotes)),
        ("weights become negative", learner(Subtracts)),
        *COMMON_LEARNERS,
    ],
    "winnow-k-of-r-combined": [
        ("without the second term", bound((k - (k - 1) * (1 + eps)) * positive <= r * HIGHEST)),
        ("k for the factor", bound(k * positive <= r * HIGHEST + (k - 1) * (1 + eps) / eps)),
        ("any labels", without(MAJORITY)),
        ("any sizes", without(SIZES)),
        ("raising is dropped", no_step(STEPS.raises, ON_POSITIVE + ON)),
        ("the total weight is not bounded", no_invariant("(1 + ε)W ≤ (1 + ε)(n + εnM₊) − εnM₋")),
        ("never promotes", learner(NeverPromotes)),
    ],
    "winnow-k-of-r": [
        ("3 for 4", bound(And(positive <= order(K_OF_R), negative <= 8 * order(K_OF_R)))),
        ("any step", without(NOTES_STEP)),
        ("any labels", without(MAJORITY)),
        ("any sizes", without(SIZES)),
        ("ε = 1/(k − 1)", joined(assuming={NOTES_STEP: And(k >= 2, Eq(eps * (k - 1), 1))})),
        ("never demotes", learner(NeverDemotes)),
    ],
    "winnow-halfspaces": [
        ("no mistake", bound(M <= 0)),
        ("lowering is dropped", no_step(halfspaces.STEPS.lowers, ON_NEGATIVE + ON)),
        ("not negative is dropped", no_step(NOT_NEGATIVE, ON_NEGATIVE + OFF)),
        ("any labels", without(halfspaces.HALFSPACE)),
        ("w₀* + 1 are raised", step(halfspaces.STEPS.raises, Next(D) >= D + w0 + 1)),
        ("n variables", step(halfspaces.STEPS.never_above, Next(u) <= (1 + eps) * n)),
        ("the weights start with n in all", start({W: n})),
        ("never promotes", learner(NeverPromotes)),
    ],
    "winnow-margin": [
        ("no mistake", bound(M <= 0)),
        ("lowering is dropped", no_step(STEPS_BY_MARGIN.lowers, ON_NEGATIVE + ON)),
        ("taking is dropped", no_step(STEPS_BY_MARGIN.takes, ON_NEGATIVE + OFF)),
        ("γ for γ²", bound(M <= 4 * r**2 * (1 + log(N)) / g)),
        ("any margin", without(MARGIN)),
        ("w₀* + 2γ are raised", step(STEPS_BY_MARGIN.raises, Next(D) >= D + w0 + 2 * g)),
        ("a derivation from nothing", derivation(from_nothing)),
        ("a derivation in a circle", derivation(from_what_is_not_there)),
        ("never demotes", learner(NeverDemotes)),
    ],
}

assert len(derived(K_OF_R)) == 1  # `using` counts on the facts' order
