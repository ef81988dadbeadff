"""Wrong variants of the claims about experts' advice. Each must fall."""

from changes import bound, edited, learner, step, without
from implementations import implementation
from sympy import Rational, log, sqrt

from learncheck.learners import RandomizedWeightedMajority, WeightedMajority
from learncheck.learners.foils.experts import (
    HalvesTheRight,
    KeepsTheErring,
    NeverPunishes,
    NeverRestarts,
    RestartsEarly,
    RestartsWithTheRight,
)
from learncheck.theorems.language.step import Next, always
from learncheck.theorems.notes.experts.advice import E, M, T, V, W, b, epsilon, f_t, m, n, right
from learncheck.theorems.notes.experts.perfect import A_PERFECT_EXPERT, HALF_ARE_RIGHT, REMOVES_HALF
from learncheck.theorems.notes.experts.randomized import LOSES_THE_FRACTION, SMALL_STEP
from learncheck.theorems.notes.experts.tuned import ERRS_IN_SOME, TUNED_STEP
from learncheck.theorems.notes.experts.weighted_majority import BEST_KEEPS_A_HALF, TAKES_A_QUARTER

DrawsTheHeaviest = implementation("RandomizedWeightedMajority", "always the heaviest")
DrawsByOldWeights = implementation("RandomizedWeightedMajority", "draws by last round")
Exponential = implementation("RandomizedWeightedMajority", "exponential")
HalvesEveryRound = implementation("WeightedMajority", "halves every round")
RemovesOnMistakesOnly = implementation("ExpertsMajority", "updates on mistakes only")
NeverHalves = edited(WeightedMajority.update, "Trusts everybody for ever.", ("self.predict(advice) != y", "False"))
Gentle = edited(WeightedMajority.update, "Takes a tenth in the place of a half.", ("1 - erring / 2", "1 - erring / 10"))
FollowsTheLeader = edited(
    RandomizedWeightedMajority.probabilities,
    "Follows an expert of the greatest weight with probability 1.",
    ("self.w / self.w.sum()", "(np.arange(len(self.w)) == self.w.argmax()).astype(float)"),
)
Sluggish = edited(
    RandomizedWeightedMajority.update, "Takes steps a hundred times too small.", ("self.epsilon", "self.epsilon / 100")
)


MUTANTS = {
    "experts-perfect": [
        ("a tenth less", bound(M <= Rational(9, 10) * log(n, 2))),
        ("no expert is perfect", without(A_PERFECT_EXPERT)),
        ("more than half are removed", step(REMOVES_HALF, Next(V) <= V / 2 - Rational(1, 4))),
        ("removes nobody", learner(KeepsTheErring)),
    ],
    "experts-restart": [
        ("the last start is free", bound(M <= m * (1 + log(n, 2)))),
        ("the last expert's mistake is free", bound(M <= (m + 1) * log(n, 2))),
        ("none is right", step(HALF_ARE_RIGHT, right <= V / 3)),
        ("never restarts", learner(NeverRestarts)),
        ("restarts early", learner(RestartsEarly)),
    ],
    "experts-majority-conforms": [
        ("removes nobody", learner(KeepsTheErring)),
        ("removes on mistakes only", learner(RemovesOnMistakesOnly)),
    ],
    "experts-restart-conforms": [
        ("never restarts", learner(NeverRestarts)),
        ("restarts with those who were right", learner(RestartsWithTheRight)),
    ],
    "weighted-majority-mistakes": [
        ("a twentieth less", bound(M <= Rational(19, 20) * (log(n) + m * log(2)) / log(Rational(4, 3)))),
        ("m is free", bound(M <= log(n) / log(Rational(4, 3)) + m)),
        ("n is free", bound(M <= m / log(Rational(4, 3), 2))),
        ("half of the weight goes", step(TAKES_A_QUARTER, Next(W) <= W / 2)),
        ("the best expert loses a third at most", step(BEST_KEEPS_A_HALF, Next(b) >= Rational(2, 3) ** m, always)),
        ("halves nothing", learner(NeverHalves)),
        ("halves the right", learner(HalvesTheRight)),
        ("takes a tenth", learner(Gentle)),
    ],
    "weighted-majority-conforms": [
        ("halves every round", learner(HalvesEveryRound)),
        ("takes a tenth", learner(Gentle)),
    ],
    "randomized-weighted-majority": [
        ("a twentieth less", bound(Rational(20, 19) * E <= log(n) / epsilon + m * (1 + epsilon))),
        ("m without its ε", bound(E <= log(n) / epsilon + m)),
        ("n is free", bound(E <= m * (1 + epsilon))),
        ("any ε", without(SMALL_STEP)),
        ("W goes down by more", step(LOSES_THE_FRACTION, Next(W) <= W * (1 - 2 * epsilon * f_t), always)),
        ("equal probabilities", learner(NeverPunishes)),
        ("follows the leader", learner(FollowsTheLeader)),
        ("steps a hundred times too small", learner(Sluggish)),
    ],
    "randomized-weighted-majority-conforms": [
        ("exp(−ε) for 1 − ε", learner(Exponential)),
        ("steps a hundred times too small", learner(Sluggish)),
        ("follows the leader", learner(FollowsTheLeader)),
    ],
    "randomized-weighted-majority-samples": [
        ("draws the heaviest", learner(DrawsTheHeaviest)),
        ("draws before the update", learner(DrawsByOldWeights)),
    ],
    "randomized-weighted-majority-tuned": [
        ("a tenth less", bound(Rational(10, 9) * E <= m + 2 * sqrt(m * log(n)))),
        ("half of the excess", bound(E <= m + sqrt(m * log(n)))),
        ("any ε that is tuned", without(SMALL_STEP)),
        ("an ε that is not tuned", without(TUNED_STEP)),
        ("m < T", step(ERRS_IN_SOME, m < T, always)),
        ("follows the leader", learner(FollowsTheLeader)),
    ],
}
