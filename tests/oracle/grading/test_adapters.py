"""The adapters of scikit-learn and river."""

import re
from inspect import signature
from typing import Any

import numpy as np
import pytest

from learncheck.oracle.engine.profiles import PROFILES
from learncheck.oracle.grading import adapters
from learncheck.oracle.grading.classes import check, file_of
from learncheck.oracle.grading.wanted import Unjudgeable

PROFILE = PROFILES["quick"].only()


@pytest.mark.parametrize(("make", "needed"), [(adapters.from_sklearn, "scikit-learn"), (adapters.from_river, "river")])
def test_a_missing_library_says_what_to_install(make: Any, needed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(name: str, package: str | None = None) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(adapters.importlib, "import_module", fails)
    with pytest.raises(adapters.MissingLibrary, match=re.escape(f"{needed} cannot be imported")) as raised:
        make(object())
    assert f"pip install {needed}" in str(raised.value)


# ---- with the libraries ----


@pytest.mark.slow
def test_what_is_no_estimator_is_refused_in_words() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    with pytest.raises(TypeError, match="the class Perceptron, which is not an estimator of scikit-learn: pass"):
        adapters.from_sklearn(linear.Perceptron)
    with pytest.raises(TypeError, match="was given 3"):
        adapters.from_sklearn(3)
    with pytest.raises(Unjudgeable, match="could be several learners; say which"):
        adapters.from_sklearn(linear.Ridge())
    with pytest.raises(Unjudgeable, match="no claim is about a learner 'Perceptrn'"):
        adapters.from_sklearn(linear.Perceptron(), "Perceptrn")
    with pytest.raises(Unjudgeable, match="no adapter makes a Halving of Perceptron"):
        adapters.from_sklearn(linear.Perceptron(), "Halving")


@pytest.mark.slow
def test_what_is_no_model_of_river_is_refused_in_words() -> None:
    linear = pytest.importorskip("river.linear_model")
    with pytest.raises(TypeError, match="the class Perceptron, which is not a model of river"):
        adapters.from_river(linear.Perceptron)
    with pytest.raises(Unjudgeable, match="no adapter makes a AdaBoost of Perceptron"):
        adapters.from_river(linear.Perceptron(), "AdaBoost")


@pytest.mark.slow
def test_two_labels_needs_weights() -> None:
    neighbors = pytest.importorskip("sklearn.neighbors")
    with pytest.raises(TypeError, match="takes no sample_weight, which two_labels=True needs"):
        adapters.from_sklearn(neighbors.KNeighborsClassifier(), "DecisionStump", two_labels=True)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:divide by zero encountered in log:RuntimeWarning")
def test_two_labels_adds_one_example_of_weight_0_that_the_weak_learner_never_sees() -> None:
    ensemble = pytest.importorskip("sklearn.ensemble")  # its logarithm of the weight 0 gives a warning
    seen: list[tuple[Any, Any, Any]] = []

    def weak_learner(X: Any, y: Any, D: Any) -> Any:
        seen.append((X, y, D))
        return lambda Z: np.where(np.asarray(Z)[:, 0] == len(seen) - 1, -1, 1)

    X, y = np.arange(3.0)[:, None], np.ones(3, dtype=int)
    learner = adapters.from_sklearn(ensemble.AdaBoostClassifier(), two_labels=True)(weak_learner, 2)
    learner.fit(X, y)
    assert [call[0].tolist() for call in seen] == [X.tolist()] * 2
    assert [call[1].tolist() for call in seen] == [y.tolist()] * 2
    assert [sum(call[2]) for call in seen] == pytest.approx([1, 1])
    refused = adapters.from_sklearn(ensemble.AdaBoostClassifier())(weak_learner, 2)
    with pytest.raises(ValueError, match="worse than random"):
        refused.fit(X, y)


@pytest.mark.slow
def test_two_labels_leaves_the_fit_of_other_samples_alone() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    X, y = np.array([[1.0], [2.0], [1.0]]), np.array([1, -1, -1])
    weights = []
    for two_labels in (False, True):
        learner = adapters.from_sklearn(linear.LogisticRegression(C=1.0), two_labels=two_labels)()
        learner.fit(X, y)
        weights.append(learner.w.tolist())
    assert weights[0] == weights[1]


@pytest.mark.slow
def test_scikit_learns_least_squares_stands_and_with_an_intercept_falls() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    if "tol" not in signature(linear.LinearRegression).parameters:
        pytest.skip("an older scikit-learn, which cuts no singular values off")
    plain = check(adapters.from_sklearn(linear.LinearRegression(fit_intercept=False, tol=1e-15)), profile=PROFILE)
    assert plain.passed
    # By default it takes singular values below a millionth of the greatest for 0.
    cut = check(
        adapters.from_sklearn(linear.LinearRegression(fit_intercept=False)), claims=["least-squares"], profile=PROFILE
    )
    assert any(result.id == "least-squares" and result.verdict == "falsified" for _, result in cut.results)
    biased = check(adapters.from_sklearn(linear.LinearRegression(tol=1e-15)), profile=PROFILE)
    assert {result.id for _, result in biased.results if result.verdict == "falsified"} == {
        "least-squares-conforms",
        "least-squares-normal-equations",
    }


@pytest.mark.slow
def test_no_program_imports_an_adapter() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    assert file_of(adapters.from_sklearn(linear.Perceptron())) == ""
