"""The ladders, which no seed chooses, tell learners that are blind to one place, or stop after so many mistakes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from learncheck.learners import LEARNERS
from learncheck.oracle.engine.judge import judge
from learncheck.theorems.language.registry import claims_judging

SMALL = 50
"""Below this size the learners are right."""

WRONG: dict[str, tuple[str, type]] = {}


def hundredth(size: int) -> int:
    return 100


def middle(size: int) -> int:
    return size // 2


def without(x: Any, place: Callable[[int], int]) -> Any:
    """The instances with 0 in one place, where they are large enough to have it."""
    x = np.array(x)
    size = x.shape[-1]
    if size > max(place(size), SMALL):
        x[..., place(size)] = 0
    return x


def blind(name: str, place: Callable[[int], int]) -> None:
    """A learner that never sees one feature."""
    base: Any = LEARNERS[name]

    class Online(base):
        def predict(self, x: Any) -> Any:
            return super().predict(without(x, place))

        def update(self, x: Any, y: int) -> None:
            super().update(without(x, place), y)

    class Batch(base):
        def fit(self, X: Any, y: Any) -> Any:
            return super().fit(without(X, place), y)

        def predict(self, X: Any) -> Any:
            return super().predict(without(X, place))

    WRONG[f"{name} is blind to a feature: {place.__name__}"] = name, Batch if hasattr(base, "fit") else Online


for _name in ("DisjunctionElimination", "Perceptron", "WinnowKOfR"):
    blind(_name, hundredth)
blind("RectangleERM", middle)


def only(name: str, most: int) -> None:
    """A learner that learns from so many mistakes alone."""
    base: Any = LEARNERS[name]

    class Only(base):
        wrong = 0

        def update(self, x: Any, y: int) -> None:
            errs = self.predict(x) != y
            if self.wrong < most:
                super().update(x, y)
            self.wrong += errs

    WRONG[f"{name} learns from {most} mistakes"] = name, Only


for _name, _most in (("Consistent", 100), ("KernelPerceptron", 200), ("ModifiedPerceptron", 500), ("Ellipsoid", 100)):
    only(_name, _most)


class FewRestarts(LEARNERS["ExpertsRestart"]):  # type: ignore[misc]
    restarts = 0

    def update(self, advice: Any, y: int) -> None:
        self.restarts += not (self.alive & (advice == y)).any()
        if self.restarts <= 500:
            super().update(advice, y)


class NotTheMiddleRound(LEARNERS["BoostingByMajority"]):  # type: ignore[misc]
    def fit(self, X: Any, y: Any) -> Any:
        super().fit(X, y)
        if len(self.hypotheses) > SMALL:
            del self.hypotheses[len(self.hypotheses) // 2]
        return self


class AlwaysAStep(LEARNERS["RandomizedWeightedMajority"]):  # type: ignore[misc]
    def __init__(self, n: int, epsilon: float) -> None:
        super().__init__(n, epsilon or 1e-3)


class AddsALittle(LEARNERS["Ellipsoid"]):  # type: ignore[misc]
    def update(self, x: Any, y: int) -> None:
        before = self.A
        super().update(x, y)
        if self.A is not before:
            self.A = self.A + 1e-9 * np.eye(self.d)


class InSinglePrecision(LEARNERS["Ellipsoid"]):  # type: ignore[misc]
    def update(self, x: Any, y: int) -> None:
        super().update(x, y)
        self.A = self.A.astype(np.float32).astype(float)


class InstancesInSinglePrecision(LEARNERS["Ellipsoid"]):  # type: ignore[misc]
    def predict(self, x: Any) -> Any:
        return super().predict(x.astype(np.float32).astype(float))

    def update(self, x: Any, y: int) -> None:
        super().update(x.astype(np.float32).astype(float), y)


class UpToAMillion(LEARNERS["ThresholdHalving"]):  # type: ignore[misc]
    def __init__(self, n: int) -> None:
        super().__init__(min(n, 10**6))


class VotesInSinglePrecision(LEARNERS["ThresholdHalving"]):  # type: ignore[misc]
    def predict(self, k: int) -> int:
        below, above = np.float32(k - (self.l - 1) // 2), np.float32((self.r + 1) // 2 - k)
        return 1 if below >= above else -1


class NeverNearlyNothing(LEARNERS["AdaBoost"]):  # type: ignore[misc]
    def round(self, X: Any, y: Any) -> bool:
        self.D = np.maximum(self.D, 1e-14)
        return bool(super().round(X, y))


class Penalised(LEARNERS["LeastSquares"]):  # type: ignore[misc]
    def fit(self, X: Any, y: Any) -> Any:
        d = X.shape[1]
        return super().fit(np.vstack([X, 1e-6 * np.eye(d)]), np.append(y, np.zeros(d)))


WRONG |= {
    "ExpertsRestart restarts five hundred times": ("ExpertsRestart", FewRestarts),
    "BoostingByMajority forgets a round": ("BoostingByMajority", NotTheMiddleRound),
    "RandomizedWeightedMajority takes a step of 0 for one of 0.001": ("RandomizedWeightedMajority", AlwaysAStep),
    "Ellipsoid adds a billionth": ("Ellipsoid", AddsALittle),
    "Ellipsoid in single precision": ("Ellipsoid", InSinglePrecision),
    "Ellipsoid, of instances in single precision": ("Ellipsoid", InstancesInSinglePrecision),
    "ThresholdHalving knows a million steps": ("ThresholdHalving", UpToAMillion),
    "ThresholdHalving counts votes in single precision": ("ThresholdHalving", VotesInSinglePrecision),
    "AdaBoost keeps weights above 1e-14": ("AdaBoost", NeverNearlyNothing),
    "LeastSquares with a small penalty": ("LeastSquares", Penalised),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_ladder_tells_it(what: str) -> None:
    name, cls = WRONG[what]
    (claim,) = (claim for claim in claims_judging(name) if claim.id.endswith("-conforms"))
    assert any(judge(claim, cls, case).failed for case in claim.cases.ladder())
