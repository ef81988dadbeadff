"""Wrong variants of the claims about Winnow and about disjunctions. Each must fall."""

from dataclasses import replace

from changes import bound, edited, learner, step, without
from implementations import implementation
from proofs_winnow import DoublesEverything
from sympy import Rational, log

from learncheck.learners import Winnow, WinnowKOfR
from learncheck.learners.foils.finite import RulesOutNothing
from learncheck.learners.foils.winnow import NeverDemotes
from learncheck.strategies.play.games import Game
from learncheck.theorems.language.step import Next, always, on_mistake, on_negative_mistake, on_positive_mistake
from learncheck.theorems.notes.finite import disjunctions
from learncheck.theorems.notes.finite.disjunctions import (
    A_MONOTONE_DISJUNCTION,
    RULES_OUT_ONE,
    UNIT_VECTORS,
    C,
    Relevant,
    unit_vectors,
)
from learncheck.theorems.notes.winnow import followed
from learncheck.theorems.notes.winnow.followed import M, W, excess, gain, n, negative, positive, r, u

AddsOne = implementation("Winnow", "adds and subtracts")
Eliminates = implementation("Winnow", "zeroes")
DemotesByOneMinusEpsilon = implementation("WinnowKOfR", "demotes by 1 - epsilon")
EliminatesOne = implementation("DisjunctionElimination", "removes one variable")
EliminatesOnPositives = implementation("DisjunctionElimination", "removes on positives")
Quadruples = edited(
    Winnow.update, "Takes the factor 4, which can carry relevant weights beyond 2n.", ("1 + x", "1 + 3 * x")
)
AlwaysTwo = edited(WinnowKOfR.update, "Winnow, whatever ε is.", ("self.epsilon * x", "x"))


class Shrinking(Game, frozen=True, tag="mutant-shrinking-disjunction"):
    """A dishonest adversary of disjunctions: its certificate leaves out the first variable."""

    game: Game

    def arguments(self):
        return self.game.arguments()

    def script(self):
        return self.game.script()

    def environment(self):
        honest = self.game.environment()
        facts = honest.facts
        honest.facts = lambda: Relevant(facts().variables[1:])
        return honest

    @property
    def n(self):
        return self.game.n


def dishonest(claim):
    family = replace(
        UNIT_VECTORS,
        build=lambda choices, **limits: Shrinking(unit_vectors(choices, **limits)),
        exhaust=None,
        quick={},
        full={},
    )
    return replace(claim, cases=family, attained_by=()), Winnow


MUTANTS = {
    "winnow-mistakes": [
        ("two for three", bound(M <= 2 + 2 * r * (1 + log(n, 2)))),
        ("a fifth less", bound(M <= Rational(4, 5) * (2 + 3 * r * (1 + log(n, 2))))),
        ("any labels", without(followed.DISJUNCTION)),
        ("a relevant weight grows", step(followed.NEVER_FALLS, gain > 0, always)),
        ("at most n", step(followed.NEVER_ABOVE, Next(u) <= n, always)),
        ("trebles", step(followed.DOUBLES, excess > 0, on_positive_mistake)),
        ("n/2 is added", step(followed.ADDS, Next(W) <= W + n / 2, on_positive_mistake)),
        ("n is taken", step(followed.TAKES, Next(W) <= W - n, on_negative_mistake)),
        ("the total weight is at least n", step(followed.NOT_NEGATIVE, Next(W) >= n, always)),
        ("never demotes", learner(NeverDemotes)),
        ("scales everything", learner(DoublesEverything)),
        ("takes the factor 4", learner(Quadruples)),
    ],
    "winnow-positive-mistakes": [
        ("without the 1", bound(positive < r * log(n, 2))),
        ("r is free", bound(positive < 1 + log(n, 2))),
        ("any labels", without(followed.DISJUNCTION)),
        ("nothing is relevant", without(followed.RELEVANT)),
        ("adds one", learner(AddsOne)),
    ],
    "winnow-negative-mistakes": [
        ("a tenth less", bound(negative <= Rational(9, 10) * (2 + 2 * positive))),
        ("one for each", bound(negative <= 2 + positive)),
        ("never demotes", learner(NeverDemotes)),
    ],
    "winnow-conforms": [
        ("adds one", learner(AddsOne)),
        ("eliminates", learner(Eliminates)),
        ("takes the factor 4", learner(Quadruples)),
    ],
    "winnow-k-of-r-conforms": [
        ("multiplies by 1 − ε", learner(DemotesByOneMinusEpsilon)),
        ("takes the factor 2", learner(AlwaysTwo)),
    ],
    "disjunction-elimination-mistakes": [
        ("any labels", without(A_MONOTONE_DISJUNCTION)),
        ("n − 1", bound(disjunctions.M <= disjunctions.n - 1)),
        ("two are ruled out", step(RULES_OUT_ONE, Next(C) <= C - 2, on_mistake)),
        ("never eliminates", learner(RulesOutNothing)),
        ("eliminates on positives", learner(EliminatesOnPositives)),
    ],
    "disjunction-lower-bound": [
        ("n + 1", bound(disjunctions.M >= disjunctions.n + 1)),
        ("the certificate is wrong", dishonest),
    ],
    "disjunction-elimination-conforms": [
        ("never eliminates", learner(RulesOutNothing)),
        ("eliminates one variable at a time", learner(EliminatesOne)),
        ("eliminates on positives", learner(EliminatesOnPositives)),
    ],
}
