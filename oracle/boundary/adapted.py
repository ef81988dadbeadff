"""Adapters that give learners with other conventions the contract's interface, also in the submission's process."""

import contextlib
import inspect
import io
import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from learncheck.exact.answers import InvalidAnswer, label_of
from learncheck.exact.draws import drawn
from learncheck.learners.arrays import Array
from learncheck.oracle.boundary.asking import Adapter, Learner
from learncheck.oracle.boundary.conventions import ARGUMENTS, MOST_COPIES, Conventions
from learncheck.oracle.boundary.failures import TimedOut

AT_FIRST: dict[str, Callable[..., int]] = {
    "Consistent": lambda x, hypotheses: hypotheses[0, x],
    "Halving": lambda x, hypotheses: np.sign(hypotheses[:, x].sum()),
    "ThresholdHalving": lambda x, n: np.sign(2 * x - n),
    "DisjunctionElimination": lambda x, n: 1 if x.any() else -1,
    "Ellipsoid": lambda x, d: 0,
    "Perceptron": lambda x, d: 0,
    "KernelPerceptron": lambda x, kernel: 0,
    "ModifiedPerceptron": lambda x, sigma, w0: np.sign(w0 @ x),
    "Winnow": lambda x, n: 1 if x.all() else -1,
    "WinnowKOfR": lambda x, n, epsilon: 1 if x.all() else -1,
    "ExpertsMajority": lambda advice, n: np.sign(advice.sum()),
    "ExpertsRestart": lambda advice, n: np.sign(advice.sum()),
    "WeightedMajority": lambda advice, n: np.sign(advice.sum()),
}
"""What each algorithm answers before the first example, given the instance and the constructor's arguments. It answers
in place of a learner that can only be fitted, and cannot be fitted to nothing.
"""

DIMENSIONS = (("d",), ("n",))
"""The constructor arguments that a learner can read off its sample."""

CALM = 5
"""After this many passes without a mistake a sample counts as learnt, even if each pass changes the learner's state."""


class Adapted(Adapter):
    """Somebody else's learner behind the contract's interface."""

    _model: Learner

    def __init__(
        self, constructor: Callable[..., Learner], learner: str, held: Conventions, arguments: tuple[Any, ...]
    ) -> None:
        self._held, self._learner, self._given = held, learner, arguments
        self._arguments, self._named = held.named(learner, self._with_weak_learner(arguments))
        if held.replay and ARGUMENTS[learner] in DIMENSIONS and not takes_an_argument(constructor):
            self._arguments = ()  # what is fitted learns the dimension from its sample
        self._constructor = constructor
        if not (held.replay or held.epochs):
            self._model = self._constructed()
        self._history: list[tuple[object, int]] = []
        self._stale = True

    def _constructed(self) -> Learner:
        with quiet():
            return self._constructor(*self._arguments, **self._named)

    def __getattr__(self, name: str) -> Any:
        """The state, if the learner's attribute means what the contract's does."""
        if name.startswith("_") or self._held.intercept:
            raise AttributeError(name)
        value = getattr(self._model, name)
        return np.ravel(value) if name == "w" else value

    def predict(self, x: object) -> object:
        held = self._held
        handed = held.handed(self._learner, x)
        if held.replay:
            return self._replayed(x, handed)
        with quiet():
            answers = self._one_by_one(handed) if held.epochs else self._model.predict(handed)
        return held.ours(answers)

    def update(self, x: object, y: int) -> None:
        handed = self._held.handed(self._learner, x)
        if self._held.replay:
            self._history.append((handed, y))
            self._stale = True
            return
        with quiet():
            self._model.update(handed, self._held.theirs(y))

    def fit(self, X: Array, y: Array, sample_weight: Array | None = None) -> None:
        held = self._held
        X = held.handed(self._learner, X)
        if held.epochs:
            self._by_epochs(X, y)
            return
        if sample_weight is not None and held.replicate:
            copies = copies_of(sample_weight)
            X, y, sample_weight = np.repeat(X, copies, axis=0), np.repeat(y, copies), None
        if held.parameters:
            self._model = self._constructed()  # a second fit starts afresh, even if the class does not do so itself
        with quiet():
            if sample_weight is None:
                self._model.fit(X, held.theirs_of(y))
            else:
                self._model.fit(X, held.theirs_of(y), sample_weight=sample_weight)

    def probabilities(self) -> object:
        if self._held.replay and not self._history:
            try:
                return self._fitted_to(np.empty(0), np.empty(0, dtype=int)).probabilities()
            except TimedOut:
                raise
            except Exception:
                return np.full(self._given[0], 1 / self._given[0])
        if self._stale and self._held.replay:
            self._fit_history()
        with quiet():
            return self._model.probabilities()

    def drawn(self, draws: Iterable[float], advice: object) -> list[object]:
        """What the learner answers to each draw of its generator, or nothing: see `exact.draws.drawn`."""
        with quiet():
            answers = drawn(self._model, draws, None if advice is None else self._held.theirs(advice))
        return answers if advice is None else [self._held.meant(answer) for answer in answers]

    def _replayed(self, x: object, handed: object) -> object:
        """The answer of what is fitted to the history. Before the first example, if it cannot be fitted to nothing or
        gives no label then, that of the algorithm, which makes the round right whatever the learner is.
        """
        if self._history:
            if self._stale:
                self._fit_history()
            return self._one_answer(self._model, handed)
        try:
            instance = np.asarray(handed)
            model = self._fitted_to(np.empty((0, *instance.shape), instance.dtype), np.empty(0, dtype=int))
            return label_of(self._one_answer(model, handed))
        except TimedOut:
            raise
        except Exception:  # many divide by the number of examples
            return AT_FIRST[self._learner](x, *self._given)

    def _one_answer(self, model: Learner, x: object) -> object:
        """A fitted model's answer on one instance, which it gets as an array of one."""
        with quiet():
            answers = self._held.ours(model.predict(np.asarray(x)[None]))
        return answers[0] if isinstance(answers, list | tuple) and len(answers) == 1 else answers

    def _fit_history(self) -> None:
        self._stale = False
        self._model = self._fitted_to(
            np.array([x for x, _ in self._history]), np.array([y for _, y in self._history], dtype=int)
        )

    def _fitted_to(self, X: object, y: object) -> Learner:
        model = self._constructed()
        with quiet():
            model.fit(X, self._held.theirs_of(y))
        return model

    def _with_weak_learner(self, arguments: tuple[Any, ...]) -> tuple[object, ...]:
        """The arguments, among them a weak learner that keeps to the booster's conventions."""
        held = self._held
        if ARGUMENTS.get(self._learner, ())[:1] != ("weak_learner",) or not (held.labels or held.column):
            return arguments
        weak_learner, *others = arguments

        def adapted_weak_learner(X: object, y: Any, D: Any) -> object:
            y, D = (np.ravel(y), np.ravel(D)) if held.column else (y, D)
            hypothesis = weak_learner(X, held.meant(y), D)
            return lambda Z: held.theirs_of(np.asarray(hypothesis(Z)))

        return (adapted_weak_learner, *others)

    def _by_epochs(self, X: Array, y: Array) -> None:
        given, self._arguments = self._arguments, self._arguments or self._dimension(X)
        self._model = self._constructed()
        self._arguments = given
        calm = 0
        with quiet():
            for _ in range(self._held.epochs):
                before = self._state()
                for x, label in zip(X, self._held.theirs(y), strict=True):
                    self._model.predict(x.copy())
                    self._model.update(x.copy(), label)
                calm = calm + 1 if np.array_equal(np.asarray(self._held.ours(self._one_by_one(X))), y) else 0
                # A zero margin may be answered rightly and be corrected all the same, in the next pass.
                if calm == CALM or (calm and before == self._state()):
                    break

    def _state(self) -> bytes | None:
        """The learner's state, to be compared with a later one; None if it cannot be read."""
        try:
            return pickle.dumps(vars(self._model))
        except Exception:  # whatever an object of somebody else's may raise
            return None

    def _dimension(self, X: Array) -> tuple[object, ...]:
        """The dimension, for an online learner of halfspaces that takes it as an argument."""
        return (X.shape[1],) if not self._named and takes_an_argument(self._constructor) else ()

    def _one_by_one(self, X: Array) -> Array:
        return np.array([np.asarray(self._model.predict(x.copy())).ravel()[0] for x in X])


def takes_an_argument(constructor: Callable[..., object]) -> bool:
    """Whether a constructor has a required argument."""
    try:
        parameters = inspect.signature(constructor).parameters.values()
    except (TypeError, ValueError):
        return True
    by_position = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    return any(wanted.default is wanted.empty and wanted.kind in by_position for wanted in parameters)


def adapted(constructor: Callable[..., Learner], learner: str, held: Conventions) -> Callable[..., object]:
    """A constructor with the contract's interface for one that has other conventions."""
    return lambda *arguments: Adapted(constructor, learner, held, arguments)


def copies_of(weights: ArrayLike) -> NDArray[np.int64]:
    """How often to repeat each example. Raises InvalidAnswer if the weights have no small common unit."""
    shares = np.asarray(weights, dtype=float)
    least = shares[shares > 0].min()
    for parts in range(1, 65):
        exact = shares / least * parts
        copies = np.rint(exact)
        if np.allclose(copies, exact, rtol=1e-9) and copies.sum() <= MOST_COPIES:
            whole: NDArray[np.int64] = copies.astype(np.int64)
            return whole
    raise InvalidAnswer(f"nothing: the weights {shares[:6].tolist()} cannot be handed over as copies")


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Discard what a learner prints."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield
