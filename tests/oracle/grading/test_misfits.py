"""A class with another interface than the learner's is told what the learner's is."""

import json
import math

import numpy as np
import pytest

import learncheck
from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.grading.classes import check


class Unmade:
    def __init__(self):
        pass


class Fitted:
    def __init__(self, eta=0.1):
        self.eta = eta

    def fit(self, X, y):
        self.w_ = np.zeros(X.shape[1])
        return self

    def predict(self, X):
        return np.where(X @ self.w_ >= 0, 1, -1)


class Asked:
    def predict(self, x):
        return 1

    def update(self, x, y):
        pass


@pytest.mark.parametrize(
    ("cls", "learner", "claim", "message"),
    [
        (Unmade, "Halving", "halving-mistakes", "the constructor should be Halving(hypotheses)"),
        (Fitted, "Perceptron", "perceptron-mistakes", "grade it with --learner BatchPerceptron=Perceptron"),
        (Asked, "DecisionStump", "stump-erm", "DecisionStump is a batch learner: fit(X, y), then predict(X)"),
    ],
)
def test_a_class_with_another_interface_is_told_which_one_is_due(cls, learner, claim, message):
    (result,) = check(cls, as_=learner, claims=[claim]).learners[learner].claims
    assert result.verdict == "crashed"
    assert message in result.hint


def test_a_crash_of_the_learner_itself_is_told_nothing_of_the_interface():
    class Breaks(Asked):
        def __init__(self, d):
            pass

        def predict(self, x):
            raise KeyError(x.size)

    (result,) = check(Breaks, as_="Perceptron", claims=["perceptron-mistakes"]).learners["Perceptron"].claims
    assert result.hint == ""


def test_checking_a_misspelt_class_in_a_notebook_raises_nothing_and_suggests_a_learner():
    class Halvng(Unmade):
        pass

    report = learncheck.check(Halvng)
    assert not report.passed
    assert "did you mean Halving?" in report.error
    assert "did you mean Halving?" in str(report)
    assert "did you mean Halving?" in report._repr_html_()
    with pytest.raises(learncheck.Falsified, match="did you mean Halving"):
        report.raise_for_verdict()
    assert "nosuch" in learncheck.check(Unmade, as_="Halving", claims="nosuch").error


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"as_": 3}, "as_ is 3; pass the name of a learner"),
        ({"as_": ["Halving"]}, "as_ is ['Halving']; pass"),
        ({"claims": 3}, "claims=3 names no claim; pass an id"),
        ({"profile": "slow"}, "no profile is called 'slow'; there are quick, full, deep"),
        ({"profile": 3}, "profile is 3; pass one of 'quick', 'full', 'deep'"),
        ({"seed": "a"}, "seed is 'a'; pass an integer from 0 to 4294967295"),
        ({"seed": -1}, "seed is -1; pass"),
        ({"time_limit": "a"}, "time_limit is 'a'; pass a number of seconds, more than 0"),
        ({"total_limit": math.nan}, "total_limit is nan; pass"),
    ],
)  # fmt: skip
def test_check_raises_nothing_whatever_it_is_given(arguments, words):
    """'returns a report that renders there (`_repr_html_`) and raises nothing'"""
    report = learncheck.check(Unmade, **{"as_": "Halving", **arguments})
    assert words in report.error
    assert report._repr_html_()
    with pytest.raises(learncheck.Falsified):
        report.raise_for_verdict()


def test_check_raises_nothing_if_the_metaclass_raises_whatever_is_asked():
    class Meta(type):
        def __getattribute__(cls, name):
            raise RuntimeError(name)

    class Halving(metaclass=Meta):
        pass

    assert not learncheck.check(Halving, "Halving", claims="halving-mistakes").passed


def test_a_seed_and_a_limit_may_be_numbers_of_numpy():
    limit = np.float32(60)
    report = learncheck.check(Unmade, as_="Halving", claims="halving-mistakes", seed=np.int64(3), time_limit=limit)
    assert (report.error, report.seed) == ("", 3)
    assert json.dumps(report.as_json())


def test_attributes_of_a_class_are_its_own_affair():
    """'Every way to judge … gives a file the same verdict and message': `grade` doesn't look at any of these."""

    class Perceptron:
        learner, conventions, adapts = "Halving", "of my course", 3

        def __init__(self, d):
            self.w = np.zeros(d)

        def predict(self, x):
            return np.sign(self.w @ x)

        def update(self, x, y):
            if self.predict(x) != y:
                self.w = self.w + y * x

    report = check(Perceptron, claims="perceptron-mistakes", profile=PROFILES["quick"].only())
    ((learner, result),) = report.results
    assert (learner, result.verdict) == ("Perceptron", "stands")
