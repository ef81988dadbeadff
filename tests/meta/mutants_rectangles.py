"""Wrong variants of the claims on rectangles and intervals."""

from typing import Any

from changes import bound, edited, learner, without
from implementations import implementation
from sympy import And, Eq

from learncheck.learners import RectangleERM
from learncheck.learners.batch.exhaustive import SubsetERM
from learncheck.theorems.notes.pac.rectangles import A_RECTANGLE, E
from learncheck.theorems.notes.pac.subset_search import N, least, m, n

Generous = implementation("RectangleERM", "largest")
LeastAroundPositives = implementation("IntervalERM", "around positives")
NeverEmpty = implementation("IntervalERM", "never empty")
TwoIntervals = implementation("IntervalERM", "two intervals")
AllExamples = edited(RectangleERM.fit, "Takes the values of all examples.", ("[y == 1]", ""))
OpenRectangle = edited(RectangleERM.predict, "Leaves the boundary out.", ("<=", "<"), (">=", ">"))
FirstCoordinate = edited(RectangleERM.predict, "Looks at the first coordinate alone.", (".all(1)", "[:, 0]"))


class FewerExamples(SubsetERM):
    """Tries subsets of at most 2n - 1 examples."""

    def __init__(self) -> None:
        super().__init__(RectangleERM, lambda dimension: 2 * dimension - 1)


class NoExample(SubsetERM):
    """Does not try the empty subset."""

    def __init__(self) -> None:
        super().__init__(AllExamples, lambda dimension: 2 * dimension)

    def fit(self, X: Any, y: Any) -> Any:
        super().fit(X, y)
        if self.learner.predict(X).max() != 1:
            self.learner = AllExamples().fit(X[:1], y[:1])
        return self


MUTANTS = {
    "rectangle-erm-conforms": [
        ("all examples", learner(AllExamples)),
        ("open", learner(OpenRectangle)),
        ("the first coordinate", learner(FirstCoordinate)),
        ("generous", learner(Generous)),
    ],
    "rectangle-erm": [
        ("all examples", learner(AllExamples)),
        ("open", learner(OpenRectangle)),
        ("the first coordinate", learner(FirstCoordinate)),
        ("an error", bound(Eq(E, 1))),
        ("any labels", without(A_RECTANGLE)),
    ],
    "rectangle-erm-agnostic": [
        ("2n - 1 examples", learner(FewerExamples)),
        ("not the empty subset", learner(NoExample)),
        ("half of the errors", bound(2 * E <= least)),
        ("m^n subsets", bound(And(E <= least, N <= (m + 1) ** n))),
    ],
    "erm-from-few-examples": [
        ("half of the errors", bound(2 * E <= least)),
        ("rectangles from 2n - 1 examples", learner(FewerExamples)),
        ("m^n subsets", bound(And(E <= least, N <= m**n))),
    ],
    "interval-erm-conforms": [
        ("around all positives", learner(LeastAroundPositives)),
        ("never empty", learner(NeverEmpty)),
        ("two intervals", learner(TwoIntervals)),
    ],
    "interval-erm": [
        ("around all positives", learner(LeastAroundPositives)),
        ("never empty", learner(NeverEmpty)),
        ("half of the errors", bound(2 * E <= least)),
    ],
}
