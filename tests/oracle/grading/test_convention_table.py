"""Each convention, with each learner that it applies to: a right learner that keeps to it stands, a wrong one falls.

A right one is the reference behind a class that speaks the convention and refuses everything else, so that the adapter
must undo it; a wrong one is the same around a reference that forgets its first update, or its last example.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chosen import few, some

from learncheck import adapters, check
from learncheck.exact.answers import InvalidAnswer
from learncheck.learners import LEARNERS
from learncheck.oracle.boundary.adapted import copies_of
from learncheck.oracle.boundary.conventions import (
    ADVISED,
    ARGUMENTS,
    BadConventions,
    Conventions,
    fits,
    from_text,
)
from learncheck.oracle.engine.profiles import Profile
from learncheck.oracle.grading.assignment import Assignment
from learncheck.oracle.grading.conventional import conventional
from learncheck.oracle.grading.grade import Grading, grade
from learncheck.oracle.grading.wanted import claims_about
from learncheck.theorems.language.claim import Claim
from learncheck.theorems.notes.boosting.stumps import StumpSample

DRAWN = Profile("quick", scout=40, search=0, shrink=0)
FEWEST = DRAWN.only()
JUDGED = (
    *ARGUMENTS, "BatchPerceptron", "ConjunctionElimination", "DecisionListLearner", "DecisionStump", "HalfspaceLP",
    "IntervalERM", "LeastSquares", "LogisticRegression", "RectangleERM",
)  # fmt: skip
"""The learners of the contract."""

BOOSTERS = ("AdaBoost", "BoostingByMajority")


class Speaks:
    """A reference behind a convention, which the methods below speak: they hand it the contract's values."""

    name: str
    cls: Any

    def __init__(self, *arguments: Any) -> None:
        given = self.arguments(*arguments)
        if self.name in BOOSTERS:
            given = (self.weak_learner(given[0]), *given[1:])
        self.right = self.cls(*given)

    def arguments(self, *given: Any) -> tuple[Any, ...]:
        return given

    def instances(self, X: Any) -> Any:
        return X

    def decoded(self, y: Any) -> Any:
        """The labels that it is told, as the contract has them."""
        return y

    def says(self, labels: Any) -> Any:
        """The contract's labels, as it gives them."""
        return labels

    def weak_learner(self, given: Any) -> Any:
        """The weak learner that it was given, which speaks the convention, for a booster that keeps to the contract."""

        def weak(X: Any, y: Any, D: Any) -> Any:
            hypothesis = given(X, self.says(y), D)
            return lambda Z: self.decoded(hypothesis(Z))

        return weak

    def predict(self, X: Any) -> Any:
        return self.says(self.right.predict(self.instances(X)))

    def update(self, x: Any, y: Any) -> None:
        self.right.update(self.instances(x), self.decoded(y))

    def fit(self, X: Any, y: Any, **weights: Any) -> None:
        X, y = self.instances(X), self.decoded(y)
        try:
            self.right.fit(X, y, **weights)
        except ValueError as error:  # HalfspaceLP has to raise it itself
            raise ValueError(str(error)) from None

    def probabilities(self) -> Any:
        return self.right.probabilities()


class ZeroOne(Speaks):
    """0 stands for −1 in labels, hypothesis tables, advice, and between a booster and its weak learner."""

    def arguments(self, *given: Any) -> tuple[Any, ...]:
        return (self.decoded(given[0]),) if self.name in ("Consistent", "Halving") else given

    def instances(self, X: Any) -> Any:
        return self.decoded(X) if self.name in ADVISED else X

    def decoded(self, y: Any) -> Any:
        assert np.isin(y, (0, 1)).all()
        return 2 * np.asarray(y) - 1 if np.ndim(y) else 2 * int(y) - 1

    def says(self, labels: Any) -> Any:
        return np.where(np.asarray(labels) > 0, 1, 0)


class Probability(Speaks):
    def says(self, labels: Any) -> Any:
        return (1 + np.asarray(labels)) / 2

    def weak_learner(self, given: Any) -> Any:
        return given  # what passes there are labels


class Column(Speaks):
    def decoded(self, y: Any) -> Any:
        assert np.shape(y) == (len(y), 1)
        return y[:, 0]

    def says(self, labels: Any) -> Any:
        return np.reshape(labels, (-1, 1))


