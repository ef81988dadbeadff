"""Estimators that people already use, behind the interface of the notes' learners.

    from sklearn.linear_model import Perceptron
    learncheck.check(learncheck.adapters.from_sklearn(Perceptron(fit_intercept=False)))

An adapter translates calls and nothing else: what a library does at ties, on samples of one label or with its default
options is judged as it is. docs/third-party.md has what was found. Both libraries are optional:
`pip install scikit-learn river`.
"""

import importlib
from collections.abc import Callable
from dataclasses import fields
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from learncheck.learners.arrays import Array
from learncheck.oracle.boundary.adapted import Adapted
from learncheck.oracle.boundary.asking import Adapter
from learncheck.oracle.boundary.conventions import Conventions, checked, conventions
from learncheck.oracle.grading.wanted import Unjudgeable, is_judged, unknown

SKLEARN = {
    "Perceptron": "Perceptron",
    "SGDClassifier": "Perceptron",
    "AdaBoostClassifier": "AdaBoost",
    "DecisionTreeClassifier": "DecisionStump",
    "LinearRegression": "LeastSquares",
    "LogisticRegression": "LogisticRegression",
}
"""The learner of the notes that an estimator is judged as, where nothing else is said."""

ONLINE = ("Perceptron",)
"""Learners that predict and are told the label, round by round."""

BATCH = ("AdaBoost", "BatchPerceptron", "DecisionStump", "IntervalERM", "LeastSquares", "LogisticRegression")
"""Learners that are fitted to a sample and need nothing to be made, but for AdaBoost's weak learner and rounds."""


LABELS = np.array([-1, 1])


class MissingLibrary(ImportError):
    """scikit-learn or river is not installed."""


def library(name: str) -> ModuleType:
    """The module sklearn or river (or one below). Raises MissingLibrary, which says what to install."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        top = name.split(".")[0]
        needed = {"sklearn": "scikit-learn"}.get(top, top)
        raise MissingLibrary(f"{needed} cannot be imported ({error}): pip install {needed}") from error


def from_sklearn(estimator: object, as_: str | None = None, *, two_labels: bool = False) -> type:
    """Return a class, judged as the learner `as_`, that wraps a scikit-learn estimator (which is cloned, never fitted).

    Online learners are `partial_fit` an example at a time; AdaBoost gets the notes' weak learner as its `estimator`
    and the rounds as `n_estimators`; the others are `fit`.

    two_labels: many classifiers raise an exception on a sample with one label, which counts as a crash. With this
    option such a sample gets one more example: the first instance again, with the other label and the weight 0 (all
    other examples then have the weight 1, if none was given). The weak learner never sees it.

    Raises MissingLibrary if scikit-learn is not installed, TypeError if `estimator` is not one, or takes no weights
    although `two_labels` is given, and Unjudgeable if no claim is about `as_` or no adapter can make it.
    """
    library("sklearn.base")
    _instance(estimator, ("get_params", "fit"), "from_sklearn", "an estimator of scikit-learn", "Perceptron()")
    name = _learner(estimator, SKLEARN, as_, (*ONLINE, *BATCH))
    adapters: dict[str, type[_Sklearn]] = {**dict.fromkeys(ONLINE, _SklearnOnline), "AdaBoost": _SklearnAdaBoost}
    base = adapters.get(name, _SklearnBatch)
    if (
        two_labels
        and base is not _SklearnOnline
        and not library("sklearn.utils.validation").has_fit_parameter(estimator, "sample_weight")
    ):
        raise TypeError(f"{type(estimator).__name__}.fit takes no sample_weight, which two_labels=True needs")
    named = {"estimator": estimator, "learner": name, "two_labels": two_labels}
    return type(type(estimator).__name__, (base,), named)


def from_river(model: object, as_: str | None = None) -> type:
    """Return a class, judged as the learner `as_` (by default Perceptron), that wraps a river model (which is cloned).

    Features are passed as a dictionary by position, the label +1 as True. Raises MissingLibrary if river is not
    installed, TypeError if `model` is not one, and Unjudgeable if `as_` is not an online learner of halfspaces.
    """
    library("river.base")
    _instance(model, ("clone", "learn_one"), "from_river", "a model of river", "river.linear_model.Perceptron()")
    name = _learner(model, {}, as_ or "Perceptron", ONLINE)
    return type(type(model).__name__, (_River,), {"model": model, "learner": name})


def adapt(cls: type, as_: str, **given: Any) -> type:
    """Return a class, judged as the learner `as_`, that wraps one which follows other conventions than the contract.

        adapt(CoursePLA, "BatchPerceptron", labels=(0, 1), intercept=True, parameters={"max_iter": 10_000})

    The conventions are those of `boundary.conventions.Conventions`; the report names each. Anything else is a
    parameter: one of the contract, with the class's own name for it, or one of the class, with its value. Raises
    `conventions.BadConventions` if a convention does not apply to the learner, and Unjudgeable if `as_` is not one.
    """
    if not isinstance(cls, type):
        raise TypeError(f"adapt was given {cls!r}, which is not a class: pass the class itself")
    if not is_judged(as_):
        raise Unjudgeable(unknown(as_))
    names = {field.name for field in fields(Conventions)}
    stated = {name: value for name, value in given.items() if name in names}
    more = {name: value for name, value in given.items() if name not in names}
    held = conventions({**stated, "parameters": {**stated.get("parameters", {}), **more}})
    checked(as_, held)

    def make(self: Adapted, *arguments: object) -> None:
        Adapted.__init__(self, cls, as_, held, arguments)

    return type(cls.__name__, (Adapted,), {"__init__": make, "learner": as_, "conventions": held, "adapts": cls})


def _instance(value: object, methods: tuple[str, ...], function: str, kind: str, example: str) -> None:
    if isinstance(value, type) or not all(hasattr(value, method) for method in methods):
        shown = f"the class {value.__name__}" if isinstance(value, type) else repr(value)
        raise TypeError(f"{function} was given {shown}, which is not {kind}: pass an object such as {example}")


def _learner(estimator: object, usual: dict[str, str], as_: str | None, adapted: tuple[str, ...]) -> str:
    name = as_ or usual.get(type(estimator).__name__)
    if name is None:
        raise Unjudgeable(
            f"{type(estimator).__name__} could be several learners; say which: as_='Perceptron', for example"
        )
    if not is_judged(name):
        raise Unjudgeable(unknown(name))
    if name not in adapted:
        raise Unjudgeable(
            f"no adapter makes a {name} of {type(estimator).__name__}; it can be judged as {', '.join(adapted)}"
        )
    return name


class _Sklearn(Adapter):
    """What all adapters of scikit-learn share: a fresh clone of the estimator."""

    estimator: ClassVar[Any]
    two_labels: ClassVar[bool]

    def _clone(self, **parameters: object) -> Any:
        return library("sklearn.base").clone(self.estimator).set_params(**parameters)

    def _fit(self, model: Any, X: Array, y: Array, sample_weight: Array | None = None) -> None:
        if self.two_labels and len(np.unique(y)) == 1:
            weights = np.ones(len(y)) if sample_weight is None else sample_weight
            X, y, sample_weight = np.vstack((X, X[:1])), np.append(y, -y[0]), np.append(weights, 0)
        if sample_weight is None:
            model.fit(X, y)
        else:
            model.fit(X, y, sample_weight=sample_weight)


class _SklearnOnline(_Sklearn):
    """An estimator that is fitted an example at a time. Before the first one it has no answer, which is 0."""

    def __init__(self, dimension: int) -> None:
        self._model = self._clone()
        self._fitted = False
        self.w = np.zeros(dimension)

    def predict(self, x: Array) -> int:
        return int(self._model.predict(x.reshape(1, -1))[0]) if self._fitted else 0

    def update(self, x: Array, y: int) -> None:
        classes = None if self._fitted else LABELS  # scikit-learn asks for them in the first call alone
        self._model.partial_fit(x.reshape(1, -1), np.array([y]), classes=classes)
        self._fitted = True
        self.w = self._model.coef_[0].copy()


class _SklearnBatch(_Sklearn):
    """An estimator that is fitted to a sample."""

    def fit(self, X: Array, y: Array, sample_weight: Array | None = None) -> None:
        self._model = self._clone()
        self._fit(self._model, X, y, sample_weight)
        if hasattr(self._model, "coef_"):
            self.w = np.ravel(self._model.coef_)

    def predict(self, X: object) -> object:
        return self._model.predict(X)


class _SklearnAdaBoost(_Sklearn):
    """AdaBoostClassifier around a weak learner that is handed over as a function."""

    def __init__(self, weak_learner: Callable[..., Callable[..., object]], n_rounds: int) -> None:
        self._weak_learner, self._rounds = weak_learner, n_rounds

    def fit(self, X: Array, y: Array) -> None:
        weak = _weak_estimator(self._weak_learner, len(y))
        self._model = self._clone(estimator=weak, n_estimators=self._rounds)
        self._fit(self._model, X, y)
        self.estimator_weights = self._model.estimator_weights_[: len(self._model.estimators_)]

    def predict(self, X: object) -> object:
        return self._model.predict(X)


def _weak_estimator(weak_learner: Callable[..., Callable[..., object]], examples: int) -> Any:
    """A weak learner weak_learner(X, y, D) -> h as an estimator of scikit-learn, which passes on so many examples."""
    base = library("sklearn.base")

    class AdaptedWeakLearner(base.ClassifierMixin, base.BaseEstimator):  # type: ignore[misc, name-defined]
        def fit(self, X: Array, y: Array, sample_weight: Array | None = None) -> "AdaptedWeakLearner":
            self.classes_ = np.unique(y)
            weights = np.full(len(y), 1 / len(y)) if sample_weight is None else sample_weight
            self.hypothesis_ = weak_learner(X[:examples], y[:examples], weights[:examples])
            return self

        def predict(self, X: object) -> object:
            return np.asarray(self.hypothesis_(X))

    return AdaptedWeakLearner()


class _River(Adapter):
    """A model of river, which learns from dictionaries and booleans. Where it has no answer yet, that is 0."""

    model: ClassVar[Any]

    def __init__(self, dimension: int) -> None:
        self._model = self.model.clone()
        self.w = np.zeros(dimension)

    def predict(self, x: Array) -> int:
        answer = self._model.predict_one(_features(x))
        return 0 if answer is None else 1 if answer else -1

    def update(self, x: Array, y: int) -> None:
        self._model.learn_one(_features(x), y == 1)
        self.w = np.array([self._model.weights.get(i, 0.0) for i in range(len(self.w))])


def _features(x: Array) -> dict[int, float]:
    return dict(enumerate(x.tolist()))
