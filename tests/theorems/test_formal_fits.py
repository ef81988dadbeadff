"""The loop inside of a learner's `fit`, cut out and run on formal quantities: what is refused, and what is seen."""

from typing import Any

import numpy as np
import pytest
import sympy

from learncheck.learners import AdaBoost, BatchPerceptron, Pocket
from learncheck.theorems.formal.boosting import boosting_rounds
from learncheck.theorems.formal.corrections import correction_rounds, ends_where_separated
from learncheck.theorems.formal.quantities import HiddenState, NotFormal
from learncheck.theorems.notes.boosting.adaboost import NO_PERFECT_ROUND
from learncheck.theorems.notes.halfspaces.perceptron_batch import SEPARABLE

L, T, Z2, e, a, b, R2 = sympy.symbols("L T Z² ε a b R²", real=True)
BOOSTING = boosting_rounds(L, T, Z2, e, perfect=NO_PERFECT_ROUND)
CORRECTIONS = correction_rounds(a, b, T, R2, separable=SEPARABLE)
KEPT: dict[str, Any] = {}


class TwoLoops(BatchPerceptron):
    def fit(self, X: Any, y: Any) -> Any:
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        for _ in range(2):
            n_updates = 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w, n_updates = w + y[i] * X[i], n_updates + 1
        self.w, self.n_updates = w, n_updates
        return self


class ReturnsInside(BatchPerceptron):
    def fit(self, X: Any, y: Any) -> Any:
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w, n_updates = w + y[i] * X[i], n_updates + 1
            return self
        self.w, self.n_updates = w, n_updates
        return self


class CountsForItself(BatchPerceptron):
    rounds = 0

    def fit(self, X: Any, y: Any) -> Any:
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w, n_updates = w + y[i] * X[i], n_updates + 1
            self.rounds += 1
        self.w, self.n_updates = w, n_updates
        return self


class KeepsOutside(BatchPerceptron):
    def fit(self, X: Any, y: Any) -> Any:
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w, n_updates = w + y[i] * X[i], n_updates + 1
            KEPT["rounds"] = KEPT.get("rounds", 0) + 1
        self.w, self.n_updates = w, n_updates
        return self


class LooksAtTheLast(BatchPerceptron):
    def fit(self, X: Any, y: Any) -> Any:
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        while (y * (X @ w) <= 0).any():
            w, n_updates = w + y[-1] * X[-1], n_updates + 1
        self.w, self.n_updates = w, n_updates
        return self


class Randomly(BatchPerceptron):
    def fit(self, X: Any, y: Any) -> Any:
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        while (wrong := y * (X @ w) <= 0).any():
            i = np.random.choice(np.flatnonzero(wrong))
            w, n_updates = w + y[i] * X[i], n_updates + 1
        self.w, self.n_updates = w, n_updates
        return self


class AsksForItsKind(BatchPerceptron):
    def fit(self, X: Any, y: Any) -> Any:
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w, n_updates = w + y[i] * X[i], n_updates + (2 if isinstance(n_updates, int) else 1)
        self.w, self.n_updates = w, n_updates
        return self


class Catches(BatchPerceptron):
    def fit(self, X: Any, y: Any) -> Any:
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            try:
                w, n_updates = w + y[int(i)] * X[i], n_updates + 2
            except TypeError:
                w, n_updates = w + y[i] * X[i], n_updates + 1
        self.w, self.n_updates = w, n_updates
        return self


class ReadsItsClass(BatchPerceptron):
    def fit(self, X: Any, y: Any) -> Any:
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w, n_updates = w + y[i] * X[i], n_updates + (1 if w.__class__ else 2)
        self.w, self.n_updates = w, n_updates
        return self


class Defaults(BatchPerceptron):
    def fit(self, X: Any, y: Any, seen: Any = []) -> Any:  # noqa: B006
        w, n_updates = np.zeros(X.shape[1], dtype=int), 0
        while (wrong := y * (X @ w) <= 0).any():
            i = wrong.argmax()
            w, n_updates = w + y[i] * X[i], n_updates + 1
            seen.append(i)
        self.w, self.n_updates = w, n_updates
        return self


def test_the_loop_of_the_batch_perceptron_has_one_kind_of_round() -> None:
    paths = list(CORRECTIONS(BatchPerceptron))
    assert len(paths) == 2
    assert {path.rounds for path in paths} == {"an update"}
    assert all(path.quantities[sympy.Symbol("T′", real=True)] == T + 1 for path in paths)
    assert all(start.holds for start in CORRECTIONS.starts(BatchPerceptron))
    fact = ends_where_separated(BatchPerceptron, e)
    assert fact.shows is not None
    assert "2 paths end there" in str(fact.shows())


@pytest.mark.parametrize(
    ("wrong", "refused", "told"),
    [
        (TwoLoops, NotFormal, "2 loops"),
        (ReturnsInside, NotFormal, "leaves its loop"),
        (CountsForItself, HiddenState, "writes rounds"),
        (KeepsOutside, HiddenState, "KEPT"),
        (LooksAtTheLast, NotFormal, "of which nothing is known"),
        (Randomly, HiddenState, "asks for .choice"),
        (AsksForItsKind, HiddenState, "uses isinstance"),
        (Catches, NotFormal, "catches exceptions"),
        (ReadsItsClass, HiddenState, "asks for .__class__"),
        (Defaults, NotFormal, "could remember"),
        (Pocket, HiddenState, "default_rng"),
    ],
)
def test_what_cannot_be_run_is_refused(wrong: type, refused: type[Exception], told: str) -> None:
    with pytest.raises(refused, match=told):
        list(CORRECTIONS(wrong))


def test_adaboost_goes_on_unless_a_round_is_perfect() -> None:
    paths = list(BOOSTING(AdaBoost))
    assert len(paths) == 8
    perfect = [path for path in paths if "the training goes on" in path.due]
    assert len(perfect) == 4
    assert all(path.given.keys() == {NO_PERFECT_ROUND} for path in paths)
    starts = list(BOOSTING.starts(AdaBoost))
    assert all(start.holds and start.quantities == {T: 0, L: 1, Z2: 1} for start in starts)


def test_a_uniform_start_is_asked_for() -> None:
    class Tilted(AdaBoost):
        def fit(self, X: Any, y: Any) -> Any:
            m = len(y)
            D = np.full(m, 2 / m)
            hypotheses, weights = [], []
            for _ in range(self.n_rounds):
                h = self.weak_learner(X, y, D)
                D = D / D.sum()
                hypotheses.append(h)
                weights.append(1)
            self.hypotheses, self.estimator_weights = hypotheses, np.array(weights)
            return self

    assert not any(start.holds for start in BOOSTING.starts(Tilted))
