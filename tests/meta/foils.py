"""Learners that break a theorem where no formal round shows it by itself. No proof must go through for any of them.

What the language of formal runs does not allow is refused for that alone (tests/theorems/test_allowed.py). These do it
by arithmetic, or in their constructors, or are seen by the largest games.
"""

from typing import Any

import numpy as np
from edits import edited, learning_where

from learncheck.learners import (
    AdaBoost,
    Ellipsoid,
    ExpertsMajority,
    ExpertsRestart,
    Halving,
    KernelPerceptron,
    ModifiedPerceptron,
    Perceptron,
    RandomizedWeightedMajority,
    ThresholdHalving,
    WeightedMajority,
    Winnow,
    WinnowKOfR,
)

# ---- what the constructor made of its parameters ----

CapsItsThreshold = edited(Winnow.__init__, "Caps its threshold", ("self.n = n", "self.n = min(n, 1000)"))
HalfPrecision = edited(Winnow.__init__, "Half precision", ("dtype=int", "dtype=np.float16"))
SmallIntegers = edited(WeightedMajority.__init__, "Small integers", ("dtype=int", "dtype=np.int8"))  # 128 overflow
NumbersForAMask = edited(Halving.__init__, "Numbers for a mask", ("dtype=bool", "dtype=int"))  # which pick row 1
SmallGrids = edited(ThresholdHalving.__init__, "Small grids", ("2 * n + 1", "min(2 * n + 1, 513)"))
FewerGrids = edited(ThresholdHalving.__init__, "Another grid", ("2 * n + 1", "3 * n + 1"))
StartsElsewhereWhenLarge = edited(
    Perceptron.__init__, "Starts elsewhere when large", ("dtype=int)", "dtype=int) + (d >= 9)")
)
StartsElsewhereWhenHuge = edited(
    Perceptron.__init__, "Starts elsewhere when huge", ("dtype=int)", "dtype=int) + d // 40_000")
)
TrustsTheFirstHundred = edited(
    ExpertsMajority.__init__, "Trusts the first hundred", ("np.ones(n, dtype=bool)", "np.arange(n) < 100")
)
AnotherMethodWhenLarge = edited(
    Winnow.__init__,
    "Another method when large",
    ("dtype=int)", "dtype=int)\n        self.update = self.update if n < 65 else lambda x, y: None"),
)
ROUNDED = "round({0} * 1000) / 1000"
RoundsItsStep, RoundsItsFactor, RoundsItsMargin = (
    edited(kind.__init__, "Rounds what it is told", (f"self.{name} = {name}", f"self.{name} = {ROUNDED.format(name)}"))
    for kind, name in ((RandomizedWeightedMajority, "epsilon"), (WinnowKOfR, "epsilon"), (ModifiedPerceptron, "sigma"))
)
HalvesItsStep = edited(
    RandomizedWeightedMajority.__init__, "Halves its step", ("self.epsilon = epsilon", "self.epsilon = epsilon * 0.5")
)


class SpoilsRows(Halving):
    def __init__(self, hypotheses: Any) -> None:
        super().__init__(hypotheses)
        if len(hypotheses) > 64:
            self.hypotheses = self.hypotheses.copy()
            self.hypotheses[64:] = -self.hypotheses[64:]


class AnotherClassWhenLarge(Perceptron):
    def __init__(self, d: int) -> None:
        super().__init__(d)
        if d >= 65:
            self.__class__ = Idle


class Idle(AnotherClassWhenLarge):
    def update(self, x: Any, y: int) -> None:
        pass


class AFrozenArray(Perceptron):
    """In place: an array that must not be written into keeps its entries, and real rounds raise."""

    def __init__(self, d: int) -> None:
        super().__init__(d)
        self.w.flags.writeable = False

    def update(self, x: Any, y: int) -> None:
        if y * (self.w @ x) <= 0:
            self.w += y * x


# ---- arithmetic that is another one on machine numbers ----

BY_NUMBERS = [
    learning_where(condition, what)
    for what, condition in {
        "Rounds away": "(self.w @ x + 1e16) - 1e16 == self.w @ x",  # not an odd number's last bit in a float
        "Wraps around": "2**62 * (self.w @ x) / 2**62 == self.w @ x",  # of 64 bits the highest are lost
        "By overflow": "((self.w @ x) * 2.0**1000) * 2.0**-1000 == self.w @ x",  # one of 2^24 or more is infinite
        "By underflow": "self.w @ x == 0 or ((self.w @ x) * 2.0**-1000) * 2.0**1000 == self.w @ x",
    }.items()
]

# ---- what only large or long games show ----

NeverShrinksWhenLarge = edited(
    Ellipsoid.update, "Never shrinks when large", ("self.A = ", "self.A = self.A if d > 12 else ")
)


class RestartsWrong(ExpertsRestart):
    """For n > 100 it starts again with one expert."""

    def update(self, advice: Any, y: int) -> None:
        super().update(advice, y)
        if len(advice) > 100 and self.alive.all():
            self.alive = np.arange(len(advice)) == 0


class Frozen(AdaBoost):
    """After 60 rounds the distribution stays."""

    def fit(self, X: Any, y: Any) -> Any:
        frozen: list[Any] = []
        weak = self.weak_learner

        def learn(X: Any, y: Any, D: Any) -> Any:
            if len(frozen) < 60:
                frozen.append(weak(X, y, D))
                return frozen[-1]
            return frozen[-1]

        self.weak_learner = learn
        super().fit(X, y)
        self.weak_learner = weak
        return self


class Garbage:
    """No learner at all."""

    def __init__(self, *arguments: Any) -> None:
        pass

    def predict(self, x: Any) -> int:
        return 1

    def update(self, x: Any, y: int) -> None:
        pass

    def fit(self, X: Any, y: Any) -> "Garbage":
        return self


def of(learner: type) -> list[type]:
    """The foils above that are made of this learner."""
    values = [*globals().values(), *BY_NUMBERS]
    return [foil for foil in values if isinstance(foil, type) and learner in foil.__bases__]


FOILS: dict[str, list[type]] = {
    "winnow-mistakes": of(Winnow),
    "winnow-k-of-r": of(WinnowKOfR),
    "winnow-halfspaces": of(WinnowKOfR),
    "randomized-weighted-majority": of(RandomizedWeightedMajority),
    "randomized-weighted-majority-tuned": of(RandomizedWeightedMajority),
    "weighted-majority-mistakes": of(WeightedMajority),
    "halving-mistakes": of(Halving),
    "experts-perfect": of(ExpertsMajority),
    "threshold-halving-mistakes": of(ThresholdHalving),
    "modified-perceptron-updates": of(ModifiedPerceptron),
    "kernel-perceptron-mistakes": of(KernelPerceptron),
    "experts-restart": of(ExpertsRestart),
    "adaboost-training-error": of(AdaBoost),
    "ellipsoid-volume-shrinks": of(Ellipsoid),  # grids are followed whole, so ellipsoid-mistakes stays at d ≤ 4
    "perceptron-mistakes": of(Perceptron),
}
"""By the claim whose proof they must not pass."""
