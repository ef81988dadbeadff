"""Wrong proofs of the claims on boosting."""

from typing import Any

from changes import Change, bound, edited, joined, learner, proof, rounds, step, without
from mutants_boosting import LastHypothesis, NeverReweights, UniformVote
from sympy import Eq, Rational, exp, symbols

from learncheck.learners import AdaBoost
from learncheck.theorems.language.step import Next
from learncheck.theorems.notes.boosting import adaboost
from learncheck.theorems.notes.boosting.adaboost import Z2, E_next, L, P, T, e, g


def below_z(relation: Any) -> Change:
    """Another step in the place of L ≤ Z."""
    return step(adaboost.BELOW_Z, relation)


def faster(rate: int, change: Change) -> Change:
    """The change, and a name for e^(−rate·γ²T), which it may speak of."""

    names = joined(names={fast: exp(-rate * g**2 * T), fast_factor: exp(-rate * g**2)})
    return lambda claim: names(change(claim))


fast, fast_factor = symbols("fast factor", positive=True)


def round_with(what: str, *edits: tuple[str, str]) -> type:
    """The learner with another line in its round."""
    return edited(AdaBoost.round, what, *edits)


def votes(what: str, *edits: tuple[str, str]) -> type:
    """The learner with another sum of the votes."""
    return edited(AdaBoost.predict, what, *edits)


def frozen(unless: str, what: str) -> type:
    """The learner that changes D under a condition alone."""
    return round_with(what, ("self.D = ", f"self.D = self.D if not ({unless}) else "))


ALL = "self.hypotheses, self.estimator_weights"
WRONG_ROUNDS = (
    round_with("The weight is log(1/ε − 1), without the ½.", (") / 2", ")")),
    round_with("D is not divided by its sum.", ("D / D.sum()", "D")),
    round_with("Examples that h labels right gain.", ("exp(-w", "exp(w")),
    round_with("A round without errors is one like others.", ("return False", "return True")),
    round_with("It forgets the hypotheses before.", ("[*self.hypotheses, h]", "[h]")),
    frozen("len(y) <= 100", "D stays as it is on samples of more than 100 examples."),
    frozen("len(self.hypotheses) < 60", "D stays as it is once there are 60 hypotheses."),
    edited(AdaBoost.start, "Starts with a D that adds up to 2.", ("1 / len", "2 / len")),
    edited(AdaBoost.fit, "Half of the rounds.", ("self.n_rounds", "self.n_rounds // 2")),
    edited(AdaBoost.__init__, "At most 1,000 rounds.", ("= n_rounds", "= min(n_rounds, 1000)")),
)
"""Learners that differ in one line of their training."""

WRONG_VOTES = (
    votes("The vote of the last 60 hypotheses.", (ALL, "self.hypotheses[-60:], self.estimator_weights[-60:]")),
    votes("The first hypothesis has no vote.", (ALL, "self.hypotheses[1:], self.estimator_weights[1:]")),
    votes("The opposite of the vote.", ("sign(vote", "sign(-vote")),
)
"""Learners that differ in one line of their predictions."""

WRONG_PROOFS: dict[str, list[tuple[str, Change]]] = {
    "adaboost-training-error": [
        ("the bound is 1% smaller", bound(L <= exp(-2 * g**2 * T) * Rational(99, 100))),
        ("the bound is strict", bound(L < exp(-2 * g**2 * T))),
        ("the bound is e^(−4γ²T)", faster(4, bound(L <= exp(-4 * g**2 * T)))),
        ("Z ≤ e^(−3γ²T)", faster(3, proof(invariant={"L ≤ Z": L**2 <= Z2, "Z ≤ e^(−3γ²T)": Z2 <= fast**2}))),
        ("no edge", without(adaboost.HAS_EDGE)),
        ("a negative edge", without(adaboost.POSITIVE_EDGE)),
        ("half of the edge", rounds(assuming={adaboost.HAS_EDGE: e <= Rational(1, 2) - g / 2})),
        ("an edge on the other side", rounds(assuming={adaboost.HAS_EDGE: e >= Rational(1, 2) - g})),
        ("L ≤ Z is dropped", rounds(steps=())),
        ("L ≤ Z/2", below_z(4 * Next(L) ** 2 <= Next(Z2))),
        ("√(1 − 4γ²) ≤ e^(−2γ²) is dropped", rounds(using=())),
        ("Z stays", rounds(sets={T: T + 1}, keeps=(Z2,))),
        ("Z is halved", rounds(sets={T: T + 1, Z2: Z2 / 4})),
        ("Z′ = 2√(ε(1 − ε))·Z without the 2", rounds(sets={T: T + 1, Z2: e * (1 - e) * Z2})),
        ("Z is multiplied by ε(1 − ε) too often", rounds(sets={T: T + 1, Z2: 4 * e**2 * (1 - e) ** 2 * Z2})),
        ("a round is not counted", rounds(sets={T: T, Z2: 4 * e * (1 - e) * Z2})),
        ("L starts with 0", proof(start={T: 0, L: 0, Z2: 1})),
        ("Z starts with 2", proof(start={T: 0, L: 1, Z2: 4})),
        ("Z ≤ e^(−2γ²T) is left out", proof(invariant={"L ≤ Z": L**2 <= Z2})),
        ("L ≤ Z is left out", proof(invariant={"Z ≤ e^(−2γ²T)": Z2 <= P**2})),
        ("never reweights", learner(NeverReweights)),
        ("a uniform vote", learner(UniformVote)),
        ("the last hypothesis", learner(LastHypothesis)),
        ("a perfect round", without(adaboost.NO_PERFECT_ROUND)),
        *((str(wrong.__doc__), learner(wrong)) for wrong in (*WRONG_ROUNDS, *WRONG_VOTES)),
    ],
    "adaboost-forces-new-errors": [
        ("an error of 2/5", bound(Eq(E_next, Rational(2, 5)))),
        ("less than ½", bound(E_next < Rational(1, 2))),
        ("an error of 2/5 in the round", rounds(holds={"2/5": Eq(Next(E_next), Rational(2, 5))})),
        ("more than ½ in the round", rounds(holds={"more": Next(E_next) > Rational(1, 2)})),
        ("of the round nothing is said", rounds(holds={})),
        ("it starts with 0", proof(start={E_next: 0})),
        ("the invariant is left out", proof(invariant={})),
        ("errors of ½ and more", without(adaboost.ERRORS_BELOW_HALF)),
        ("a perfect round", without(adaboost.NO_PERFECT_ROUND)),
        ("never reweights", learner(NeverReweights)),
        *((str(wrong.__doc__), learner(wrong)) for wrong in WRONG_ROUNDS),
    ],
}
