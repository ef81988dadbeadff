"""Learners from experts' advice: they remove the experts who err, or trust them less."""

import numpy as np

from learncheck.learners.arguments import require
from learncheck.learners.arithmetic import in_range, inner
from learncheck.learners.arrays import Ints, Numbers
from learncheck.learners.sign import sign


class ExpertsMajority:
    """Predict by the majority of the experts who have made no mistake, assuming that one expert is perfect.

    n: int, at least 1. Advice is an array (n,) of +1 and -1.
    State: alive, bool array (n,). A tie predicts 0, and so does an empty set of experts.
    Raises ValueError if n < 1. Source: VEM 8.4, Predicting from expert advice.
    """

    def __init__(self, n: int) -> None:
        require(n >= 1, f"n is {n}, but there must be n >= 1 experts: pass the length of the advice")
        self.alive = np.ones(n, dtype=bool)

    def predict(self, advice: Ints) -> int:
        return sign(advice[self.alive].sum())

    def update(self, advice: Ints, y: int) -> None:
        self.alive = self.alive & (advice == y)


class ExpertsRestart:
    """Predict by the majority of the experts without a mistake; start again with all experts once none is left.

    n: int, at least 1. Advice is an array (n,) of +1 and -1.
    State: alive, bool array (n,), never empty. A tie predicts 0.
    Raises ValueError if n < 1. Source: VEM 8.4, Predicting from expert advice.
    """

    def __init__(self, n: int) -> None:
        require(n >= 1, f"n is {n}, but there must be n >= 1 experts: pass the length of the advice")
        self.alive = np.ones(n, dtype=bool)

    def predict(self, advice: Ints) -> int:
        return sign(advice[self.alive].sum())

    def update(self, advice: Ints, y: int) -> None:
        left = self.alive & (advice == y)
        self.alive = left if left.any() else np.ones(len(left), dtype=bool)


class WeightedMajority:
    """Predict by the weighted majority; after a mistake halve the weights of the experts who erred.

    n: int, at least 1. Advice is an array (n,) of +1 and -1.
    State: w, array (n,), the weights. A tie predicts 0. Floats hold the weights exactly until one underflows,
    after about a thousand mistakes; with advice in Fractions they are always exact.
    Raises ValueError if n < 1. Source: VEM 8.4.1, Algorithm 3.
    """

    w: Numbers

    def __init__(self, n: int) -> None:
        require(n >= 1, f"n is {n}, but there must be n >= 1 experts: pass the length of the advice")
        self.w = np.ones(n, dtype=int)

    def predict(self, advice: Ints) -> int:
        return sign(inner(self.w, advice))

    def update(self, advice: Ints, y: int) -> None:
        if self.predict(advice) != y:
            erring = (1 - y * advice) / 2  # 1 for an expert who errs, 0 for the others
            self.w = self.w * (1 - erring / 2)


class RandomizedWeightedMajority:
    """Follow expert i with probability w_i / W; each round multiply the weights of those who err by 1 - epsilon.

    n: int, at least 1. epsilon: number, 0 <= epsilon < 1. Advice is an array (n,) of +1 and -1.
    State: w, array (n,), the weights up to a common factor, in the number type of epsilon. Mistakes are counted in
    expectation; only `sample(rng)` draws an expert, and a submission need not have it.
    Raises ValueError if n < 1 or epsilon is out of range. Source: VEM 8.4.1, Algorithm 4.
    """

    w: Numbers

    def __init__(self, n: int, epsilon: float) -> None:
        require(n >= 1, f"n is {n}, but there must be n >= 1 experts: pass the length of the advice")
        require(0 <= epsilon < 1, f"epsilon is {epsilon}, but 1 - epsilon is a factor in (0, 1]: take 0 <= epsilon < 1")
        self.epsilon = epsilon
        self.w = np.ones(n, dtype=int) + 0 * epsilon

    def probabilities(self) -> Numbers:
        """The probability of each expert in the next draw, array (n,)."""
        shares: Numbers = self.w / self.w.sum()
        return shares

    def sample(self, rng: np.random.Generator) -> int:
        """Draw an expert with a numpy generator."""
        return int(rng.choice(len(self.w), p=self.probabilities().astype(float)))

    def update(self, advice: Ints, y: int) -> None:
        self.w = in_range(self.w * (1 - self.epsilon * (advice != y)))
