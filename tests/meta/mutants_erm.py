"""Wrong variants of the claims on ERM over finite classes."""

from typing import Any

from changes import bound, edited, learner, without

from learncheck.learners.batch.exhaustive import FiniteERM
from learncheck.theorems.notes.erm.exhaustive import ENOUGH_AGNOSTIC, ENOUGH_REALIZABLE, E, P, delta, least

FirstConsistent = edited(
    FiniteERM.fit, "The first hypothesis that is right on the first example.", ("zip(X, y,", "zip(X[:1], y[:1],")
)
Worst = edited(FiniteERM.fit, "Maximises the errors.", ("min(errors)", "max(errors)"))


class LabelOfTheMajority(FiniteERM):
    """Gives all instances the label that most examples have, whether that is in the class or not."""

    def fit(self, X: Any, y: Any) -> Any:
        self.label = 1 if y.sum() >= 0 else -1
        return self

    def predict(self, X: Any) -> Any:
        return [self.label] * len(X)


MUTANTS = {
    "finite-class-erm": [
        ("the first example alone", learner(FirstConsistent)),
        ("the worst", learner(Worst)),
        ("the majority's label", learner(LabelOfTheMajority)),
        ("half of the errors", bound(2 * E <= least)),
    ],
    "finite-class-erm-realizable": [("δ/3", bound(P <= delta / 3)), ("fewer samples", without(ENOUGH_REALIZABLE))],
    "finite-class-erm-agnostic": [("δ/50", bound(P <= delta / 50)), ("fewer samples", without(ENOUGH_AGNOSTIC))],
}
