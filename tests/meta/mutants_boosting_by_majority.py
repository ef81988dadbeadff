"""Wrong variants of the claims on boosting by majority."""

from changes import alone, bound, edited, learner, step, without
from implementations import implementation

from learncheck.learners import BoostingByMajority
from learncheck.theorems.language.step import Next, always
from learncheck.theorems.notes.boosting.adaboost import HAS_EDGE
from learncheck.theorems.notes.boosting.by_majority import ENOUGH_ROUNDS, GROWS, WEIGHS, A, L, T, W, g, n

OneRoundLess = implementation("BoostingByMajority", "one round less")
TurnsTheWeightsRound = implementation("BoostingByMajority", "turns the factor round")
NeverReweights = edited(BoostingByMajority.fit, "Hands over equal weights in every round.", ("alpha * w, w)", "w, w)"))
FirstHypothesis = edited(
    BoostingByMajority.predict,
    "Predicts by the hypothesis of the first round.",
    ("in self.hypotheses", "in self.hypotheses[:1]"),
)
LastHypothesis = edited(
    BoostingByMajority.predict,
    "Predicts by the hypothesis of the last round.",
    ("in self.hypotheses", "in self.hypotheses[-1:]"),
)


MUTANTS = {
    "boosting-by-majority-training-error": [
        ("(1 − 4γ²)^T", alone(bound(L <= (1 - 4 * g**2) ** T))),
        ("(1 − 5γ²)^(T/2)", alone(bound(L**2 <= (1 - 5 * g**2) ** T))),
        ("any weak learner", alone(without(HAS_EDGE))),
        ("the weight grows by 1 + γ", step(GROWS, Next(W) <= (1 + g) * W, always)),
        ("they weigh α^T", step(WEIGHS, n * Next(L) * Next(A) <= Next(W), always)),
        ("never reweights", learner(NeverReweights)),
        ("the last hypothesis", learner(LastHypothesis)),
    ],
    "boosting-by-majority": [
        ("any weak learner", alone(without(HAS_EDGE))),
        ("any number of rounds", alone(without(ENOUGH_ROUNDS))),
        ("never reweights", learner(NeverReweights)),
        ("the first hypothesis", learner(FirstHypothesis)),
        ("the last hypothesis", learner(LastHypothesis)),
    ],
    "boosting-by-majority-conforms": [
        ("never reweights", learner(NeverReweights)),
        ("turns the weights round", learner(TurnsTheWeightsRound)),
        ("the last hypothesis", learner(LastHypothesis)),
        ("one round less", learner(OneRoundLess)),
    ],
}
