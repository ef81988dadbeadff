"""Wrong variants of the claims about Winnow with the factor 1 + ε: k out of r, halfspaces, margins."""

from changes import alone, bound, edited, learner, step, without
from sympy import And, Rational, log

from learncheck.learners import WinnowKOfR
from learncheck.theorems.language.step import Next, always, on_negative_mistake, on_positive_mistake
from learncheck.theorems.notes.winnow import halfspaces
from learncheck.theorems.notes.winnow.followed import NOT_NEGATIVE, M, W, n, negative, positive, r, u
from learncheck.theorems.notes.winnow.halfspaces import STEP, TRUE_SOMEWHERE, N, w0
from learncheck.theorems.notes.winnow.k_of_r import K_OF_R, MAJORITY, SIZES, STEPS, k
from learncheck.theorems.notes.winnow.margins import MARGIN, STEPS_BY_MARGIN, WITHIN, g
from learncheck.theorems.notes.winnow.orders import order
from learncheck.theorems.notes.winnow.targets import D, eps, first_half

NeverDemotes = edited(WinnowKOfR.update, "Learns from positive examples only.", ("if self", "if y == 1 and self"))
NeverPromotes = edited(WinnowKOfR.update, "Learns from negative examples only.", ("if self", "if y == -1 and self"))
ScalesEverything = edited(WinnowKOfR.update, "Scales all weights.", ("self.epsilon * x", "self.epsilon"))
NeverLearns = edited(WinnowKOfR.update, "Keeps its weights.", ("self.predict(x) != y", "False"))


EIGHT_FIVE = first_half(K_OF_R)
EIGHT_SIX = eps * n * negative / (1 + eps)
ORDER = order(K_OF_R)
HALF_STEP = 1 + log(n) / log(1 + eps)

MUTANTS = {
    "winnow-k-of-r-relevant-weights": [
        ("without the 1", alone(bound(EIGHT_FIVE.lhs <= r * log(n) / log(1 + eps)))),
        ("r is free", alone(bound(EIGHT_FIVE.lhs <= HALF_STEP))),
        ("negative mistakes cost nothing", alone(bound(k * positive <= r * HALF_STEP))),
        ("any labels", without(MAJORITY)),
        ("k + 1 are raised", step(STEPS.raises, Next(D) >= D + k + 1, on_positive_mistake)),
        ("none is lowered", step(STEPS.lowers, Next(D) >= D, on_negative_mistake)),
        ("at most n", step(STEPS.never_above, Next(u) <= n, always)),
        ("scales everything", learner(ScalesEverything)),
        ("never learns", learner(NeverLearns)),
    ],
    "winnow-k-of-r-total-weight": [
        ("without the first n", alone(bound(EIGHT_SIX <= eps * n * positive))),
        ("without 1 + ε", alone(bound(eps * n * negative <= n + eps * n * positive / 2))),
        ("εn/2 is added", step(STEPS.adds, Next(W) <= W + eps * n / 2, on_positive_mistake)),
        ("εn is taken", step(STEPS.takes, Next(W) <= W - eps * n, on_negative_mistake)),
        ("the total weight is at least n", step(NOT_NEGATIVE, Next(W) >= n, always)),
        ("never demotes", learner(NeverDemotes)),
        ("never learns", learner(NeverLearns)),
    ],
    "winnow-k-of-r-combined": [
        ("without the second term", bound((k - (k - 1) * (1 + eps)) * positive <= r * (HALF_STEP - 1))),
        ("any labels", without(MAJORITY)),
        ("any k", without(SIZES)),
        ("never promotes", learner(NeverPromotes)),
        ("scales everything", learner(ScalesEverything)),
    ],
    "winnow-k-of-r": [
        ("a quarter", bound(And(positive <= ORDER, negative <= 2 * ORDER))),
        ("without k and r", bound(And(positive <= 4 * (1 + log(n)), negative <= 8 * (1 + log(n))))),
        ("log n alone", bound(And(positive <= ORDER - k * r, negative <= 8 * ORDER))),
        ("any labels", without(MAJORITY)),
        ("never promotes", learner(NeverPromotes)),
        ("never demotes", learner(NeverDemotes)),
    ],
    "winnow-halfspaces": [
        ("a twelfth", bound(M <= w0 * r * log(n * r))),
        ("2 for 12", bound(M <= 2 * w0 * r * (1 + log(N)))),
        # Where w₀* ≤ 0 the notes' ε is none, so that dropping the threshold's limits alone lets no game in.
        ("any threshold", alone(without(TRUE_SOMEWHERE, STEP))),
        ("n variables", step(halfspaces.STEPS.never_above, Next(u) <= n, always)),
        ("w₀* + 1 are raised", step(halfspaces.STEPS.raises, Next(D) >= D + w0 + 1, on_positive_mistake)),
        ("none is lowered", step(halfspaces.STEPS.lowers, Next(D) >= D, on_negative_mistake)),
        ("never promotes", learner(NeverPromotes)),
    ],
    "winnow-margin": [
        ("half, without the 1", bound(M <= Rational(1, 2) * r**2 * log(N) / g**2)),
        ("γ for γ²", bound(M <= Rational(1, 4) * r**2 * (1 + log(N)) / g)),
        ("any margin", alone(without(MARGIN))),
        ("any threshold", alone(without(WITHIN))),
        ("w₀* + 2γ are raised", step(STEPS_BY_MARGIN.raises, Next(D) >= D + w0 + 2 * g, on_positive_mistake)),
        ("none is lowered", step(STEPS_BY_MARGIN.lowers, Next(D) >= D, on_negative_mistake)),
        ("never promotes", learner(NeverPromotes)),
    ],
}
