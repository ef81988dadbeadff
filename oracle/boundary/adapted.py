"""Learners that keep to other conventions, in the shape of the contract. It runs in the submission's process, too."""

import contextlib
import inspect
import io
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from learncheck.exact.answers import InvalidAnswer
from learncheck.oracle.boundary.conventions import MOST_COPIES, Conventions

CALM = 5
"""After so many passes without a mistake a sample is learnt, though the learner may change its state in every pass."""


class Adapted:
    """A learner of somebody else's behind the contract's interface."""

    def __init__(
        self, constructor: Callable[..., Any], learner: str, held: Conventions, arguments: tuple[Any, ...]
    ) -> None:
        self._held, self._learner = held, learner
        self._arguments, self._named = held.named(learner, arguments)
        if held.replay and not takes_an_argument(constructor):
            self._arguments = ()  # what is fitted learns the dimension from its sample
        self._constructor = constructor
        self._model: Any = None if held.replay or held.epochs else self._made()
        self._history: list[tuple[Any, int]] = []
        self._stale = True

    def _made(self) -> Any:
        with quiet():
            return self._constructor(*self._arguments, **self._named)

    def __getattr__(self, name: str) -> Any:
        """The state, where what the learner calls so has the contract's meaning."""
        if name.startswith("_") or self._held.intercept:
            raise AttributeError(name)
        value = getattr(self._model, self._held.state.get(name, name))
        return np.ravel(value) if name == "w" else value

    def predict(self, x: Any) -> Any:
        held = self._held
        if held.replay and self._stale:
            self._fit_history()
        if self._model is None:
            return 0
        x = held.handed(x)
        with quiet():
            answers = self._model.predict(x[None] if held.replay else x) if not held.epochs else self._each(x)
        return held.ours(answers)

    def update(self, x: Any, y: int) -> None:
        if self._held.replay:
            self._history.append((self._held.handed(x), y))
            self._stale = True
            return
        with quiet():
            self._model.update(self._held.handed(x), self._held.theirs(y))

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> None:
        held = self._held
        X = held.handed(X)
        if held.epochs:
            self._by_epochs(X, y)
            return
        if sample_weight is not None and held.replicate:
            copies = copies_of(sample_weight)
            X, y, sample_weight = np.repeat(X, copies, axis=0), np.repeat(y, copies), None
        if held.parameters:
            self._model = self._made()  # a second fit starts afresh, also where the class has no such rule
        with quiet():
            if sample_weight is None:
                self._model.fit(X, held.theirs(y))
            else:
                self._model.fit(X, held.theirs(y), sample_weight=sample_weight)

    def probabilities(self) -> Any:
        with quiet():
            return self._model.probabilities()

    def _fit_history(self) -> None:
        self._stale = False
        seen = {y for _, y in self._history}
        if not seen or (self._held.both_labels and len(seen) < 2):
            return
        self._model = self._made()
        X, y = np.array([x for x, _ in self._history]), np.array([y for _, y in self._history])
        with quiet():
            self._model.fit(X, self._held.theirs(y))

    def _by_epochs(self, X: Any, y: Any) -> None:
        given, self._arguments = self._arguments, self._arguments or self._dimension(X)
        self._model = self._made()
        self._arguments = given
        calm = 0
        with quiet():
            for _ in range(self._held.epochs):
                before = self._state()
                for x, label in zip(X, self._held.theirs(y), strict=True):
                    self._model.predict(x.copy())
                    self._model.update(x.copy(), label)
                calm = calm + 1 if np.array_equal(self._held.ours(self._each(X)), y) else 0
                # A zero margin may be answered rightly and be corrected all the same, in the next pass.
                if calm == CALM or (calm and before == self._state()):
                    break

    def _state(self) -> bytes | None:
        """What the learner holds, to be compared with what it held; None where that cannot be had."""
        try:
            return pickle.dumps(vars(self._model))
        except Exception:  # whatever an object of somebody else's may raise
            return None

    def _dimension(self, X: Any) -> tuple[Any, ...]:
        """An online learner of halfspaces is told the dimension."""
        return (X.shape[1],) if not self._named and takes_an_argument(self._constructor) else ()

    def _each(self, X: Any) -> Any:
        return np.array([np.ravel(self._model.predict(x.copy()))[0] for x in X])


def takes_an_argument(constructor: Callable[..., Any]) -> bool:
    """Whether a constructor wants to be handed something."""
    try:
        wanted = inspect.signature(constructor).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(
        each.default is each.empty and each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        for each in wanted
    )


def adapted(constructor: Callable[..., Any], learner: str, held: Conventions) -> Callable[..., Any]:
    """A constructor of the contract's shape for one that keeps to other conventions."""
    return lambda *arguments: Adapted(constructor, learner, held, arguments)


def copies_of(weights: Any) -> Any:
    """How often each example stands in the sample. Raises InvalidAnswer where weights have no small common unit."""
    weights = np.asarray(weights, dtype=float)
    for parts in range(1, 65):
        copies = np.rint(weights / weights[weights > 0].min() * parts)
        if np.allclose(copies, weights / weights[weights > 0].min() * parts, rtol=1e-9) and copies.sum() <= MOST_COPIES:
            return copies.astype(int)
    raise InvalidAnswer(f"nothing: the weights {weights[:6].tolist()} cannot be handed over as copies")


@contextlib.contextmanager
def quiet() -> Any:
    """What a learner prints goes nowhere."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield
