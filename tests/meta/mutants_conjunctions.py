"""Wrong variants of the claims on conjunctions and on 3-term DNF."""

from typing import Any

import numpy as np
from changes import alone, bound, edited, learner, step, without
from implementations import implementation
from sympy import And, Eq

from learncheck.learners import ConjunctionElimination
from learncheck.theorems.language.step import Next, always
from learncheck.theorems.notes.pac import three_term_dnf
from learncheck.theorems.notes.pac.conjunction_sample_sizes import ENOUGH, ENOUGH_BY_LOG, P, delta
from learncheck.theorems.notes.pac.conjunctions import (
    A_CONJUNCTION,
    A_POSITIVE_EXAMPLE,
    AND_FALSE,
    IN_THREE,
    THREE_TIMES,
    WITH_X,
    WITHOUT_X,
    C,
    E,
    L,
    S,
    V,
    n,
)
from learncheck.theorems.notes.pac.three_term_dnf import A_DNF, AT_MOST_THREE, ENOUGH_WIDE, D, N
from learncheck.theorems.notes.pac.three_term_dnf import S as FORMULAE
from learncheck.theorems.notes.pac.three_term_dnf import V as VARIABLES

FirstPositive = implementation("ConjunctionElimination", "first positive")
EmptyAtFirst = implementation("ConjunctionElimination", "empty without positives")
PlainLiterals = edited(ConjunctionElimination.start, "Knows no negated literals.", (", np.ones", ", np.zeros"))


class LessRestrictive(ConjunctionElimination):
    """Drops a literal that no negative example needs."""

    def fit(self, X: Any, y: Any) -> Any:
        super().fit(X, y)
        if (y == 1).all():
            self.plain = self.negated = np.zeros(X.shape[1], dtype=bool)
        return self


MUTANTS = {
    "conjunction-elimination-conforms": [
        ("plain literals", learner(PlainLiterals)),
        ("the first positive example", learner(FirstPositive)),
        ("empty without a positive example", learner(EmptyAtFirst)),
        ("less restrictive", learner(LessRestrictive)),
    ],
    "conjunction-elimination": [
        ("plain literals", learner(PlainLiterals)),
        ("the first positive example", learner(FirstPositive)),
        ("less restrictive", learner(LessRestrictive)),
        ("an error", bound(And(Eq(E, 1), Eq(V, 0)))),
        ("any labels", without(A_CONJUNCTION)),
    ],
    "conjunction-literals": [("n - 1", bound(L <= n - 1)), ("no positive example", without(A_POSITIVE_EXAMPLE))],
    "conjunction-count": [
        ("3^n functions of all conjunctions", bound(And(Eq(S, 3**n), Eq(C, 3**n)))),
        ("3^n + 1 without repetition", bound(And(Eq(S, 3**n + 1), Eq(C, 3**n + 1)))),
        ("4^n", bound(And(Eq(S, 4**n), Eq(C, 4**n + 1)))),
        ("twice as many with x", alone(step(THREE_TIMES, Eq(Next(WITH_X), 2 * S), always))),
        ("all with x or its negation", alone(step(IN_THREE, Eq(Next(S), Next(WITH_X) + Next(WITHOUT_X)), always))),
        ("none is never true", alone(step(AND_FALSE, Eq(Next(C), Next(S)), always))),
    ],
    "conjunction-sample-size": [
        ("δ/4", bound(P <= delta / 4)),
        ("δ^n/4", bound(P <= delta**n / 4)),
        ("fewer samples", without(ENOUGH)),
    ],
    "conjunction-sample-size-vem": [("δ/4", bound(P <= delta / 4)), ("fewer samples", without(ENOUGH_BY_LOG))],
    "three-term-dnf": [
        ("n³ variables", bound(And(Eq(D, 0), Eq(VARIABLES, n**3)))),
        ("a difference", bound(And(Eq(D, 1), Eq(VARIABLES, (2 * n) ** 3)))),
    ],
    "three-term-dnf-learned": [
        ("empty without a positive example", learner(EmptyAtFirst)),
        ("the first positive example", learner(FirstPositive)),
        ("any labels", without(A_DNF)),
    ],
    "three-term-dnf-count": [
        ("3^n", bound(And(FORMULAE <= N, Eq(N, 3**n)))),
        ("(3^n + 1)^3", bound(And(FORMULAE <= N**3, Eq(N, 3**n + 1)))),
        ("at most one", alone(step(AT_MOST_THREE, FORMULAE <= 1 + N, always))),
    ],
    "three-term-dnf-erm-sample-size": [
        ("δ/200", bound(P <= delta / 200)),
        ("fewer samples", without(three_term_dnf.ENOUGH)),
    ],
    "three-term-dnf-sample-size": [("δ^(40n)", bound(P <= delta ** (40 * n))), ("fewer samples", without(ENOUGH_WIDE))],
}
