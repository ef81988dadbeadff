"""Wrong variants of the claims on learning without prior knowledge, and on halfspaces of the line."""

from dataclasses import replace

from changes import bound, learner
from sympy import And, Eq

from learncheck.theorems.language.claim import Family
from learncheck.theorems.notes.finite.any_labels import A, AnyLabels, B, C, F, G, M, Memorizing, T, X, any_labels, m


class Forgetful(Memorizing):
    """Remembers the last instance alone."""

    def update(self, x, y):
        self.labels = {x: y}


class NeverLearns(Memorizing):
    """Says -1 of everything."""

    def update(self, x, y):
        pass


def the_same_again(claim):
    """Instances that come back, which need not be new."""
    family = Family(any_labels, search=dict(size=2, rounds=4), scout=dict(size=2, rounds=4))
    return replace(claim, cases=family, attained_by=())


def agreeing(claim):
    """An environment that agrees."""
    family = Family(lambda choices: AnyLabels(3, ((0, 1), (1, 1), (choices.integer(0, 2), 1))), search={}, scout={})
    return replace(claim, cases=family, attained_by=())


MUTANTS = {
    "no-prior-knowledge": [
        ("one more than every round", bound(M >= T + 1)),
        ("instances come back", the_same_again),
        ("the environment agrees", agreeing),
    ],
    "memorizing-mistakes": [
        ("one mistake less", bound(M <= X - 1)),
        ("remembers the last alone", learner(Forgetful)),
        ("never learns", learner(NeverLearns)),
    ],
    "halfspaces-on-the-line": [
        ("as printed", bound(And(Eq(A, 0), Eq(C, 0)))),
        ("2(m + 1) labellings", bound(And(Eq(B, 0), Eq(G, 2 * F)))),
        ("all labellings", bound(Eq(G, 2**m))),
    ],
}