class Biased(Speaks):
    def arguments(self, *given: Any) -> tuple[Any, ...]:
        return (given[0] + 1,) if ARGUMENTS.get(self.name) == ("d",) else given

    def instances(self, X: Any) -> Any:
        return np.concatenate((X, np.ones((*np.shape(X)[:-1], 1))), axis=-1)


class BothLabels(Speaks):
    def decoded(self, y: Any) -> Any:
        if len(np.unique(y)) < 2:
            raise ValueError("give examples of both labels")
        return y

    def weak_learner(self, given: Any) -> Any:
        return given


class Renamed(Speaks):
    def __init__(self, **named: Any) -> None:
        assert named.pop("rate") == 0.5
        super().__init__(*(named[f"my_{name}"] for name in ARGUMENTS[self.name]))


class History(Speaks):
    """It is fitted to the rounds so far, of which there may be none."""

    def __init__(self, size: Any, *others: Any) -> None:
        self.assuming = (size, *others)

    def fit(self, X: Any, y: Any) -> None:
        self.right = self.cls(*self.assuming)
        for x, label in zip(X, y, strict=True):
            self.right.update(x, int(label))

    def predict(self, X: Any) -> Any:
        return [self.right.predict(x) for x in X]


class NonemptyHistory(History):
    """It is fitted to the rounds so far, of which there must be one."""

    def fit(self, X: Any, y: Any) -> None:
        if not len(y):
            raise ValueError("give an example")
        super().fit(X, y)


class Unweighted(Speaks):
    def fit(self, X: Any, y: Any) -> None:
        self.right.fit(X, y)


class ReadsZeroAsMinus(Speaks):
    """A batch Perceptron that answers −1 at a zero margin, and is content with it where the label is −1."""

    def __init__(self) -> None:
        self.right = self.cls()

    def fit(self, X: Any, y: Any) -> None:
        self.w = np.zeros(X.shape[1])
        while (wrong := self.predict(X) != y).any():
            i = wrong.argmax()
            self.w = self.w + y[i] * X[i]
        if self.cls is not LEARNERS["BatchPerceptron"]:
            self.w = -self.w

    def predict(self, X: Any) -> Any:
        return np.where(X @ self.w > 0, 1, -1)


SPEAKING: dict[str, tuple[type[Speaks], dict[str, Any]]] = {
    "labels": (ZeroOne, {"labels": (0, 1)}),
    "threshold": (Probability, {"threshold": 0.5}),
    "column": (Column, {"column": True}),
    "intercept": (Biased, {"intercept": True}),
    "both_labels": (BothLabels, {"both_labels": True}),
    "replay": (History, {"replay": True}),
    "replay, not of nothing": (NonemptyHistory, {"replay": True}),
    "replicate": (Unweighted, {"replicate": True}),
    "ties": (ReadsZeroAsMinus, {"ties": -1}),
    "tolerance": (Speaks, {"tolerance": 1e-6}),
    "parameters": (Renamed, {}),
}
"""How each convention is spoken, and what the adapter is told of it."""

TABLE = [
    (convention, learner)
    for convention in SPEAKING
    for learner in JUDGED
    if fits(convention.partition(",")[0], learner) and (convention != "parameters" or learner in ARGUMENTS)
]


def kind(convention: str, learner: str) -> tuple[str, bool, bool]:
    return convention, learner in BOOSTERS, hasattr(LEARNERS[learner], "update")


COVERING = some(TABLE, 1, lambda row: kind(*row))
"""Each convention with each kind of learner; `pytest --thorough` has the whole table."""


def wrong(cls: Any) -> Any:
    """The class, but that it forgets its first update, or the last example of two or more."""
    if cls is LEARNERS["LogisticRegression"]:
        return Flipped  # without an example the others may be separable, and then nothing is least

    class Forgetful(cls):  # type: ignore[misc]
        started = False

        def update(self, x: Any, y: Any) -> None:
            if self.started:
                super().update(x, y)
            self.started = True

        def fit(self, X: Any, y: Any, **weights: Any) -> Any:
            most = max(1, len(y) - 1)
            return super().fit(X[:most], y[:most], **{name: values[:most] for name, values in weights.items()})

    return Forgetful


class Flipped(LEARNERS["LogisticRegression"]):  # type: ignore[misc]
    """It takes each label for the other."""

    def fit(self, X: Any, y: Any) -> Any:
        return super().fit(X, -y)


def drawn(learner: str, convention: str) -> list[Claim]:
    """The claim that it is the notes' algorithm; of a loss, the claim that a tolerance leaves. Not all small cases, and
    nothing long where each round is fitted to all before it.
    """
    about = [claim for claim in claims_about(learner) if claim.conformance or convention == "tolerance"]
    less: dict[str, Any] = {"exhaust": None, "quick": {}, "full": {}, "extent": ""}
    if convention.startswith("replay"):
        less["ladder"] = tuple
    return [replace(claim, cases=replace(claim.cases, **less)) for claim in about]


def passed(convention: str, learner: str, cls: Any) -> bool:
    speaks, given = SPEAKING[convention]
    if convention == "parameters":
        given = {"parameters": {**{name: f"my_{name}" for name in ARGUMENTS[learner]}, "rate": 0.5}}
    theirs = type(learner, (speaks,), {"name": learner, "cls": cls})
    report = check(adapters.adapt(theirs, learner, **given), claims=drawn(learner, convention), profile=DRAWN)
    return report.passed


@few(2)
@pytest.mark.parametrize(("convention", "learner"), COVERING)
def test_a_right_learner_stands_under_a_convention_and_a_wrong_one_falls(convention: str, learner: str) -> None:
    assert passed(convention, learner, LEARNERS[learner])
    assert not passed(convention, learner, wrong(LEARNERS[learner]))


@pytest.mark.slow
def test_what_a_convention_cannot_express_is_not_asked_and_the_report_says_so() -> None:
    cannot = StumpSample(points=((0,), (4,)), labels=(1, -1), weights=(2**26, 2**26 + 1))
    with pytest.raises(InvalidAnswer, match="cannot be handed over as copies"):
        copies_of(cannot.handed().weights)
    (asked,) = (conventional(case, Conventions(replicate=True)) for case in drawn("DecisionStump", "replicate"))
    assert asked is not None
    played = [*asked.cases.ladder(), *asked.witnesses()]
    assert any(case.weights for case in played)
    for case in played:
        assert case.handed().weights is None or copies_of(case.handed().weights).sum() >= 1
    theirs = type("DecisionStump", (Unweighted,), {"name": "DecisionStump", "cls": LEARNERS["DecisionStump"]})
    report = check(adapters.adapt(theirs, "DecisionStump", replicate=True), claims=["stump-erm"], profile=FEWEST)
    assert "it is not asked about samples whose weights cannot be expressed" in report.notes[0]


def test_a_convention_that_says_nothing_of_a_learner_is_refused_or_has_no_effect() -> None:
    for name, learner in (("labels", "LeastSquares"), ("column", "Perceptron"), ("both_labels", "Halving")):
        given = {name: (0, 1) if name == "labels" else True}
        with pytest.raises(BadConventions, match=f"{name} says nothing of {learner}; it is for all learners but"):
            adapters.adapt(object, learner, **given)
        assert not Assignment(adapt={"all": given}).held(learner)


@pytest.mark.slow
def test_the_program_of_a_game_is_in_the_learners_own_words(tmp_path: Path) -> None:
    """Of a Halving in 0 and 1 that never drops a hypothesis."""
    text = """
import numpy as np

class Halving:
    def __init__(self, hypotheses):
        self.table = np.array(hypotheses)
        assert set(self.table.ravel()) <= {0, 1}
    def predict(self, x):
        return int(2 * self.table[:, x].sum() > len(self.table))
    def update(self, x, y):
        assert y in (0, 1)
"""
    (tmp_path / "alice.py").write_text(text)
    asked = Assignment(adapt={"Halving": {"labels": [0, 1]}})
    grading = Grading(tmp_path / "alice.py", ids=["halving-mistakes"], assignment=asked, trust=True)
    ((_, fallen),) = grade(grading).results
    assert fallen.verdict == "falsified"
    options = grading.options("Halving")
    assert from_text(options[options.index("--adapt") + 1]) == asked.held("Halving")
    names: dict[str, Any] = {}
    exec(text + (fallen.script or "").replace("from alice import Halving", ""), names)
    assert set(names["learner"].table.ravel()) == {0, 1}
